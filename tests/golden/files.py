"""The golden files, and how each is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from howdah.games import load
from howdah.render.svg import svg
from tests.golden.perft import perft_table
from tests.golden.playthrough import busy_game, playthrough

FOLDER = Path(__file__).parent
IMAGES = FOLDER.parent.parent / "docs" / "images"
PLAYERS = (2, 3, 4, 5)


def _records() -> str:
    return "".join(f"{busy_game(n, f'golden {k}')}\n" for n in PLAYERS for k in range(3))


def _playthrough(players: int) -> str:
    return playthrough(busy_game(players, "golden 0"))


def _picture() -> str:
    return svg(load(IMAGES / "bombay.json").view(screens="open"))


GOLDEN_FILES: dict[Path, Callable[[], str]] = {
    FOLDER / "bombay-records.jsonl": _records,
    FOLDER / "bombay-perft.txt": perft_table,
    IMAGES / "bombay.svg": _picture,
    **{FOLDER / f"bombay-{n}-players.txt": partial(_playthrough, n) for n in PLAYERS},
}
