"""``python -m echappee`` is ``echappee``."""

from __future__ import annotations

from echappee.cli import main

if __name__ == "__main__":
    main()
