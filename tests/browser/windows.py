"""Windows that change their size while a page is open in them."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page, ViewportSize

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "short": {"width": 390, "height": 664},
    "tablet": {"width": 820, "height": 1180},
    "desktop": {"width": 1280, "height": 800},
}


class Windows:
    """Pages that were opened at one size, and are looked at in another, with or without touch.

    What a page is told this way holds as long as its session does, so each page keeps one.
    """

    def __init__(self) -> None:
        self._sessions: dict[Page, CDPSession] = {}

    def resize(self, page: Page, size: str) -> None:
        """Give a page another size; whoever does so gives it back in the end."""
        if page not in self._sessions:
            self._sessions[page] = page.context.new_cdp_session(page)
        touch = size != "desktop"
        told = self._sessions[page].send
        told(
            "Emulation.setDeviceMetricsOverride",
            {
                **SIZES[size], "screenWidth": SIZES[size]["width"],
                "screenHeight": SIZES[size]["height"], "deviceScaleFactor": 1, "mobile": touch,
            },
        )  # fmt: skip
        told("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def give_back(self, page: Page, size: str) -> None:
        """Leave a page empty, and in the size that it was opened in."""
        page.goto("/favicon.svg")  # nothing is laid out anew there
        self.resize(page, size)
