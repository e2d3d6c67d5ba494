"""Agents of other modules: a command line may name one as `my_module:MyAgent`.

This imports the module that a text names, so it is for command lines only. A server never calls
it: it offers only the agents of the registry.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from howdah.ai.agents import Agent, UnknownAgent, make_agent


def load_agent(text: str, seed: str) -> Agent:
    """Make the agent that a text names: of the registry, or by a class or function of a module.

    The class or function is called with the seed; what it returns has to have `choose(view)`.

    >>> load_agent("howdah.ai.agents:RandomAgent", "7").seed
    '7'
    """
    try:
        return make_agent(text, seed)
    except UnknownAgent as unknown:
        module, _, name = text.partition(":")
        if not _is_dotted(module) or not _is_dotted(name):
            raise UnknownAgent(f"{unknown} One of your own is module:Name.") from None
        return _check_agent(_find_factory(module, name, unknown)(seed), text)


def _is_dotted(text: str) -> bool:
    return all(part.isidentifier() for part in text.split("."))


def _find_factory(module: str, name: str, unknown: UnknownAgent) -> Any:
    """Return what has a name in a module, if it can be called."""
    found: Any = _import_module(module, unknown)
    for part in name.split("."):
        if not hasattr(found, part):
            raise UnknownAgent(f"The module {module!r} has nothing named {name!r}.")
        found = getattr(found, part)
    if not callable(found):
        raise UnknownAgent(f"{module}:{name} cannot be called to make an agent.")
    return found


def _import_module(module: str, unknown: UnknownAgent) -> Any:
    """Import a module from the current folder or the path of Python, as `python -m` does."""
    here = os.getcwd()  # noqa: PTH109 (sys.path holds texts)
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise UnknownAgent(f"The module {module!r} cannot be imported: {error}.") from error
        raise UnknownAgent(
            f"{unknown} Nor is there a module {error.name!r} in this folder."
        ) from None
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise UnknownAgent(f"The module {module!r} cannot be imported: {what}.") from error


def _check_agent(agent: Any, text: str) -> Agent:
    if not callable(getattr(agent, "choose", None)):
        raise UnknownAgent(f"What {text} makes has no method `choose(view)`.")
    found: Agent = agent
    return found
