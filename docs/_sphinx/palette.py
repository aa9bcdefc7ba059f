"""The house's colours and fonts, from the page's own tokens, under the names that the theme has."""

from __future__ import annotations

import re
from pathlib import Path

TOKENS = Path(__file__).resolve().parents[2] / "web" / "src" / "lib" / "tokens.css"

_NAMES = {
    "font-stack": "text",
    "font-stack--headings": "display",
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "ink-soft",
    "color-foreground-muted": "ink-soft",
    "color-foreground-border": "edge",
    "color-background-primary": "paper",
    "color-background-secondary": "card",
    "color-background-border": "line",
    "color-background-item": "line",
    "color-brand-primary": "rouge-text",
    "color-brand-content": "bleu-text",
    "color-brand-visited": "bleu-text",
    "color-sidebar-background": "card",
    "color-sidebar-background-border": "line",
    "color-sidebar-search-background": "paper",
    "color-sidebar-search-background--focus": "paper",
    "color-sidebar-caption-text": "ink-soft",
    "color-sidebar-link-text": "ink",
    "color-sidebar-link-text--top-level": "ink",
    "color-code-background": "card",
    "color-code-foreground": "ink",
    "color-admonition-background": "card",
    "color-admonition-title--note": "bleu",
    "color-card-background": "card",
    "color-card-border": "line",
    "color-api-background": "card",
    "color-api-overall": "ink-soft",
    "color-api-name": "rouge-text",
    "color-api-pre-name": "rouge-text",
    "color-api-paren": "ink-soft",
    "color-api-keyword": "ink-soft",
    "color-highlighted-text": "ink",
}
"""The theme's names and ours."""
_MIXED = {
    "color-background-hover": "color-mix(in srgb, {ink} 7%, {card})",
    "color-background-hover--transparent": "transparent",
    "color-inline-code-background": "color-mix(in srgb, {ink} 7%, {card})",
    "color-api-background-hover": "color-mix(in srgb, {ink} 7%, {card})",
    "color-admonition-title-background--note": "color-mix(in srgb, {bleu} 12%, {card})",
    "color-highlight-on-target": "color-mix(in srgb, {jaune} 26%, {card})",
    "color-highlighted-background": "color-mix(in srgb, {jaune} 45%, {card})",
    "site-jaune": "{jaune}",
    "site-on-jaune": "{on-jaune}",
    "site-rouge": "{rouge}",
    "site-shadow": "0 2px 0 {line}, 0 10px 18px -8px {shade}",
}


def colours(theme: str) -> dict[str, str]:
    """What the theme is told for ``light`` or ``dark``."""
    text = re.sub(r"/\*.*?\*/", "", TOKENS.read_text(encoding="utf-8"), flags=re.S)
    light, dark = (
        dict(re.findall(r"--([\w-]+): ([^;]+);", part))
        for part in (text.partition(':root[data-theme="dark"]')[::2])
    )
    tokens = light if theme == "light" else light | dark
    return {name: tokens[ours] for name, ours in _NAMES.items()} | {
        name: re.sub(r"{([\w-]+)}", lambda found: tokens[found[1]], mix)
        for name, mix in _MIXED.items()
    }
