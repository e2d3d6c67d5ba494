"""What is generated into the pages: `<!-- generated: NAME -->` is replaced by Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Final

GENERATORS: Final[dict[str, str]] = {
    "commands": "tools.docs.commands:command_reference",
    "http-api": "tools.docs.http_api:http_api_reference",
    "aec_env": "tools.docs.environments:aec_env_spaces",
    "single_env": "tools.docs.environments:single_env_spaces",
    "vector_env": "tools.docs.environments:vector_env_spaces",
    "openspiel": "tools.docs.environments:openspiel_spaces",
}
"""The functions that write Markdown, by the name that a page uses."""

MARKER: Final = re.compile(r"^<!-- generated: (.+) -->$", re.MULTILINE)


def fill_in(text: str) -> str:
    """Replace every marker in a page; `KeyError` if a name is unknown.

    >>> fill_in("no marker")
    'no marker'
    """
    return MARKER.sub(lambda found: generate(found[1]), text)


def generate(name: str) -> str:
    """Return the Markdown of one name."""
    module, _, function = GENERATORS[name].partition(":")
    make: Callable[[], str] = getattr(import_module(module), function)
    return make()
