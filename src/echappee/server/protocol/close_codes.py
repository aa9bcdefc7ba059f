"""Why a socket was closed, and how long a message on it may be."""

UNREADABLE, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4404, 4408, 4429
RESTARTING = 1012
"""The server ends, or is replaced: come again at once, and be shown to another."""
LATER = 1013
"""Not now: come again in a moment."""

LONGEST_MESSAGE = 4_096
