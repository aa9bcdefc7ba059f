"""A game being played: the record, the secret, the seats, undo."""
