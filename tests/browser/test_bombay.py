from __future__ import annotations

from typing import cast

from playwright.sync_api import Page, expect

import howdah
from howdah.games.registry import AnyGame
from howdah.table.endings import describe_winners
from tests.browser.conftest import PHONE, Visit
from tests.browser.page_actions import (
    NAMES,
    act,
    choices,
    close_menu,
    commit,
    create_table_by_form,
    is_handed_over,
    let_turns_commit_themselves,
    open_menu,
    open_table,
    position,
    show_result,
    table_of,
    take_the_screen,
    wait_for_selector,
    wait_for_turn,
)

TURNS = 32
"""In a game of two."""
LIKED = ("take", "sell", "build", "buy", "wait", "move", "end")
"""What a simple player likes best, if it is offered."""


def _liking(action: str) -> tuple[int, str]:
    return LIKED.index(action.split(" ", maxsplit=1)[0]), action


def _play_a_turn(page: Page, turn: int) -> None:
    """In the first half of a set one walks, on another way each time, and trades on arrival."""
    walks = turn % 8 < 4
    while describe_action := choices(page):
        liked = sorted(describe_action, key=_liking)
        steps = [action for action in liked if action.startswith("move ")]
        if walks and steps and _liking(liked[0]) >= (LIKED.index("wait"), ""):
            walks = False
            act(page, steps[turn % len(steps)])
        else:
            act(page, "end" if liked[0].startswith("move ") else liked[0])
    commit(page)


def _wait(page: Page) -> None:
    """A turn that commits itself; then someone is to play, or the game is over."""
    act(page, "wait")
    wait_for_selector(page, "#handover[open], #action-wait, .scoring")


def _downloaded(page: Page) -> howdah.Record:
    open_menu(page)
    with page.expect_download() as download:
        page.locator("#download").click()
    return howdah.Record.parse(download.value.path().read_text())


def test_two_people_play_a_whole_game_at_one_screen(visit: Visit) -> None:
    """The first set as people play, the rest in a hurry."""
    page = visit(viewport=PHONE)
    page.locator("#new-table").click()
    create_table_by_form(page, "me", "me")
    hand_overs = 0
    for turn in range(TURNS):
        if is_handed_over(page):
            hand_overs += 1
            take_the_screen(page)
        if turn < TURNS // 4:
            _play_a_turn(page, turn)
            continue
        if turn == TURNS // 4:
            let_turns_commit_themselves(page)
        _wait(page)
    show_result(page)
    game = howdah.from_record(_downloaded(page))
    assert game.is_over
    assert position(page) == (len(game.actions), len(game.actions))
    assert hand_overs == 29, "the first player of a set has just played, save in the first one"
    kinds = {str(action).split(" ")[0] for action in game.actions}
    assert {"move", "wait", "end"} <= kinds
    expect(page.locator(".scoring #headline .result")).to_have_text(_verdict(game))


def _verdict(game: AnyGame, you: int | None = None) -> str:
    result = game.result()
    assert result is not None
    return describe_winners(cast(list[int], result["winners"]), NAMES, you)


def test_a_game_against_an_opponent_of_ours_ends_and_is_played_again(visit: Visit) -> None:
    page = open_table(visit, "me", "agent:greedy")
    let_turns_commit_themselves(page)
    for _ in range(TURNS // 2):
        _wait(page)
    game = howdah.from_record(_downloaded(page))
    close_menu(page)
    show_result(page)
    expect(page.locator(".scoring #headline .result")).to_have_text(_verdict(game, you=0))
    before = table_of(page)
    page.locator("#rematch").click()
    page.wait_for_url(lambda url: before not in url)
    wait_for_turn(page)
    assert page.locator("#players .player-name strong").all_inner_texts() == ["Bao", "Ada"]
    assert page.locator("#card-1 .rupees").is_visible(), "the player keeps a seat in the rematch"
    assert page.locator("#log [data-at]").count() > 1, "now the opponent began"
