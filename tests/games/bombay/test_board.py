from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.core.errors import InvalidBoard, InvalidOption
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.game import Bombay
from tests.games.bombay.boards import deccan_data

SHIPPED = {"deccan": "1f4e0b1b5dfd6023e7b3cc8496d5ba67fa01678ede4ac8c6473213783ee6230c"}


def test_a_shipped_board_never_changes_under_its_name() -> None:
    found = {
        name: sha256(json.dumps(BOARDS.get(name).to_json(), sort_keys=True).encode()).hexdigest()
        for name in BOARDS.names
    }
    assert found == SHIPPED


def test_every_shipped_board_tells_its_provenance() -> None:
    assert [BOARDS.get(name).provenance for name in BOARDS.names] == ["reconstructed"]


def test_each_colour_is_refused_by_exactly_one_city() -> None:
    columns = BOARDS.get("deccan").demand_columns
    refused = [({"yellow", "purple", "blue", "orange"} - set(column)).pop() for column in columns]
    assert sorted(refused) == ["blue", "orange", "purple", "yellow"]


def test_a_board_may_come_from_a_file(tmp_path: Path) -> None:
    data = deccan_data()
    data["trails"].append(["A", "B"])
    path = tmp_path / "board.json"
    path.write_text(json.dumps(data))
    game = howdah.new("bombay", board=path, seed=1)
    assert "move B" in map(str, game.legal_actions())
    assert Bombay.from_record(game.record()).board.name == "my-deccan"
    assert game.record().rules["board"] == data


def test_a_board_may_be_an_object() -> None:
    board = BOARDS.load(deccan_data())
    assert Bombay.new(board=board, seed=1).board is not None
    assert repr(board) == "<Board my-deccan>"
    assert BOARDS.load(board) is board


def test_a_record_may_carry_a_shipped_board_whole() -> None:
    record = Bombay.new(2, seed=1).record()
    rules = {**record.rules, "board": deccan_data(name="deccan")}
    whole = howdah.Record.parse(json.dumps({**record.to_json(), "rules": rules}))
    assert howdah.from_record(whole).record() == whole


def test_the_order_of_the_fields_means_nothing() -> None:
    data = deccan_data(name="deccan")
    data["sites"] = [dict(reversed(site.items())) for site in data["sites"]]
    assert BOARDS.load(dict(reversed(data.items()))) == BOARDS.get("deccan")


def test_a_correction_needs_a_name_of_its_own() -> None:
    data = deccan_data(name="deccan")
    data["trails"].append(["A", "B"])
    with pytest.raises(InvalidBoard, match="the name of a shipped board; give a changed board"):
        BOARDS.load(data)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[1,", b"7"])
def test_a_file_that_is_no_board_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(content)
    with pytest.raises(InvalidBoard):
        BOARDS.load(path)


def test_an_unknown_board_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InvalidBoard, match=r"neither a board of this game \(deccan\)"):
        howdah.new("bombay", board="mysore")


def test_the_order_of_the_sites_is_free() -> None:
    data = deccan_data()
    data["sites"].reverse()
    game = Bombay.new(4, board=data, set_up="first-game", seed=1)
    assert set(map(str, game.legal_actions())) == set(
        map(str, Bombay.new(4, set_up="first-game", seed=1).legal_actions())
    )
    assert howdah.from_record(game.record()).record() == game.record()


def with_faces(first_game_face: str) -> Any:
    """A board whose faces differ, with the first-game layout of one of them."""
    data = deccan_data()
    faces = data["palace_token_faces"]
    faces["orange"] = ["client", "client", "rupees", "rupees", "rupees", "city", "bale", "bale"]
    if first_game_face == "orange":
        data["first_game"]["palace_tokens"]["G4"] = "rupees"
    return data


def test_the_face_matters_when_an_owner_finds_that_the_faces_differ() -> None:
    tokens = {
        players: sorted(
            Bombay.new(players, board=with_faces("yellow"), seed=1).view().palace_tokens.values()
        )
        for players in (3, 4)
    }
    assert tokens[3].count("rupees") == 3
    assert tokens[4].count("rupees") == 2


def test_a_first_game_needs_a_layout_for_its_face() -> None:
    Bombay.new(4, board=with_faces("yellow"), set_up="first-game")
    Bombay.new(2, board=with_faces("orange"), set_up="first-game")
    with pytest.raises(
        InvalidOption, match="no first-game layout for palace tokens with the orange"
    ):
        Bombay.new(2, board=with_faces("yellow"), set_up="first-game")


def change(path: str, value: Any) -> Callable[[Any], None]:
    """Set a place such as `sites.0.x` in the data."""

    def apply(data: Any) -> None:
        *parents, last = path.split(".")
        for step in parents:
            data = data[int(step) if isinstance(data, list) else step]
        place: Any = int(last) if isinstance(data, list) else last
        if value is ...:
            del data[place]
        else:
            data[place] = value

    return apply


def cut_off_f1(data: Any) -> None:
    data["trails"] = [trail for trail in data["trails"] if "F1" not in trail]


BROKEN: dict[str, tuple[Callable[[Any], None], str]] = {
    "no name": (change("name", ""), "name: should be 1 to 60 printable"),
    "a name of another type": (change("name", 5), "name: should be a text"),
    "a missing field": (change("trails", ...), 'board: lacks the field "trails"'),
    "an unknown field": (change("colour", "red"), 'board: has an unknown field "colour"'),
    "an unknown provenance": (change("provenance", "guessed"), "provenance: should be one of"),
    "a canvas of one number": (change("canvas", [1000]), "canvas: should be two numbers"),
    "two markets": (change("markets", [{"x": 1, "y": 1}] * 2), "markets: should be 3"),
    "a market without a place": (change("markets.0", {"x": 1}), 'lacks the field "y"'),
    "a place that is no number": (change("sites.0.x", "1"), "sites\\[0\\].x: should be a number"),
    "a place that is a truth": (change("sites.0.x", True), "should be a number"),
    "a place off the world": (change("sites.0.y", 1e9), "should be a number"),
    "an unknown group": (change("sites.0.group", "Z"), "group: should be one of"),
    "no group": (change("sites.0.group", ...), "group: should be one of"),
    "a kind of another group": (change("sites.0.kind", "city"), "should be hilltop in group A"),
    "an unknown kind": (change("sites.0.kind", "swamp"), "kind: should be one of"),
    "a nameless city": (change("sites.2.name", ...), 'lacks the field "name"'),
    "an id with a space": (change("sites.0.id", "A 1"), "should be a letter, then"),
    "an id twice": (change("sites.1.id", "A"), 'sites: "A" is there 2 times'),
    "a missing site": (change("sites.22", ...), "group H should have 2 sites, not 1"),
    "a trail to nowhere": (change("trails.0", ["A", "Z1"]), 'there is no site "Z1"'),
    "a trail from a site to itself": (change("trails.0", ["A", "A"]), "should join two sites"),
    "a trail of three": (change("trails.0", ["A", "B", "E4"]), "should join two sites"),
    "a trail twice": (change("trails.0", ["F4", "A"]), "trails\\[1\\]: .* is there twice"),
    "a site cut off": (cut_off_f1, "no way leads from A to F1"),
    "a colour twice in a column": (
        change("demand_columns.0", ["yellow", "yellow", "orange"]),
        "should be three different colours",
    ),
    "a column of two": (change("demand_columns.0", ["yellow", "blue"]), "three different colours"),
    "an unknown colour": (change("demand_columns.0.0", "red"), "should be one of yellow"),
    "three columns": (change("demand_columns.3", ...), "should be 4, with 3 cubes of each"),
    "two columns alike": (
        change("demand_columns.0", ["purple", "orange", "blue"]),
        "should be 4, with 3 cubes",
    ),
    "seven tokens": (change("palace_token_faces.orange.7", ...), "should be 8 tokens, not 7"),
    "an unknown token": (change("palace_token_faces.orange.7", "tea"), "should be one of client"),
    "no orange face": (change("palace_token_faces.orange", ...), 'lacks the field "orange"'),
    "a first game without posts for eight": (change("first_game.posts.8", ...), 'field "8"'),
    "a first game with a colour too often": (
        change("first_game.posts.4.E1", "yellow"),
        "first_game.posts: should be 1 of each colour",
    ),
    "a first game with a post too few": (change("first_game.posts.8.F4", ...), 'field "F4"'),
    "a first game with tokens of neither face": (
        change("first_game.palace_tokens.G1", "bale"),
        "should hold the tokens of one of the two faces",
    ),
    "a first game with a token on H": (change("first_game.palace_tokens.H1", "bale"), '"H1"'),
    "a first game with columns of its own": (
        change("first_game.demands.D1", ["blue", "orange", "purple"]),
        "should be the four demand columns of the board",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_the_validator_refuses_a_board_with(fault: str) -> None:
    breaks, message = BROKEN[fault]
    data = deccan_data()
    BOARDS.load(data)
    breaks(data)
    with pytest.raises(InvalidBoard, match=message):
        BOARDS.load(data)


def test_a_note_and_names_of_other_places_are_optional() -> None:
    data = deccan_data()
    del data["note"]
    data["sites"][0]["name"] = "The start"
    board = BOARDS.load(data)
    assert (board.note, board.sites[0].name) == ("", "The start")
