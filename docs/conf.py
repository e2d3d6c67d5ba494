"""How Sphinx builds the documentation site; `make docs` runs it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import howdah  # noqa: E402 (the path above finds it)

project = "Howdah"
author = "The Howdah authors"
project_copyright = "The Howdah authors, MIT licence"
version = release = howdah.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["images/*"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_ambiguous"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
default_role = "code"
# Types are links where they are documented; the others are plain text.
nitpick_ignore_regex = [("py:.*", ".*")]

html_theme = "furo"
html_title = f"Howdah {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#9a4a12", "color-brand-content": "#9a4a12"},
    "dark_css_variables": {"color-brand-primary": "#f0a35e", "color-brand-content": "#f0a35e"},
}


def _fill_in(_: Sphinx, __: str, source: list[str]) -> None:
    from tools.docs.generated import fill_in  # noqa: PLC0415 (pages without markers need no server)

    source[0] = fill_in(source[0])


def _write_pictures(_: Sphinx) -> None:
    from tools.docs.environments import write_pictures  # noqa: PLC0415 (it imports all environments)

    write_pictures(ROOT / "build" / "docs-pictures")


def setup(app: Sphinx) -> dict[str, bool]:
    """Generate what the pages say about the code."""
    app.connect("builder-inited", _write_pictures)
    app.connect("source-read", _fill_in)
    return {"parallel_read_safe": True}
