"""Boards: four shipped ones, any other that passes the validator, and what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.core.errors import InvalidBoard, InvalidOption
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, beyond
from howdah.games.bazar.state import NO_END
from tests.games.bazar.boards import hexagon_data, largest, with_a_hole

SHIPPED = {
    "hexagon-19": "bd7d11ccb6d2a20da6823911c27a28678786d3fb983f17408fcf39dda2984572",
    "hexagon-37": "7f85434dfd21b95a3bb181187ce7af832f1d620bb31f219cdf88989dd54c02bf",
    "hexagon-61": "1c1247befa488e972203abe43398fe56b2e8ebb8171692bdd0f691d6a7068661",
    "rectangle-68": "49563dc742bce9aaf05e46a6937c7341d5ed4ac013f143dcf59cda7c30dd529c",
}


def test_a_shipped_board_never_changes_under_its_name() -> None:
    found = {
        name: sha256(json.dumps(BOARDS.get(name).to_json(), sort_keys=True).encode()).hexdigest()
        for name in BOARDS.names
    }
    assert found == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_board_tells_its_provenance_and_its_character(name: str) -> None:
    board = BOARDS.get(name)
    assert board.provenance == "reconstructed"
    assert len(board.note) > 20


@pytest.mark.parametrize(
    ("name", "side"), [("hexagon-19", 3), ("hexagon-37", 4), ("hexagon-61", 5)]
)
def test_a_hexagon_holds_every_cell_within_reach_of_its_middle(name: str, side: int) -> None:
    reach = range(1 - side, side)
    cells = {(q, r) for q in reach for r in reach if abs(q + r) < side}
    board = BOARDS.get(name)
    assert set(board.cells) == cells
    assert [(head.name, head.first_cell, head.entry_edge) for head in board.heads] == [
        ("NW", (0, 1 - side), 4),
        ("NE", (side - 1, 1 - side), 5),
        ("SE", (0, side - 1), 1),
        ("SW", (1 - side, side - 1), 2),
    ]


def test_the_rectangle_has_rows_of_eight_and_seven() -> None:
    board = BOARDS.get("rectangle-68")
    rows = Counter(r for _, r in board.cells)
    assert [rows[r] for r in range(9)] == [8, 7, 8, 7, 8, 7, 8, 7, 8]


def test_the_rectangle_has_narrower_beginnings() -> None:
    for head in ("NW", "NE", "SE", "SW"):
        game = Bazar.new(1, board="rectangle-68", heads=[head])
        assert 0 < len(game.legal_actions()) < 6


@pytest.mark.parametrize("name", SHIPPED)
def test_the_way_out_of_a_cell_is_the_way_into_the_next_one(name: str) -> None:
    board = BOARDS.get(name)
    for place in board.cells:
        for edge in EDGES:
            way_out, other = board.tables.beyond[board.number_of[place]][edge], beyond(place, edge)
            if other in board.cells:
                assert way_out == board.way_in(other, OPPOSITE[edge])
                assert beyond(other, OPPOSITE[edge]) == place
            else:
                assert way_out == NO_END


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_board_can_be_played_to_the_end(name: str, players: int) -> None:
    game = Bazar.new(players, board=name, seed=1)
    while not game.is_over:
        game.play(game.legal_actions()[-1])
    assert howdah.from_record(game.record()).record() == game.record()


# Boards of one's own


def test_a_board_may_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps(with_a_hole()))
    game = howdah.new("bazar", board=path, seed=1)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    again = howdah.from_record(howdah.Record.parse(str(game.record())))
    assert again.record() == game.record()
    assert game.record().rules["board"] == with_a_hole()
    assert len(game.board.cells) == 36


def test_a_record_may_carry_a_shipped_board_whole() -> None:
    record = Bazar.new(2, seed=1).record()
    rules = {**record.rules, "board": BOARDS.get("hexagon-61").to_json()}
    whole = howdah.Record.parse(json.dumps({**record.to_json(), "rules": rules}))
    assert howdah.from_record(whole).record() == whole


def test_the_order_of_the_fields_means_nothing() -> None:
    data = hexagon_data(name="hexagon-19")
    assert BOARDS.load(dict(reversed(data.items()))) == BOARDS.get("hexagon-19")


def test_a_correction_needs_a_name_of_its_own() -> None:
    data = hexagon_data(name="hexagon-19")
    data["cells"].append([3, -2])
    with pytest.raises(InvalidBoard, match="the name of a shipped board; give a changed board"):
        BOARDS.load(data)


def test_a_board_may_have_up_to_127_cells() -> None:
    game = Bazar.new(4, board=largest(), seed=1)
    assert len(game.board.cells) == 127
    with pytest.raises(InvalidBoard, match="from 4 to 127, not 128"):
        BOARDS.load({**largest(), "cells": [*largest()["cells"], [7, -6]]})


NEIGHBOURS = [
    {"name": "NW", "first_cell": [0, -2], "entry_edge": 4},
    {"name": "NE", "first_cell": [1, -2], "entry_edge": 5},
    {"name": "SE", "first_cell": [0, 2], "entry_edge": 1},
    {"name": "SW", "first_cell": [-2, 2], "entry_edge": 2},
]


def test_a_head_that_waits_is_an_opening_like_any_other() -> None:
    """On a board whose heads are neighbours, a trunk may come by before another has begun."""
    game = Bazar.new(4, board=hexagon_data(heads=NEIGHBOURS), starter="seat 0")
    game.play("place 02 4")
    assert game.view().players[0].tip_cell == game.view().players[1].tip_cell == (1, -2)
    assert [reason.code for reason in game.why_not("place 01 3")] == [
        "off-the-board",
        "entry-blank",
    ]
    assert [reason.code for reason in game.why_not("place 02 3")] == ["trunks-joined"]
    assert "place 02-14 1" in map(str, game.legal_actions())


# What the validator refuses


def head(number: int, **changes: Any) -> Any:
    heads = hexagon_data()["heads"]
    return [{**h, **changes} if n == number else h for n, h in enumerate(heads)]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cells": []}, "the number of cells: should be a whole number from 4 to 127, not 0"),
        ({"cells": 7}, "cells: should be a list"),
        ({"cells": [[0, -2], [0, -2], [1, 1], [2, 2]]}, r"cells\[1\]: \[0, -2\] is there twice"),
        ({"cells": [[0, 0], [1, 0], [2, 0], [9, 0]]}, r"no way leads from \[0, 0\] to \[9, 0\]"),
        ({"cells": [[0, 0, 0]] * 4}, r"cells\[0\]: should be two numbers"),
        ({"cells": [[0, 0.0]] * 4}, r"cells\[0\]: should be a whole number"),
        ({"cells": [[0, True]] * 4}, r"cells\[0\]: should be a whole number"),
        ({"cells": [[0, 10**9]] * 4}, r"cells\[0\]: should be a whole number"),
        ({"heads": []}, "heads: should be 4, not 0"),
        ({"heads": head(0, name="N")}, r"heads\[0\].name: should be NW"),
        ({"heads": hexagon_data()["heads"][::-1]}, r"heads\[0\].name: should be NW"),
        (
            {"heads": head(1, first_cell=[9, 9])},
            r"heads\[1\].first_cell: there is no cell",
        ),
        (
            {"heads": head(1, entry_edge=3)},
            r"heads\[1\].entry_edge: should lie on the outer",
        ),
        ({"heads": head(1, entry_edge=6)}, r"heads\[1\].entry_edge: should be a whole number"),
        ({"heads": head(1, first_cell=[0, -2])}, r"heads\[1\].first_cell: is the first cell of"),
        ({"heads": head(2, colour="red")}, r"heads\[2\]: has an unknown field"),
        ({"name": ""}, "name: should be 1 to 60 printable characters"),
        ({"name": "a\nb"}, "name: should be 1 to 60 printable characters"),
        ({"provenance": "guessed"}, "provenance: should be one of attested, derived"),
        ({"note": 7}, "note: should be a text"),
        ({"canvas": [1, 1]}, "has an unknown field"),
    ],
)
def test_a_board_that_is_wrong_is_refused_with_its_place(changes: Any, message: str) -> None:
    with pytest.raises(InvalidBoard, match=message):
        BOARDS.load(hexagon_data(**changes))


def test_a_note_is_optional() -> None:
    data = hexagon_data()
    del data["note"]
    assert BOARDS.load(data).note == ""


@pytest.mark.parametrize("field", ["name", "provenance", "cells", "heads"])
def test_every_other_field_is_needed(field: str) -> None:
    data = hexagon_data()
    del data[field]
    with pytest.raises(InvalidBoard, match=f'lacks the field "{field}"'):
        BOARDS.load(data)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[1,", b"7"])
def test_a_file_that_is_no_board_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(content)
    with pytest.raises(InvalidBoard):
        BOARDS.load(path)


def test_a_board_of_the_other_game_is_not_a_board_of_this_one() -> None:
    with pytest.raises((InvalidBoard, InvalidOption), match="neither a board of this game"):
        Bazar.new(board="deccan")


def test_a_note_is_a_few_sentences() -> None:
    board = {**BOARDS.get("hexagon-19").to_json(), "name": "mine"}
    assert BOARDS.load({**board, "note": "x" * 2000}).note == "x" * 2000
    with pytest.raises(InvalidBoard, match="note: should have at most 2000"):
        BOARDS.load({**board, "note": "x" * 2001})
