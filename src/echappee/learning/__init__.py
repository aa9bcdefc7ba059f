"""Learning a game: its first lesson on the real rules, and its rulebook with pictures."""
