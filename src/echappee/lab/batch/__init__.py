"""A batch of games, played side by side: `echappee.batch`."""
