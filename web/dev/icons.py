"""The icons of the app as PNG, drawn from their SVG: `python web/dev/icons.py` (needs resvg-py)."""

from __future__ import annotations

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[1] / "public"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
}

if __name__ == "__main__":
    for name, (source, size) in ICONS.items():
        drawn = resvg_py.svg_to_bytes(svg_path=str(PUBLIC / source), width=size, height=size)
        (PUBLIC / name).write_bytes(bytes(drawn))
