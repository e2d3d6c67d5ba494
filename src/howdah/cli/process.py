"""How a process gets ready to serve many people at once."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from typing import Final

COLLECTIONS: Final = (10_000, 10, 50)
"""So much must have piled up before Python looks for rubbish: a look at everything that is there
stops all pages for as long as it takes."""
SWITCHES: Final = 0.001
"""The seconds after which a thread that thinks or draws lets another one have its turn."""


def get_ready_for_many() -> None:
    """Make room for many sockets, and keep Python from stopping everyone too often."""
    _allow_many_files()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)
    sys.setswitchinterval(SWITCHES)


def _allow_many_files() -> None:
    """Every socket is a file; Windows knows no such limit."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
