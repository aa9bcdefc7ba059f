"""The command line."""

from __future__ import annotations


def main() -> None:
    """Run ``echappee``."""
    from echappee.cli.app import main

    main()
