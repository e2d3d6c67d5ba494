"""Compiled searches are made ready in the background; whoever cannot wait searches interpreted."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from threading import Lock, Thread
from typing import Final

from howdah import fast
from howdah.ai.budget import Budget
from howdah.ai.search.search import GuidedSearch, PuctSearch, Search, UctSearch
from howdah.games.registry import GAMES, new

log = logging.getLogger(__name__)

SEARCHES: Final[tuple[type[Search], ...]] = (UctSearch, GuidedSearch, PuctSearch)
_ONE: Final = Budget(simulations=1)

_LOCK: Final = Lock()
_WORK: Final[dict[tuple[str, str], Thread]] = {}
_READY: Final[set[tuple[str, str]]] = set()


def is_ready(game: str, kind: str) -> bool:
    """Whether a compiled search can be used at once; if not, it will be before long.

    Never, where nothing can be compiled.
    """
    if (game, kind) in _READY:
        return True
    _begin(game, kind)
    return False


def make_ready(wanted: Iterable[tuple[str, str]] | None = None) -> None:
    """Wait until searches are compiled, or loaded from the cache: some, or all there are."""
    every = ((game, search.kind) for game in GAMES for search in SEARCHES)
    for game, kind in every if wanted is None else wanted:
        _begin(game, kind).join()


def _begin(game: str, kind: str) -> Thread:
    """The thread that makes a search ready, begun if need be."""
    with _LOCK:
        if (game, kind) not in _WORK:
            name = f"compiling {game} {kind}"
            thread = Thread(target=_compile, args=(game, kind), name=name, daemon=True)
            _WORK[game, kind] = thread
            thread.start()
        return _WORK[game, kind]


def _compile(game: str, kind: str) -> None:
    """Compile a search if there is a compiler, which takes a while to find out."""
    if not fast.is_compiled():
        return
    search = next(search for search in SEARCHES if search.kind == kind)
    try:
        search(new(game, players=2, seed=1), "", is_compiled=True).think(_ONE)
    except Exception:  # a compiler that fails leaves the interpreter, which is slower but right
        log.exception("the %s search of %s could not be compiled", kind, game)
    else:
        _READY.add((game, kind))
