"""The documentation site: `python -m tools.docs` builds it with Sphinx and checks its links.

Pages are the Markdown files of `docs/`. A comment such as `<!-- generated: commands -->` in a page
is replaced by what the code says: `generated` lists the names.
"""
