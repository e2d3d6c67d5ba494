"""The messages between a page and a table, whatever carries them.

A page asks for a `scene` (the backdrop), a `log`, a `frame` or the frame of a `draft`, and gets
one message back; see `docs/architecture.md`. What a viewer may see is decided here. A page that
sends the hashes of what it shows gets only the parts of a frame that have changed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from howdah.i18n import translate
from howdah.render.types import SHAPES, Shape
from howdah.table.errors import TableError, invalid, not_your_seat, stale
from howdah.table.event_log import EventLogCache
from howdah.table.frames import (
    Draft,
    Message,
    Viewpoint,
    draft_frame,
    frame,
    log,
    omit_known,
    scene,
)
from howdah.table.model import Table


def handle_message(
    table: Table, seats: tuple[int, ...], text: str | None, logs: EventLogCache, now: float
) -> Message:
    """Answer a message of a viewer who may play some seats; an error is an answer too."""
    try:
        return _dispatch(table, seats, parse_message(text), logs, now)
    except TableError as error:
        return {"kind": "refusal", **error.to_json()}


def parse_message(text: str | None) -> dict[str, Any]:
    """Parse a message: a JSON object."""
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _unreadable()
    return found


def _dispatch(
    table: Table, seats: tuple[int, ...], message: dict[str, Any], logs: EventLogCache, now: float
) -> Message:
    if message.get("ask") == "log":
        return log(table, logs, _count(message.get("after"), 0))
    shape, seat = parse_shape(message.get("shape")), message.get("seat")
    if message.get("ask") == "scene":
        return scene(table, shape)
    if seat is not None and (type(seat) is not int or seat not in seats):
        raise not_your_seat()
    at = min(_count(message.get("at"), table.length), table.length)
    is_past = message.get("past") is True
    shown = frame(table, Viewpoint(seat, shape, now), logs, at=at, is_past=is_past)
    return omit_known(shown, _known(message.get("known")))


def preview_draft(
    table: Table, viewpoint: Viewpoint, version: int, draft: Draft, known: Mapping[str, str]
) -> Message:
    """The frame that a draft leads to; nothing is played."""
    if version != table.version or table.game is None:
        raise stale(table.version)
    if table.to_play != viewpoint.seat:
        raise not_your_seat()
    return omit_known(draft_frame(table, viewpoint, draft), known)


def parse_shape(value: Any) -> Shape:
    """Parse the shape of a screen."""
    if value not in SHAPES:
        raise _unreadable()
    return SHAPES[SHAPES.index(value)]


def _unreadable() -> TableError:
    return invalid(translate("This cannot be understood."))


def _known(value: Any) -> Mapping[str, str]:
    """The hashes of what a page shows; anything else is as if it showed nothing."""
    return value if isinstance(value, dict) else {}


def _count(value: Any, default: int) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_count else default
