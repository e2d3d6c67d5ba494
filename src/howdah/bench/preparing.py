"""What may not be installed here: it is made ready to run, or told why it is missing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from textwrap import shorten
from typing import Any, Final

from howdah.bench.measure import Chunk, Missing, Workload, run_chunks
from howdah.core.extras import install_command

Prepare = Callable[[str], Workload]
"""Makes the workload of a name; what it imports may not be there."""
BROUGHT_BY: Final = {"jax": "pip install pgx", "pgx": "pip install pgx"}
"""The command that installs a module which `howdah[bench]` does not bring."""
_OURS: Final = "howdah."


class Unready(Exception):
    """Something cannot run here; the message tells why."""


def prepared(name: str, prepare: Prepare) -> Workload | Missing:
    """A workload that is ready to run, or why there is none."""
    try:
        return prepare(name)
    except Unready as error:
        return Missing(name, str(error))
    except ModuleNotFoundError as error:
        return Missing(name, _without(str(error.name)))
    except Exception as error:
        reason = shorten(f"{type(error).__name__}: {error}", 100)
        return Missing(name, f"{reason}; {install_command('bench')} may mend it")


def _without(module: str) -> str:
    if module.startswith(_OURS):
        return f"{module} does not come with this installation"
    return f"no {module}: {BROUGHT_BY.get(module) or install_command('bench')}"


def ready(name: str, unit: str, note: str, new_chunk: Callable[[], Chunk]) -> Workload:
    """A workload that has run once; every run takes a new chunk, so that each does the same."""
    new_chunk()()
    return Workload(name, unit, note, partial(run_chunks, new_chunk))


def load(module: str, distribution: str) -> tuple[Any, str]:
    """A peer, and its name with its version."""
    return imported(module), f"{distribution} {version(distribution)}"


def imported(module: str) -> Any:
    """A module; what it warns of while it loads is not our matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(module)
