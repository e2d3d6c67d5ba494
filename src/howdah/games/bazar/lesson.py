"""Learn Bombay Bazar: three tiles in a game for two, step by step, and tips for the rest of it."""

from __future__ import annotations

from typing import Final, cast

from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.growth import grow_trunk, grow_trunks
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.i18n import mark
from howdah.table.lesson import CONFIRM, Lesson, LessonStep, Tip

FEW: Final = 3
"""So few placements are soon none."""
MUCH: Final = 4
"""So many segments at once are worth looking for."""


def point_at(action: str) -> tuple[str, ...]:
    """The CSS selectors of what places a tile: its pile, then what turns it, then the button."""
    design = action.split(" ")[1]
    return (
        f'#pieces [data-act="{action}"]',
        f"#actions:has(#pile-{design}[aria-pressed=true]) #action-turn",
        f"#pile-{design}",
    )


LESSON: Final = Lesson(
    rules={"players": 2, "board": "hexagon-61", "tip_rule": "join", "starter": "seat 0"},
    start={"heads": ["NW", "SE"], "first_player": 0, "medals": []},
    opening=(
        "place 02-14 0",
        "place 02-14 3",
        "place 01-24-35 1",
        "place 01-25-34 2",
        "place 01-23-45 0",
        "place 02-14-35 0",
        "place 02-14-35 2",
        "place 01-25-34 2",
    ),
    steps=(
        LessonStep(
            mark(
                "The longest trunk wins. Pick the tile with the arrow, "
                "then place it at the tip of your trunk."
            ),
            ("place 01-23 1", CONFIRM),
            mark("That tile fits too, but please take the one with the arrow."),
        ),
        LessonStep(
            mark(
                "Openings must meet openings, blank sides must meet blank sides. "
                "Faded tiles don't fit: click one to see."
            ),
            card="pile:",
        ),
        LessonStep(
            mark(
                "Turn this tile until your trunk runs through the grey pieces: "
                "they become yours, 3 segments at once."
            ),
            ("place 01-25 5", CONFIRM),
            mark("Not quite: the trunk should grow by 3, through the grey pieces."),
        ),
        LessonStep(
            mark(
                "Trunks may cross, but never join. "
                "Place this tile so that you cross {name}'s trunk."
            ),
            ("place 02-13 4", CONFIRM),
            mark("That is allowed, but this time cross {name}'s trunk: it grows yours by 3."),
        ),
        LessonStep(
            mark(
                "When no tile fits, you place your end piece and stop. "
                "Keep room around your tip. Now play on!"
            ),
        ),
    ),
    replies=(("place 01-25-34 2",), ("place 01-23-45 1",), ("place 01-25-34 1",)),
    point_at=point_at,
)


def _learner(view: BazarView) -> PlayerView:
    return view.players[view.to_play or 0]


def _placements(view: BazarView) -> list[Place]:
    actions = (action for action in view.legal_actions if action != "end-piece")
    return [cast(Place, parse_action(action)) for action in actions]


def _is_blocked(view: BazarView) -> bool:
    return view.legal_actions == ("end-piece",)


def _can_grow_much(view: BazarView) -> bool:
    return any(len(grow_trunk(view, placed).segments) >= MUCH for placed in _placements(view))


def _has_little_choice(view: BazarView) -> bool:
    return 0 < len(_placements(view)) <= FEW


def _shares_its_space(view: BazarView) -> bool:
    """Whether a tile here carries on another trunk too."""
    return any(len(grow_trunks(view, placed)) > 1 for placed in _placements(view))


def _may_hit_an_end_piece(view: BazarView) -> bool:
    ends = (grow_trunk(view, placed).tip_cell for placed in _placements(view))
    return any(cell in view.end_pieces for cell in ends)


def _is_behind_one_who_has_stopped(view: BazarView) -> bool:
    own = _learner(view).length
    return any(other.has_stopped and other.length >= own for other in view.players)


def _is_behind(view: BazarView) -> bool:
    return any(other.length > _learner(view).length + MUCH for other in view.players)


TIPS: Final = (
    Tip("blocked", mark("No tile fits any more. Your end piece ends your trunk."), _is_blocked),
    Tip(
        "end piece",
        mark("Careful: one of these tiles leads into an end piece, and your trunk would stop."),
        _may_hit_an_end_piece,
    ),
    Tip(
        "shared space",
        mark("Another tip faces this space: your tile carries that trunk on as well."),
        _shares_its_space,
    ),
    Tip(
        "long growth",
        mark("Try the tiles: one of them grows your trunk by 4 segments or more."),
        _can_grow_much,
    ),
    Tip(
        "little choice",
        mark("Few tiles fit here. Turn towards open space before it gets too tight."),
        _has_little_choice,
    ),
    Tip(
        "catch up",
        mark("A rival has stopped, and you can still grow: every segment counts."),
        _is_behind_one_who_has_stopped,
    ),
    Tip(
        "behind",
        mark("You are behind. Look for grey pieces: loops through them make trunks long."),
        _is_behind,
    ),
)
