"""The golden files, and how each is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from howdah.core.record import Record
from howdah.games.bazar.svg.picture import tile_chart
from howdah.games.registry import load
from howdah.render.svg import svg
from tests.golden import bazar_perft, bazar_playthrough, bombay_perft, bombay_playthrough

FOLDER = Path(__file__).parent
IMAGES = FOLDER.parent.parent / "docs" / "images"
PLAYERS = (2, 3, 4, 5)


def _bombay_records() -> str:
    games = [bombay_playthrough.busy_game(n, f"golden {k}") for n in PLAYERS for k in range(3)]
    return "".join(f"{game}\n" for game in games)


def _bombay_playthrough(players: int) -> str:
    return bombay_playthrough.playthrough(bombay_playthrough.busy_game(players, "golden 0"))


def _bazar_game(number: int) -> Record:
    return bazar_playthrough.lively_game(f"golden {number}", **bazar_playthrough.GAMES[number])


def _bazar_records() -> str:
    return "".join(f"{_bazar_game(number)}\n" for number in range(len(bazar_playthrough.GAMES)))


def _bazar_playthrough(number: int) -> str:
    return bazar_playthrough.playthrough(_bazar_game(number))


def _picture(game: str) -> str:
    return svg(load(IMAGES / f"{game}.json").view(screens="open"))


GOLDEN_FILES: dict[Path, Callable[[], str]] = {
    FOLDER / "bombay-records.jsonl": _bombay_records,
    FOLDER / "bombay-perft.txt": bombay_perft.perft_table,
    IMAGES / "bombay.svg": partial(_picture, "bombay"),
    **{FOLDER / f"bombay-{n}-players.txt": partial(_bombay_playthrough, n) for n in PLAYERS},
    FOLDER / "bazar-records.jsonl": _bazar_records,
    FOLDER / "bazar-perft.txt": bazar_perft.perft_table,
    IMAGES / "bazar.svg": partial(_picture, "bazar"),
    IMAGES / "bazar-tiles.svg": tile_chart,
    **{
        FOLDER / f"bazar-game-{number}.txt": partial(_bazar_playthrough, number)
        for number in range(len(bazar_playthrough.GAMES))
    },
}
