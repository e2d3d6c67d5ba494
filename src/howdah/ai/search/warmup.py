"""Compile searches in the background; until one is ready, agents search interpreted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from howdah.ai.budget import Budget
from howdah.ai.search.search import GuidedSearch, PuctSearch, Search, UctSearch
from howdah.fast.backend import BackgroundWarmUp
from howdah.games.registry import GAMES, new

SEARCHES: Final[tuple[type[Search], ...]] = (UctSearch, GuidedSearch, PuctSearch)
_ONE: Final = Budget(simulations=1)


def is_ready(game: str, kind: str) -> bool:
    """Whether a compiled search can be used at once; if not, begin to compile it.

    Always False where nothing can be compiled.
    """
    return _WARM_UP.is_ready(game, kind)


def make_ready(wanted: Iterable[tuple[str, str]] | None = None) -> None:
    """Wait until searches are compiled, or loaded from the cache: some, or all there are."""
    every = ((game, search.kind) for game in GAMES for search in SEARCHES)
    for game, kind in every if wanted is None else wanted:
        _WARM_UP.wait(game, kind)


def _compile(game: str, kind: str) -> None:
    """Compile a search by one simulation."""
    search = next(search for search in SEARCHES if search.kind == kind)
    search(new(game, players=2, seed=1), "", is_compiled=True).run(_ONE)


_WARM_UP: Final = BackgroundWarmUp(_compile)
