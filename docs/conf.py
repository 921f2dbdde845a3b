"""How Sphinx builds the documentation (`make docs`). What it makes from the games' data stands in registers.py."""

import gc
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import elric

gc.disable()  # what a build makes stays to its end: looking for garbage takes a quarter of its time

project = "elric"
author = "The maintainers of elric"
copyright = "the maintainers of elric, MIT licence"
version = release = elric.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "registers"]
exclude_patterns = ["*.py", "__pycache__"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of the standard library have no page here
suppress_warnings = ["config.cache", "ref.python"]  # a name that two rooms have, such as Action

myst_enable_extensions = ["colon_fence", "deflist"]
myst_fence_as_directive = ["mermaid"]
myst_heading_anchors = 3
myst_ref_domains = ["std", "py"]
toc_object_entries = False

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"elric {version}"
html_favicon = "../elric/app/voila/templates/elric/static/favicon.svg"
html_static_path = ["static"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "open.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_css_files = ["docs.css"]
html_copy_source = html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7c1f14", "color-brand-content": "#7c1f14"},
    "dark_css_variables": {"color-brand-primary": "#e0a98a", "color-brand-content": "#e0a98a"},
}


def skipped(app: Any, what: str, name: str, obj: object, skip: bool, options: Any) -> bool | None:
    """A field of a named tuple that has no words of its own: its name and type stand in the signature."""
    return True if (getattr(obj, "__doc__", "") or "").startswith("Alias for field number") else None


def setup(app: Any) -> None:
    app.connect("autodoc-skip-member", skipped)
