"""The home page, and the cards of tables on it: for own seats, for strangers, in every language."""

from __future__ import annotations

import random
import re

import pytest
from httpx2 import AsyncClient

from howdah.games.registry import GAMES
from howdah.i18n import LANGUAGES, Language, translate, use_language
from howdah.table.lesson import lesson_module
from howdah.table.panels import panels_for
from tests.server.clients import (
    AppClient,
    TableClient,
    create_table,
    new_browser,
    play_on,
)

FIRST_GAME = {"set_up": "first-game"}
"""The rules by which seat 0 begins."""


def sit_down(client: AppClient, table: TableClient, *seats: int) -> AsyncClient:
    """A browser that has taken some seats of a table."""
    browser = new_browser(client.app)
    for seat in seats:
        path = f"/t/{table.id}/seat/{table.tokens[seat]}"
        client.post(path, browser=browser, follow_redirects=False)
    return browser


def card_of(client: AppClient, table: TableClient, browser: AsyncClient, **headers: str) -> str:
    """The card of a table, as a browser is sent it."""
    answer = client.get(f"/t/{table.id}/summary", browser=browser, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def read_card(card: str) -> tuple[str, str]:
    """The kind and the sentence of a card."""
    kind = re.search(r'data-kind="(\w+)"', card)
    status = re.search(r'class="status">([^<]*)<', card)
    assert kind
    assert status
    return kind[1], status[1]


# The page


@pytest.mark.parametrize("game", GAMES)
def test_each_game_says_what_it_is_and_can_be_played_learned_and_read_about(
    client: AppClient, game: str
) -> None:
    page = client.get("/").text
    card = page.partition(f'aria-labelledby="game-{game}"')[2].partition("</article>")[0]
    assert f"/pictures/{game}.en.light.svg" in card
    assert f"about {panels_for(game).ABOUT.minutes} minutes" in card
    for path in (f"/learn/{game}", f"/new?game={game}", f"/rules/{game}"):
        assert f'href="{path}"' in card
    for start in panels_for(game).QUICK_STARTS:
        assert f'id="play-{start.key}"' in card


def test_without_a_script_both_a_lesson_and_a_game_are_offered(client: AppClient) -> None:
    page = client.get("/").text
    assert re.search(r'<a class="button primary big" id="learn-first" href="/learn/\w+">', page)
    assert re.search(r'<button class="big" form="start-\w+" id="play-first">', page)


def test_a_game_without_a_lesson_offers_none(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in [*GAMES]:
        monkeypatch.delitem(GAMES, game)
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")
    assert lesson_module("noughts") is None
    page = client.get("/").text
    assert 'id="play-noughts"' in page
    assert "/learn/" not in page
    assert 'id="next-step"' not in page


@pytest.mark.parametrize(("name", "shown"), [("  Zoé ", "Zoé"), ("", "Player"), (" ", "Player")])
def test_a_quick_game_is_played_under_the_name_that_was_given(
    client: AppClient, name: str, shown: str
) -> None:
    form = {"game": "bazar", "players": "1", "name": name}
    path = client.post("/play", data=form, follow_redirects=False).headers["location"]
    table = client.run(client.app.state.tables.get(path.removeprefix("/t/")))
    assert table.names == [shown]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_border_of_the_cloth_is_that_of_the_boards(client: AppClient, theme: str) -> None:
    picture = client.get(f"/pictures/border.{theme}.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "var(" not in picture.text
    assert 'viewBox="0 0 67 67"' in picture.text, "the stylesheet cuts it at 21"
    assert client.get("/pictures/border.red.svg").status_code == 404


# The cards


def test_a_card_says_whose_turn_it_is(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", "Chitra", rules=FIRST_GAME)
    ada, bo = (sit_down(client, table, seat) for seat in (0, 1))
    assert read_card(card_of(client, table, ada)) == ("turn", "Your turn")
    assert read_card(card_of(client, table, bo)) == ("waiting", "Waiting for Ada")
    assert table.turn(0, 0, ["wait"]).status_code == 200
    assert read_card(card_of(client, table, ada)) == ("waiting", "Waiting for Bo")
    card = card_of(client, table, bo)
    assert read_card(card) == ("turn", "Your turn")
    assert f'href="/t/{table.id}"' in card
    assert "Ada, Bo, Chitra" in card


def test_a_stranger_reads_no_more_than_the_public_interface_says(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", rules=FIRST_GAME)
    card = card_of(client, table, new_browser(client.app))
    assert read_card(card) == ("waiting", "Waiting for Ada")
    assert not [token for token in table.tokens if token and token in card]


def test_several_people_on_one_device_read_who_of_them_is_to_play(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", rules=FIRST_GAME)
    assert read_card(card_of(client, table, sit_down(client, table, 0, 1))) == (
        "turn",
        "Your turn, Ada",
    )


def test_a_card_before_the_game_waits_for_those_who_have_not_chosen(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo", "Chitra", rules={"starter": "medals"})
    ada = sit_down(client, table, 0)
    assert read_card(card_of(client, table, ada)) == ("turn", "Your turn")
    assert table.medals(0, 0, 2, "odd").status_code == 202
    assert read_card(card_of(client, table, ada)) == ("waiting", "Waiting for Bo, Chitra")


def test_a_finished_game_says_who_has_won(client: AppClient) -> None:
    rules = {"starter": "seat 0", "board": "hexagon-19"}
    table = create_table(client, "bazar", "Ada", "Bo", rules=rules)
    play_on(table, random.Random(1))
    won = table.record()["result"]["winners"]
    stranger = read_card(card_of(client, table, new_browser(client.app)))
    assert stranger[0] == "over"
    assert "win" in stranger[1]
    winner = read_card(card_of(client, table, sit_down(client, table, won[0])))
    assert winner[1].startswith("You ")


def test_a_game_that_was_taken_back_goes_on_elsewhere(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", rules={"board": "hexagon-19"})
    ada = sit_down(client, table, 0)
    assert table.turn(0, 0, table.state(0)["legal"][:1]).status_code == 200
    answer = client.post(f"/t/{table.id}/take-back", json={"at": 0}, browser=ada)
    assert answer.status_code == 200, answer.text
    assert read_card(card_of(client, table, ada)) == (
        "over",
        "This game continues at another table.",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_in_the_language_of_its_reader(
    client: AppClient, idle: TableClient, language: Language
) -> None:
    card = card_of(client, idle, new_browser(client.app), **{"accept-language": language})
    with use_language(language):
        assert read_card(card)[1] == translate("Waiting for {names}", names="Ada")


@pytest.mark.parametrize("table_id", ["nowhere", "x" * 41, "..", "%00"])
def test_a_table_that_does_not_exist_has_no_card(client: AppClient, table_id: str) -> None:
    answer = client.get(f"/t/{table_id}/summary")
    assert answer.status_code == 404
    assert "data-kind" not in answer.text
