"""How Sphinx builds the documentation; `build_site.py` calls it.

Nothing is fetched, neither when it is built nor when it is read: no fonts, scripts or inventories
from anywhere else, and no script or style inside a page, which `echappee serve` would not allow.
"""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from build_site import FONTS, ROOT
from docs._sphinx import lenient_json, outside_pages, own_names, palette
from echappee import __version__

_HERE = Path(__file__).resolve().parent

project = "Échappée"
author = "The Échappée authors"
copyright = author
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
templates_path = [str(_HERE / "templates")]
exclude_patterns: list[str] = []
highlight_language = "none"
nitpicky = True
show_warning_types = True

myst_enable_extensions = ["colon_fence", "attrs_inline"]
myst_heading_anchors = 4
myst_links_external_new_tab = False

# The reference: in the order of the sources, with types as they are written there.
default_role = "py:obj"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries = False  # they would take a quarter of the time; the index has them all
nitpick_ignore_regex = own_names.NOT_OURS

html_theme = "furo"
html_title = "Échappée"
html_logo = str(ROOT / "web" / "public" / "icon.svg")
html_favicon = str(ROOT / "web" / "public" / "favicon.svg")
html_static_path = [str(_HERE / "static")]
html_css_files = ["fonts.css", "site.css"]
html_context = {"look": outside_pages.digest(_HERE, FONTS)}  # pages name files by version
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_last_updated_fmt = None
html_domain_indices = False
html_use_index = True
html_permalinks_icon = "#"
html_theme_options = {
    "light_css_variables": palette.colours("light"),
    "dark_css_variables": palette.colours("dark"),
    "top_of_page_buttons": [],
}


def setup(app: Sphinx) -> None:
    """What no option says."""
    lenient_json.setup(app)
    own_names.setup(app)
    outside_pages.setup(app, FONTS)
