"""Nets that have learnt a game: their file, their evaluation, and a bot that plays by one."""
