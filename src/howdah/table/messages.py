"""The messages between a page and a table, whatever carries them.

A page asks for a `scene` (the backdrop), a `log`, a `frame` or the frame of a `draft`, for the info
`card` of a thing or the `legend` at the position that it shows, or for a `tip`. It gets one message
back. When the table changes it is sent `news`, or a `turn` with all its steps. When players come or
go, it is sent the `seat_states`. See `docs/architecture.md`. What a viewer may see is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final

from howdah.i18n import translate
from howdah.render.types import SHAPES, Shape
from howdah.table.card_answers import Shown, info_card, legend, shown_draft, shown_position
from howdah.table.encoding import encode_json
from howdah.table.errors import TableError, goes_on_elsewhere, invalid, not_your_seat, stale
from howdah.table.event_log import EventLogCache
from howdah.table.frames import (
    Draft,
    Message,
    Viewpoint,
    draft_frame,
    frame,
    hash_parts,
    log,
    news,
    omit_known,
    scene,
)
from howdah.table.jinja import render_template
from howdah.table.lesson import find_tip
from howdah.table.model import Table
from howdah.table.seat_states import SeatStates, seat_states
from howdah.table.turns import play_actions
from howdah.table.updates import Hashes, Updates

Seats = tuple[int, ...]

LONGEST_DRAFT: Final = 64
"""More actions than any turn has."""


class PageSession:
    """The conversation of one page with a table: it knows what the page shows.

    Messages must reach the page in the order in which they are made: an update holds only what
    differs from the message before it.
    """

    __slots__ = (
        "_known", "_length", "_logs", "_seat", "_seat_states", "_seats", "_shape", "_updates",
    )  # fmt: skip

    def __init__(self, logs: EventLogCache, updates: Updates) -> None:
        self._seats: Seats | None = None
        """The seats that the page was sent last."""
        self._seat_states: SeatStates = ()
        """What the page was last sent of who is here."""
        self._logs = logs
        self._updates = updates
        self._shape: Shape | None = None
        """None as long as the page does not follow the game, but looks back or has just loaded."""
        self._seat: int | None = None
        self._length = 0
        self._known: Hashes = {}

    def answer(self, table: Table, seats: Seats, message: dict[str, Any], now: float) -> str:
        """Answer a message of a page that may play some seats; raise `TableError` to refuse it."""
        return encode_json(self._dispatch(table, seats, message, now))

    def update(self, table: Table, seats: Seats, now: float, *, here: Collection[int] = ()) -> str:
        """Return what the page needs to know of a table that has changed.

        Only news say which seats the page may play, and whose owners are `here`, for turns are
        shared between viewers.
        """
        if self._shape is not None and seats == self._seats:
            viewpoint = Viewpoint(self._seat, self._shape, now)
            update = self._updates.update(table, viewpoint, self._length, self._known)
            if update is not None:
                self._known, self._length = update.hashes, table.length
                return update.text
        self._seats = seats
        self._seat_states = states = seat_states(table, here)
        shown = {"seat_states": states} if any(states) else {}
        return encode_json({**news(table), "seats": list(seats), **shown})

    def update_seat_states(self, table: Table, here: Collection[int]) -> str | None:
        """Return who is here and who is not, unless the page has been sent just that."""
        states = seat_states(table, here)
        if states == self._seat_states or not any((*states, *self._seat_states)):
            return None
        self._seat_states = states
        return encode_json({"kind": "seat_states", "seat_states": states})

    def _dispatch(self, table: Table, seats: Seats, message: dict[str, Any], now: float) -> Message:
        asked = message.get("ask")
        if asked == "log":
            return log(table, self._logs, _count(message.get("after"), 0))
        shape = parse_shape(message.get("shape"))
        if asked == "scene":
            return scene(table, shape)
        seat = None if message.get("seat") is None else parse_seat(message, seats)
        viewpoint = Viewpoint(seat, shape, now)
        if asked == "tip":
            return _describe_tip(table, seat, message)
        if asked == "card":
            return info_card(parse_position(table, viewpoint, message), message.get("key"))
        if asked == "legend":
            return legend(parse_position(table, viewpoint, message))
        if asked == "draft":
            return self._send(table, viewpoint, message, preview_draft(table, viewpoint, message))
        at, is_past = _parse_at(table, message)
        shown = frame(table, viewpoint, self._logs, at=at, is_past=is_past)
        return self._send(table, viewpoint, message, shown)

    def _send(
        self, table: Table, viewpoint: Viewpoint, message: dict[str, Any], shown: Message
    ) -> Message:
        """Note what the page shows from now on, and leave out what it shows already."""
        follows = shown["at"] == table.length and message.get("past") is not True
        self._seat, self._shape = viewpoint.seat, viewpoint.shape if follows else None
        self._length, self._known = table.length, hash_parts(shown)
        return omit_known(shown, self._known, _as_object(message.get("known")))


def _describe_tip(table: Table, seat: int | None, message: Mapping[str, Any]) -> Message:
    """The tip that is due after the actions of a draft; without a key if none is."""
    seen = message.get("seen")
    if not isinstance(seen, list) or not all(isinstance(key, str) for key in seen):
        raise _unreadable()
    draft = parse_draft(message).actions
    if not table.is_first_game or table.game is None or table.to_play != seat:
        return {"kind": "tip", "key": None}
    game = play_actions(table.game.at(table.length), draft)
    tip = find_tip(game.view(seat, screens=table.screens), seen)
    if tip is None:
        return {"kind": "tip", "key": None}
    html = render_template("tip.html", text=translate(tip.text))
    return {"kind": "tip", "key": tip.key, "html": html}


def parse_message(text: str | None) -> dict[str, Any]:
    """Parse a message: a JSON object."""
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _unreadable()
    return found


def parse_seat(message: Mapping[str, Any], seats: Seats) -> int:
    """Parse the seat of a message, which must be one of those that the page may play."""
    seat = message.get("seat")
    if type(seat) is not int or seat not in seats:
        raise not_your_seat()
    return seat


def parse_turn(message: Mapping[str, Any], seats: Seats) -> tuple[int, int, tuple[str, ...]]:
    """Parse a turn to commit: the seat, the version of the table, and the actions."""
    version = message.get("version")
    if type(version) is not int:
        raise _unreadable()
    return parse_seat(message, seats), version, parse_draft(message).actions


def preview_draft(table: Table, viewpoint: Viewpoint, message: Mapping[str, Any]) -> Message:
    """The frame that a draft leads to; nothing is played."""
    draft = parse_draft(message)
    _check_draft(table, viewpoint, message)
    return draft_frame(table, viewpoint, draft)


def _check_draft(table: Table, viewpoint: Viewpoint, message: Mapping[str, Any]) -> None:
    """Refuse the draft of a viewer who may not play now."""
    version = message.get("version")
    if table.is_abandoned:
        raise goes_on_elsewhere(table.continued_at)
    if type(version) is not int or version != table.version or table.game is None:
        raise stale(table.version)
    if viewpoint.seat is None or table.to_play != viewpoint.seat:
        raise not_your_seat()


def parse_position(table: Table, viewpoint: Viewpoint, message: Mapping[str, Any]) -> Shown:
    """Parse the position that a page shows: that of a draft, if the message has its actions."""
    if "actions" not in message:
        at, is_past = _parse_at(table, message)
        return shown_position(table, viewpoint, at, is_past=is_past)
    draft = parse_draft(message)
    _check_draft(table, viewpoint, message)
    return shown_draft(table, viewpoint, draft)


def _parse_at(table: Table, message: Mapping[str, Any]) -> tuple[int, bool]:
    """Parse how many actions a page shows, the last ones by default, and whether it looks back."""
    at = min(_count(message.get("at"), table.length), table.length)
    return at, message.get("past") is True


def parse_draft(message: Mapping[str, Any]) -> Draft:
    """Parse the turn that a page tries out."""
    actions, pick = message.get("actions"), message.get("pick")
    is_list = isinstance(actions, list) and len(actions) <= LONGEST_DRAFT
    if not is_list or not all(isinstance(action, str) for action in actions or ()):
        raise _unreadable()
    undone = message.get("undone")
    if not all(one is None or isinstance(one, str) for one in (pick, undone)):
        raise _unreadable()
    return Draft(tuple(actions or ()), pick, message.get("can_redo") is True, undone)


def parse_shape(value: Any) -> Shape:
    """Parse the shape of a screen."""
    if value not in SHAPES:
        raise _unreadable()
    return SHAPES[SHAPES.index(value)]


def _unreadable() -> TableError:
    return invalid(translate("Invalid request."))


def _as_object(value: Any) -> Mapping[str, Any]:
    """The hashes of what a page shows; anything else is as if it showed nothing."""
    return value if isinstance(value, dict) else {}


def _count(value: Any, default: int) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else default
