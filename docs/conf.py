"""How `make docs` builds the site: the pages beside this file, the reference from the docstrings, the notebooks run."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

project = "tictactoe"
copyright = "the tictactoe developers"  # noqa: A001  Sphinx's name
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
language = "en"

# The pages are plain markdown that also reads well beside the code; links go to headings as they do there.
myst_heading_anchors = 3

# Docstrings are plain text with `names` in them.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
add_module_names = False
maximum_signature_line_length = 88
# Names in signatures that lead nowhere here: other people's, our abbreviations, and what stays inside the checker.
nitpick_ignore_regex = [("py:.*", r"(?!tictactoe\.).*"), ("py:.*", r"tictactoe\.check\..*")]

# The notebooks are stored without outputs and run here.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
# Nothing is fetched from another host when a page is looked at: no widgets, and no formulas.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [("*", "application/vnd.jupyter.widget-view+json", None)]  # what they show without Python

html_theme = "furo"
html_title = "tictactoe"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "monokai"


def _listed(app: Sphinx, what: str, name: str, of: object, options: object, lines: list[str]) -> None:  # noqa: ARG001
    """Make a docstring's columns, a word and what it means in each line, a list; and leave out what says nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    paragraphs = "\n".join(lines).split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        rows = [re.fullmatch(r" *(\S+(?: \S+)*) {2,}(\S.*)", line) for line in paragraph.splitlines()]
        if ">>>" not in paragraph and len(rows) > 1 and all(rows):
            paragraphs[number] = "\n".join(f"{row[1]}\n    {row[2]}" for row in rows if row)
    lines[:] = "\n\n".join(paragraphs).split("\n")


def _without_last_blank(app: Sphinx, page: str, source: list[str]) -> None:  # noqa: ARG001
    """The blank line at the end of an example is there for the test that runs it, not for the reader."""
    if not page.startswith("notebooks/"):
        source[0] = source[0].replace("\n\n```\n", "\n```\n")


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", _listed)
    app.connect("source-read", _without_last_blank)
