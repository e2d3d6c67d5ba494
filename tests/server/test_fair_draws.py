"""A table promises its seed before play, keeps it secret, and reveals it when the game is over."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.cli.main import main
from howdah.core.jsonio import Json
from howdah.i18n import LANGUAGES, Language, translate, use_language
from howdah.provable_draws import check_draws, commitment, promise, proof
from howdah.server.tables.fairness import meta_of, proof_of
from howdah.server.tables.model import restore_table, store_new_table
from howdah.store.store import StoredTurn
from howdah.table.create import NewTable, new_seat
from tests.golden.files import FOLDER
from tests.server.house import (
    House,
    Place,
    lay,
    opened_house,
    opened_live_house,
    order,
    play_medals,
    play_on,
)
from tests.server.test_secrets import secrets_of
from tests.server.test_whole_games import NAMES, TABLES

NO_DRAWS = {"starter": "seat 0", "board": "hexagon-19"}
"""The rules of a short game in which nothing is drawn."""


def fair_page(place: Place, **headers: str) -> str:
    """What the menu of a table says of its draws."""
    answer = place.house.get(f"/t/{place.id}/fair", headers=headers)
    assert answer.status_code == 200
    return unescape(answer.text)


def finished(house: House, game: str, players: int, **more: Any) -> Place:
    """A table at which people have played a whole game."""
    place, choice = lay(house, game, *NAMES[:players], **more), random.Random(players)
    play_medals(place, choice)
    play_on(place, choice)
    return place


# The promise


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_whoever_lays_a_table_is_promised_its_seed(house: House, game: str) -> None:
    told = house.post("/api/tables", json=order(game, "Ada", "Bo")).json()
    place = Place(house, told["id"], tuple(seat["token"] for seat in told["seats"]))
    (seed,) = secrets_of(house, place)
    assert told["commitment"] == commitment(seed)
    for seat in (None, 0, 1):
        seen = place.look(seat)
        assert (seen["commitment"], seen["seed"]) == (commitment(seed), None)


def test_the_record_of_a_running_game_carries_the_promise_alone(house: House) -> None:
    place = lay(house, "bombay", "Ada", "Bo")
    fair = {"commitment": place.look()["commitment"]}
    assert place.record()["meta"] == {"fair": fair}
    page = fair_page(place)
    assert fair["commitment"] in page
    assert "The seed is shown when the game is over" in page


def test_two_tables_have_different_seeds(house: House) -> None:
    places = [lay(house, "bazar", "Ada", rules=NO_DRAWS) for _ in range(5)]
    assert len({place.look()["commitment"] for place in places}) == 5


# The secret


def everything(place: Place) -> list[str]:
    """Every byte that anyone gets of a table by its pages and its interface."""
    paths = [place.path, f"{place.path}/record"]
    paths += [f"/t/{place.id}{path}" for path in ("", "?at=0", "/record", "/fair")]
    answers = [place.house.get(path) for path in paths]
    looks = [json.dumps(place.look(seat)) for seat, token in enumerate(place.tokens) if token]
    return [*looks, *(f"{answer.headers}\n{answer.text}" for answer in answers)]


def by_sockets(folder: Path, place: Place) -> list[str]:
    """Every byte that someone who follows a table gets."""
    asked = [{"ask": "log"}, *({"ask": ask, "shape": "wide"} for ask in ("scene", "frame"))]
    with opened_live_house(folder) as live_house:
        with live_house.websocket_connect(f"{place.path}/live") as socket:
            found = [socket.receive_text() for _ in range(place.version)]
        with live_house.websocket_connect(f"/t/{place.id}/live") as socket:
            found.append(socket.receive_text())
            for question in asked:
                socket.send_json(question)
                found.append(socket.receive_text())
    return found


@pytest.mark.parametrize(("game", "players"), [("bombay", 2), ("bazar", 2)])
def test_the_seed_is_nowhere_while_the_game_runs(house: House, game: str, players: int) -> None:
    place, choice = lay(house, game, *NAMES[:players]), random.Random(21)
    (seed,) = secrets_of(house, place)
    found = everything(place)
    play_medals(place, choice)
    play_on(place, choice, turns=3)
    found += by_sockets(house.folder, place)
    while not place.is_over():
        found += everything(place)
        play_on(place, choice, turns=5)
    assert len(found) > 30
    assert not [text for text in found if seed in text]
    assert [text for text in everything(place) if seed in text]


def test_a_game_that_is_broken_off_keeps_its_secret(house: House) -> None:
    place, choice = lay(house, "bombay", "Ada", "Bo"), random.Random(22)
    play_on(place, choice, turns=4)
    (seed,) = secrets_of(house, place)
    shelf = shelved(house, json.dumps(place.record()))
    assert shelf.record() == place.record()
    assert shelf.look()["seed"] is None
    assert shelf.look()["commitment"] == commitment(seed)
    assert "The seed is not revealed." in fair_page(shelf)


# The seed


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_downloaded_record_of_a_finished_game_is_proved(
    house: House, tmp_path: Path, game: str, players: int
) -> None:
    place = lay(house, game, *NAMES[:players])
    choice, promised = random.Random(players), place.look()["commitment"]
    play_medals(place, choice)
    play_on(place, choice)
    seen, (seed,) = place.look(), secrets_of(house, place)
    assert (seen["commitment"], seen["seed"]) == (promised, seed)
    file = tmp_path / "game.json"
    file.write_bytes(house.get(f"/t/{place.id}/record").content)
    assert json.loads(file.read_text())["meta"] == proof(seed)
    assert main(["check", "--fair", str(file)]) == 0
    page = fair_page(place)
    assert seed in page
    assert "Every draw was checked against the seed." in page


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("bombay", {"set_up": "first-game", "edition": "pl", "client_limit": 3}),
        ("bazar", {"starter": "random", "board": "hexagon-19"}),
        ("bazar", {**NO_DRAWS, "tip_rule": "touch"}),
    ],
)
def test_other_rules_are_proved_too(house: House, game: str, rules: dict[str, Json]) -> None:
    place = finished(house, game, 2, rules=rules)
    check_draws(howdah.Record.parse(json.dumps(place.record())))


def test_a_game_on_a_board_of_ones_own_is_proved(house: House) -> None:
    board = howdah.new("bazar", board="hexagon-19").board.to_json() | {"name": "my own"}
    place = finished(house, "bazar", 2, rules={"board": board})
    check_draws(howdah.Record.parse(json.dumps(place.record())))
    assert "Every draw was checked against the seed." in fair_page(place)


def test_a_promise_outlives_the_house(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bazar", "Ada", "Bo", rules=NO_DRAWS)
        promised = place.look()["commitment"]
    with opened_house(tmp_path) as again:
        place = replace(place, house=again)
        assert place.look()["commitment"] == promised
        play_on(place, random.Random(1))
        assert place.record()["meta"] == proof(place.look()["seed"])
        assert place.look()["commitment"] == promised


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_is_told_in_every_language(house: House, language: Language) -> None:
    place = lay(house, "bazar", "Ada", rules=NO_DRAWS)
    with use_language(language):
        heading, verdict = (
            translate("Fair draws"),
            translate("Every draw was checked against the seed."),
        )
    assert heading in fair_page(place, **{"accept-language": language})
    assert verdict not in fair_page(place, **{"accept-language": language})
    play_on(place, random.Random(1))
    assert verdict in fair_page(place, **{"accept-language": language})


def test_there_is_no_proof_of_a_table_that_is_not_there(house: House) -> None:
    assert house.get("/t/nowhere/fair").status_code == 404


# Records on a shelf


def shelved(house: House, text: str) -> Place:
    """A table on which a record lies."""
    answer = house.post("/records", files={"record": ("game.json", text)})
    assert answer.status_code == 200
    return Place(house, answer.url.path.removeprefix("/t/"), ())


def golden(meta: dict[str, Json] | None) -> howdah.Record:
    """A record of ours with something beside the game."""
    line = (FOLDER / "bombay-records.jsonl").read_text().splitlines()[0]
    return replace(howdah.Record.parse(line), meta=meta)


@pytest.mark.parametrize(
    "meta",
    [
        None,
        {},
        {"date": "today"},
        {"fair": None},
        {"fair": {"commitment": 7}},
        {"fair": {"commitment": "x", "more": 1}},
    ],
)
def test_a_record_without_a_proof_is_promised_nothing(
    house: House, meta: dict[str, Json] | None
) -> None:
    place = shelved(house, str(golden(meta)))
    assert place.record() == golden(meta).to_json()
    assert (place.look()["commitment"], place.look()["seed"]) == (None, None)
    assert fair_page(place).strip() == ""


def test_a_record_with_a_promise_gets_no_seed_of_ours(house: House) -> None:
    place = shelved(house, str(golden(promise("of another house"))))
    assert place.look()["over"] is True
    assert place.record()["meta"] == promise("of another house")
    assert place.look()["seed"] is None


def test_a_record_with_a_right_proof_is_told_to_be_right(house: House) -> None:
    text = json.dumps(finished(house, "bombay", 2).record())
    place = shelved(house, text)
    assert place.record() == json.loads(text)
    page = fair_page(place)
    assert "This record says that its seed was promised" in page
    assert "Every draw was checked against the seed." in page


def test_a_record_with_a_wrong_proof_is_told_with_the_first_difference(house: House) -> None:
    place = shelved(house, str(golden(proof("<b>another seed</b>"))))
    assert place.look()["seed"] == "<b>another seed</b>"
    page = fair_page(place)
    assert "The proof does not hold. The first difference: start: start." in page
    assert "Every draw was checked" not in page
    assert "<b>" not in house.get(f"/t/{place.id}/fair").text


# Tables from before there were promises


def test_a_table_without_a_promise_reveals_nothing() -> None:
    kept = store_new_table(NewTable("bazar", NO_DRAWS, (new_seat("Ada"),)))
    assert proof_of(restore_table(kept)) == (commitment(kept.seed), None)
    assert proof_of(restore_table(replace(kept, meta=None))) is None
    game = restore_table(kept).game
    assert game is not None
    turns: list[StoredTurn] = []
    while not game.is_over:
        action = str(game.play(game.legal_actions()[0]))
        turns.append(StoredTurn(len(turns) + 1, 0, [action], []))
    over = replace(kept, turns=tuple(turns), is_over=True)
    assert meta_of(restore_table(over)) == proof(kept.seed)
    assert meta_of(restore_table(replace(over, meta=None))) is None
