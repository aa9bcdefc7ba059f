"""Tables for people far apart: the server, its storage and its live updates."""
