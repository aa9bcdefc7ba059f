"""Adapters to the environments of researchers, each for an extra that installs what it needs."""

from __future__ import annotations

from echappee.errors import UsageError


class MissingExtra(UsageError, ImportError):
    """Something that only an extra installs, such as ``echappee[openspiel]``, is not there."""
