"""Why a socket was closed, and how long a message on it may be."""

UNREADABLE, NO_TABLE, NO_HELLO, TOO_FAST = 4400, 4404, 4408, 4429
ELSEWHERE = 1012
"""Another process has this table: who comes again is shown to it."""

LONGEST_MESSAGE = 4_096
