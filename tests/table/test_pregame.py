"""What a table shows of its medals: all rounds in the log, the last one until the viewer plays."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from howdah.games.bazar.medals import Medals
from howdah.i18n import use_language
from howdah.i18n.translation import CODES
from howdah.table.create import NewTable, create_table, new_seat, start_game, table_from_record
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Draft, Viewpoint, draft_frame, frame
from howdah.table.model import Table
from howdah.table.turns import commit_turn

NAMES = ("Ada", "Bo", "Cleo")
ALL_WRONG = ("odd", "odd", "odd")
ONLY_ADA_RIGHT = ("even", "odd", "odd")
"""What the three call; everyone always keeps two medals."""


def table_with_medals(*remote: int) -> Table:
    seats = [new_seat(name, is_remote=seat in remote) for seat, name in enumerate(NAMES)]
    return create_table(NewTable("bazar", {"starter": "medals"}, tuple(seats)), "7")


def play_round(table: Table, *calls: str) -> Table:
    pregame = table.pregame
    assert isinstance(pregame, Medals)
    for seat, call in zip(pregame.still_in, calls):
        pregame.choose(seat, 2, call)  # type: ignore[arg-type]
    table = replace(table, version=table.version + 1)
    if not pregame.is_done:
        return table
    return replace(table, game=start_game(table, "7"), pregame=None)


def started_table(*remote: int) -> Table:
    """Ada starts: all were wrong in the first round, Bo and Cleo in the second."""
    return play_round(play_round(table_with_medals(*remote), *ALL_WRONG), *ONLY_ADA_RIGHT)


def regions(table: Table, seat: int | None, *, at: int | None = None) -> dict[str, str]:
    position = table.length if at is None else at
    viewpoint = Viewpoint(seat, "wide")
    shown = frame(table, viewpoint, EventLogCache(), at=position, is_past=at is not None)
    found: dict[str, str] = shown["regions"]
    return found


def play_turn(table: Table) -> Table:
    game = table.game
    assert game is not None
    assert game.to_play is not None
    return commit_turn(table, game.to_play, table.version, [str(game.legal_actions()[0])]).table


def is_shown(table: Table, seat: int | None, *, at: int | None = None) -> bool:
    return "round-result" in regions(table, seat, at=at)["pregame-result"]


def test_before_the_first_round_is_over_there_is_nothing_to_show() -> None:
    table = table_with_medals()
    assert table.pregame is not None
    table.pregame.choose(0, 3, "odd")
    shown = regions(table, 1)
    assert (shown["pregame-log"], shown["pregame-result"]) == ("", "")


def test_while_the_medals_go_on_everyone_sees_the_last_round() -> None:
    table = play_round(table_with_medals(), *ALL_WRONG)
    for seat in (0, 1, 2, None):
        result = regions(table, seat)["pregame-result"]
        assert "Total: 2 + 2 + 2 = 6, even." in result
        assert "Everyone guessed wrong: nobody is out." in result
        assert "Ada, Bo, Cleo play again." in result


def test_the_log_has_all_rounds_in_any_position_for_everyone() -> None:
    table = started_table()
    first = regions(table, 0)["pregame-log"]
    assert first.count("<span>") == 2
    assert "Bo, Cleo guessed odd and are out." in first
    assert "Ada starts." in first
    later = play_turn(play_turn(table))
    assert {regions(later, seat, at=at)["pregame-log"] for seat in (1, None) for at in (0, 2)} == {
        first
    }


def test_the_result_is_there_until_the_viewer_has_played() -> None:
    table = started_table(1, 2)
    assert all(is_shown(table, seat) for seat in (0, 1, 2, None))
    table = play_turn(table)
    assert [is_shown(table, seat) for seat in (0, 1, 2, None)] == [False, True, True, True]
    table = play_turn(table)
    assert [is_shown(table, seat) for seat in (0, 1, 2, None)] == [False, False, True, True]
    table = play_turn(table)
    assert not any(is_shown(table, seat) for seat in (0, 1, 2, None))


def test_on_a_shared_device_the_result_is_there_until_one_of_its_players_has_played() -> None:
    table = play_turn(started_table(2))
    assert [is_shown(table, seat) for seat in (0, 1, 2)] == [False, False, True]


def test_in_a_replay_the_result_is_there_before_the_first_turn() -> None:
    table = play_turn(started_table(1, 2))
    for seat in (0, 1, None):
        assert is_shown(table, seat, at=0)
        assert not is_shown(table, seat, at=1)


def test_a_record_shows_its_medals() -> None:
    table = play_turn(started_table())
    assert table.game is not None
    replay = table_from_record(json.dumps(table.game.record().to_json()))
    assert regions(replay, None, at=1)["pregame-log"] == regions(table, None)["pregame-log"]
    assert is_shown(replay, None, at=0)
    assert not is_shown(replay, None, at=1)


def test_a_draft_changes_nothing_of_it() -> None:
    table = started_table()
    assert table.game is not None
    action = str(table.game.legal_actions()[0])
    for draft in (Draft(pick=action), Draft((action,))):
        drafted: dict[str, Any] = draft_frame(table, Viewpoint(0, "wide"), draft)["regions"]
        for region in ("pregame-log", "pregame-result"):
            assert drafted[region] == regions(table, 0)[region]


def test_who_starts_is_named_unless_it_is_the_reader_alone() -> None:
    remote, shared = started_table(1, 2), started_table()
    assert "You start." in regions(remote, 0)["pregame-result"]
    assert "Ada starts." in regions(remote, 1)["pregame-result"]
    assert "Ada starts." in regions(shared, 0)["pregame-result"]


def test_where_no_medals_decide_there_is_no_such_region() -> None:
    seats = (new_seat("Ada"), new_seat("Bo"))
    for game, rules in (("bombay", {}), ("bazar", {"starter": "random"})):
        table = create_table(NewTable(game, rules, seats), "7")
        assert not {"pregame-log", "pregame-result"} & regions(table, 0).keys()


@pytest.mark.parametrize("language", CODES)
def test_names_are_escaped_in_every_language(language: Any) -> None:
    seats = (new_seat("<b>A"), new_seat("Bo", is_remote=True))
    table = create_table(NewTable("bazar", {"starter": "medals"}, seats), "7")
    with use_language(language):
        shown = regions(play_round(table, "odd", "odd"), 1)
        for region in ("pregame-log", "pregame-result"):
            assert "&lt;b&gt;A" in shown[region]
            assert not re.search("<b>A|{", shown[region])
