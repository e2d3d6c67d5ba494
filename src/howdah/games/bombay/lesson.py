"""Learn Bombay: the first set of a game for two, step by step, and tips for the rest of it."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.consequences import sale_gains
from howdah.games.bombay.rules import BASKETS
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.i18n import mark
from howdah.table.lesson import CONFIRM, Lesson, LessonStep, Tip

LESSON: Final = Lesson(
    rules={
        "players": 2,
        "edition": "fr",
        "board": "deccan",
        "set_up": "random",
        "client_limit": None,
    },
    start={
        "first_player": 1,
        "posts": {"E1": "blue", "E2": "yellow", "E3": "orange", "E4": "purple"},
        "palace_tokens": {
            "G1": "client",
            "G2": "rupees",
            "G3": "bale",
            "G4": "city",
            "G5": "rupees",
            "G6": "client",
            "G7": "city",
            "G8": "bale",
        },
        "demands": {
            "D1": ["blue", "yellow", "purple"],
            "D2": ["orange", "blue", "yellow"],
            "D3": ["yellow", "purple", "orange"],
            "D4": ["purple", "orange", "blue"],
        },
    },
    opening=("restock yppppbbbo", "move H1", "move E1", "end"),
    steps=(
        LessonStep(
            mark(
                "Most rupees wins. Your elephant has 3 stars a turn. "
                "Go to E4, the purple trading post: 1 star."
            ),
            ("move E4",),
            mark("You may go there. But E4 sells purple silk, and Hyderabad pays best for purple."),
        ),
        LessonStep(
            mark(
                "Posts sell at market prices. Purple is in the cheapest market: "
                "buy one bale for 1 rupee and 1 star."
            ),
            ("buy",),
            mark("Don't leave without silk: buy a purple bale first."),
        ),
        LessonStep(
            mark(
                "Hyderabad (D4) pays most for purple. "
                "Walk there with your last star, then confirm your turn."
            ),
            ("move D4", CONFIRM),
            mark("You still need this star: it takes you to Hyderabad."),
        ),
        LessonStep(
            mark(
                "Sell your purple silk: 4 rupees for the top demand, "
                "1 client for purple, 1 city token."
            ),
            ("sell purple",),
            mark("Sell first: nobody pays more for purple than Hyderabad does now."),
        ),
        LessonStep(
            mark(
                "Purple sank to the bottom: the next purple bale earns only 1 rupee. "
                "Click or tap Hyderabad for details."
            ),
            card="site:D4",
        ),
        LessonStep(
            mark("Fetch another bale: back to E4, buy purple, confirm."),
            ("move E4", "buy", CONFIRM),
            mark("That works too, but you will need another bale soon: get it at E4."),
        ),
        LessonStep(
            mark(
                "Entering a hill costs 2 stars instead of 1. Climb hill B: many trails meet there."
            ),
            ("move B",),
            mark("You may go there, but on hill B more elephants will pass your palace."),
        ),
        LessonStep(
            mark(
                "Build a palace here: it costs 1 star and your bale. "
                "Rivals who enter will earn you rupees. Confirm."
            ),
            ("build purple", CONFIRM),
            mark("Your last star is for the palace: build it here."),
        ),
        LessonStep(
            mark(
                "{name} entered your palace: 1 rupee for you! "
                "Now wait for fortune: your whole turn for 1 rupee. Confirm."
            ),
            ("wait", CONFIRM),
            mark("Not now: this step is about waiting for fortune."),
        ),
        LessonStep(
            mark(
                "A new set brings new silk. After set 4: prizes for palaces plus clients, "
                "and for 3 city tokens."
            ),
        ),
    ),
    replies=(
        ("buy", "move H1"),
        ("move G3", "move G6", "build blue"),
        ("move B", "move E4"),
    ),
)


def _learner(view: BombayView) -> PlayerView:
    return view.players[view.to_play or 0]


def _can_sell(view: BombayView) -> bool:
    return any(action.startswith("sell ") for action in view.legal_actions)


def _can_sell_at_the_top(view: BombayView) -> bool:
    demands = view.demands.get(_learner(view).site)
    return demands is not None and demands[0] in _learner(view).bales and _can_sell(view)


def _carries_all_it_can(view: BombayView) -> bool:
    return len(_learner(view).bales) == BASKETS and not _can_sell(view)


def _stands_at_a_closed_post(view: BombayView) -> bool:
    return view.posts.get(_learner(view).site) in view.closed


def _is_last_set(view: BombayView) -> bool:
    return view.set_number == view.sets


def _is_last_turn(view: BombayView) -> bool:
    return _is_last_set(view) and view.game_turn == view.game_turns


def _can_build_on_a_token(view: BombayView) -> bool:
    is_legal = any(action.startswith("build ") for action in view.legal_actions)
    return is_legal and _learner(view).site in view.palace_tokens


def _rival_palace_is_near(view: BombayView) -> bool:
    near = view.board.neighbours(_learner(view).site)
    return any(view.palaces.get(site, view.to_play) != view.to_play for site in near)


def _has_two_city_tokens(view: BombayView) -> bool:
    return _learner(view).city_tokens == 2


def _is_new_city(view: BombayView) -> bool:
    """Whether a city one step away would give its token for a bale on the elephant."""
    player = _learner(view)
    return any(
        any(gain.thing == "city-tokens" for gain in sale_gains(view, player, city, colour))
        for city in view.board.neighbours(player.site)
        for colour in player.bales
        if colour in view.demands.get(city, ())
    )


TIPS: Final = (
    Tip(
        "last turn",
        mark("Last turn: unsold bales are worth nothing. Sell, or build a palace for the empire."),
        _is_last_turn,
    ),
    Tip(
        "last set",
        mark("Last set! Palaces plus clients decide the empire prize: do you lead?"),
        _is_last_set,
    ),
    Tip(
        "top demand",
        mark("You are in the right place: this city pays its best price for silk you carry."),
        _can_sell_at_the_top,
    ),
    Tip(
        "palace token",
        mark("Build here and the palace token is yours. It only costs a bale and 1 star."),
        _can_build_on_a_token,
    ),
    Tip(
        "full",
        mark("Your elephant carries two bales, and no more fit. Time to visit a city."),
        _carries_all_it_can,
    ),
    Tip(
        "closed post",
        mark("This post is closed: its colour is in no market until the next restock."),
        _stands_at_a_closed_post,
    ),
    Tip(
        "city token",
        mark("A city near you would give you its token for a sale. Three tokens pay 4 rupees."),
        _is_new_city,
    ),
    Tip(
        "third token",
        mark("You have two city tokens. One more pays 4 rupees at the end."),
        _has_two_city_tokens,
    ),
    Tip(
        "toll",
        mark("Entering a rival's palace earns its owner 1 rupee. Sometimes it's still worth it."),
        _rival_palace_is_near,
    ),
)
