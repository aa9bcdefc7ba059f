"""Sockets: one connection, its messages, and what each viewer is sent."""
