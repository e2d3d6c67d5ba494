"""A house that closes and opens again goes on where it was: what was answered is kept."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

import howdah
from howdah.server.settings import Settings
from tests.server.house import (
    KIND,
    House,
    Place,
    lay,
    opened_house,
    play_medals,
    play_on,
    refusal,
    seat_an_agent,
    wait_until,
    waits_for_a_person,
)

in_a_file = pytest.mark.skipif(KIND != "sqlite", reason="it looks at the file of the database")


def everything(place: Place) -> list[object]:
    """All that anyone can see of a table."""
    looks = [place.look(seat) for seat in (None, *range(len(place.tokens)))]
    return [looks, place.record()]


@pytest.mark.parametrize(("game", "players"), [("bombay", 3), ("bazar", 2), ("bazar", 1)])
def test_nothing_is_lost_whenever_the_house_closes(tmp_path: Path, game: str, players: int) -> None:
    choice = random.Random(8)
    with opened_house(tmp_path) as house:
        place = lay(house, game, *["Ada", "Bo", "Cy"][:players])
        play_medals(place, choice)
    for _ in range(2):
        with opened_house(tmp_path) as house:
            place = Place(house, place.id, place.tokens)
            play_on(place, choice, turns=4)
            before = everything(place)
        with opened_house(tmp_path) as house:
            assert everything(Place(house, place.id, place.tokens)) == before


@in_a_file
def test_draws_after_a_restart_are_those_that_would_have_been(tmp_path: Path) -> None:
    with opened_house(tmp_path / "stays") as house:
        place = lay(house, "bombay", "Ada", "Bo")
        set_ends = 2 * place.look()["view"]["game_turns"]
    shutil.copytree(tmp_path / "stays", tmp_path / "restarts")
    with opened_house(tmp_path / "stays") as house:
        stays = ended_turns(Place(house, place.id, place.tokens), set_ends)
    with opened_house(tmp_path / "restarts") as house:
        ended_turns(Place(house, place.id, place.tokens), set_ends - 1)
    with opened_house(tmp_path / "restarts") as house:
        restarts = ended_turns(Place(house, place.id, place.tokens), 1)
    assert stays == restarts
    assert stays[-1].startswith("restock ")


def ended_turns(place: Place, turns: int) -> list[str]:
    """The actions after so many turns in which nothing was done."""
    for _ in range(turns):
        seen = place.look()
        assert place.turn(seen["to_play"], seen["version"], ["end"]).status_code == 200
    actions: list[str] = place.record()["actions"]
    return actions


@in_a_file
def test_a_turn_that_was_answered_outlives_a_crash(tmp_path: Path) -> None:
    """What is on the disk while the house is still open is all that a crash leaves."""
    with opened_house(tmp_path / "house") as house:
        place = lay(house, "bazar", "Ada", rules={"starter": "seat 0"})
        assert place.turn(0, 0, place.look(0)["legal"][:1]).status_code == 200
        before = everything(place)
        shutil.copytree(tmp_path / "house", tmp_path / "after the crash")
    with opened_house(tmp_path / "after the crash") as house:
        assert everything(Place(house, place.id, place.tokens)) == before


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_an_agent_whose_turn_it_was_plays_on(tmp_path: Path, game: str) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, game, "Ada", "Bo")
        play_medals(place, random.Random(4))
        seat = place.look()["to_play"]
        version = place.version
    seat_an_agent(tmp_path, place, seat)
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(place.house, lambda: place.version == version + 1)
        assert place.look()["to_play"] == 1 - seat


def test_agents_that_the_house_interrupts_finish_their_game(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bazar", None, None, None)
    versions = []
    for _ in range(2):
        with opened_house(tmp_path) as house:
            versions.append(Place(house, place.id, place.tokens).version)
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(place.house, place.is_over)
        record = howdah.Record.parse(json.dumps(place.record()))
    assert howdah.from_record(record).is_over
    assert versions == sorted(versions)


def test_who_sat_with_an_agent_goes_on(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bombay", "Ada", None)
        wait_until(place.house, lambda: waits_for_a_person(place))
        version = place.version
        assert place.turn(0, version, ["end"]).status_code == 200
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(place.house, lambda: waits_for_a_person(place))
        assert place.version == version + 2
        refusal(place.turn(0, version, ["end"]), 409, "stale-version")
        assert place.turn(0, version + 2, ["end"]).status_code == 200


@in_a_file
@pytest.mark.parametrize("name", ["a folder", "what?", "100%", "#1", "a=b&c", "é", ":memory:"])
def test_any_folder_can_keep_tables(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / "deep"
    with opened_house(folder) as house:
        place = lay(house, "bazar", "Ada")
    assert (folder / "tables.sqlite3").is_file()
    with opened_house(folder) as house:
        assert Place(house, place.id, place.tokens).version == 0


def test_the_usual_folder_is_among_the_data_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().data == tmp_path / "howdah"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert Settings().data == Path.home() / ".local" / "share" / "howdah"


def test_a_house_keeps_its_tables_to_itself(tmp_path: Path, house: House) -> None:
    place = lay(house, "bazar", "Ada")
    with opened_house(tmp_path / "another") as other:
        assert other.get(place.path).status_code == 404
