"""Nets that learn a game by playing it against themselves, with PyTorch (extra `train`)."""
