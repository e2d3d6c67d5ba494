"""Frames: all that a viewer sees of a table at one moment, drawn for that viewer alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from zlib import crc32

from howdah.core.lru import LruCache
from howdah.games.registry import GAMES, AnyGame, game_class, plugin_for
from howdah.i18n import Language, current_language, translate
from howdah.render.svg import renderer_for
from howdah.render.types import SHAPES, Shape
from howdah.table.board_grid import PREFIX, board_grid_for, encode_lines
from howdah.table.endings import end_context
from howdah.table.event_log import NO_MOTION, Event, EventLogCache, open_view
from howdah.table.info_cards import info_cards_for
from howdah.table.jinja import render_part, render_template
from howdah.table.model import Table
from howdah.table.panels import panels_for
from howdah.table.pregame import draw_choices, draw_rounds
from howdah.table.score_trail import score_trail_of
from howdah.table.seat_links import describe_notices
from howdah.table.stand_ins import choices_for
from howdah.table.take_back import may_take_back
from howdah.table.turns import is_turn_over, play_actions

Message = dict[str, Any]

_TOOLTIP: Final = re.compile(r"<title>[^<]*</title>")
_SHARED_LAYERS: Final[LruCache[dict[str, str]]] = LruCache(64)
_SHARED_REGIONS: Final[LruCache[Message]] = LruCache(64)
"""Of positions that were drawn lately; a game is another object in every position."""


@dataclass(frozen=True)
class Viewpoint:
    """Who looks at a table, on what kind of screen, and when."""

    seat: int | None
    """None for a spectator."""
    shape: Shape
    now: float = 0.0
    """In seconds since 1970: it decides whether an absent player may be replaced."""


@dataclass(frozen=True)
class Draft:
    """A turn that a player tries out."""

    actions: tuple[str, ...] = ()
    pick: str | None = None
    """An action that the player considers, shown on the board."""
    can_redo: bool = False
    undone: str | None = None
    """The action that the player has just undone."""


@dataclass(frozen=True)
class BackdropKey:
    """What the backdrop of a board depends on; boards are compared by their JSON text."""

    game: str
    source: str
    shape: Shape
    language: Language
    board: Any = field(compare=False)


def warm_backdrops() -> None:
    """Draw a board of each game, so that what is computed once for a board is there."""
    for name in GAMES:
        renderer = renderer_for(name)
        game = game_class(name).new(seed=0)
        view = game.view(game.to_play)
        for shape in SHAPES:
            renderer.backdrop(view.board, shape)
            renderer.layers(view, shape)


def scene(table: Table, shape: Shape) -> Message:
    """What never changes on the board of a table."""
    board = _game_or_preview(table).view().board
    return _draw_backdrop(
        BackdropKey(table.game_name, board.source, shape, current_language(), board)
    )


@lru_cache(maxsize=64)
def _draw_backdrop(key: BackdropKey) -> Message:
    renderer, board, shape = renderer_for(key.game), key.board, key.shape
    return {
        "kind": "scene",
        "shape": shape,
        "size": renderer.size(board, shape),
        "placement": renderer.placement(board, shape),
        "backdrop": renderer.backdrop(board, shape),
        "grid": _draw_grid(key),
    }


def _draw_grid(key: BackdropKey) -> Message | None:
    """The cells of the board as texts, without what is on them; None if the game has no grid."""
    grid = board_grid_for(key.game)
    if grid is None:
        return None
    rows = grid.rows(key.board, key.shape)
    return {
        "rows": render_template("grid.html", rows=rows),
        "radius": grid.MARKER_RADIUS[key.shape],
        "empty": translate(grid.EMPTY_CELL),
        "no_choice": translate(grid.NO_CHOICE),
    }


def log(table: Table, logs: EventLogCache, after: int) -> Message:
    """The events after a number of actions."""
    events = [log_event(event) for event in logs.events_of(table)[after:]]
    return {"kind": "log", "events": events}


def frame(
    table: Table, viewpoint: Viewpoint, logs: EventLogCache, *, at: int, is_past: bool = False
) -> Message:
    """The table as it was after a number of actions; `is_past` if the viewer looks back at it."""
    if not table.is_seed_made:
        return _frame_before_set_up(table)
    event = logs.events_of(table)[at - 1] if at else None
    game = _game_at(table, at)
    step = draw_step(table, game, viewpoint, event, is_past=is_past)
    return {**position(table), **step, "over": game.is_over}


def _game_at(table: Table, at: int) -> AnyGame:
    current = _game_or_preview(table)
    return current if at == table.length else current.at(at)


def view_at(table: Table, viewpoint: Viewpoint, at: int, *, is_past: bool) -> tuple[AnyGame, Any]:
    """The game after a number of actions, and what a viewer sees of it."""
    game = _game_at(table, at)
    has_secrets = _shows_secrets_to_owners(table, is_past=is_past)
    is_now = game.length == table.length
    return game, _view(table, game, viewpoint, is_now=is_now, has_secrets=has_secrets)


def draw_step(
    table: Table, game: AnyGame, viewpoint: Viewpoint, event: Event | None, *, is_past: bool = False
) -> Message:
    """A position of a table as a viewer sees it, with the event that led to it."""
    is_now = game.length == table.length
    has_secrets = _shows_secrets_to_owners(table, is_past=is_past)
    view = _view(table, game, viewpoint, is_now=is_now, has_secrets=has_secrets)
    said = "" if event is None else event.sentence
    sentence = "" if is_past or is_now else said
    motion = NO_MOTION if event is None else event.motion
    return {
        "at": game.length,
        "layers": _layers(table, game, view, viewpoint.shape),
        "regions": {
            **_shared_regions(table, game, view, viewpoint.shape, has_secrets=has_secrets),
            **draw_rounds(table, game, viewpoint.seat, is_past=is_past),
            **_grid_choices(game, view),
            "actions": _actions(table, game, view, viewpoint, Draft(), sentence=sentence),
        },
        "event": None if event is None else log_event(event),
        "said": said,
        "motion": _motion(motion, game, view.board, viewpoint.shape),
    }


def _frame_before_set_up(table: Table) -> Message:
    """An empty board while the seed is made, and who is there; it is the same for everyone."""
    sharing = table.seed_sharing
    assert sharing is not None
    absent = [table.names[seat] for seat in sharing.absent if table.seats[seat].is_remote]
    cards = (
        render_part(
            "seat_here.html",
            seat=number,
            name=seat.name,
            agent=seat.agent,
            is_here=number not in sharing.absent,
        )
        for number, seat in enumerate(table.seats)
    )
    actions = render_template(
        "seed_sharing.html",
        absent=absent if sharing.stage == "promises" else (),
        starters=sharing.starters,
    )
    return {
        **position(table),
        "at": 0,
        "layers": {},
        "regions": {
            "extras": "",
            "clock": "",
            "players": "".join(cards),
            "scores": "",
            "actions": actions,
        },
        "event": None,
        "said": "",
        "motion": NO_MOTION,
    }


def draft_frame(table: Table, viewpoint: Viewpoint, draft: Draft) -> Message:
    """The table as the viewer would leave it after the actions tried so far."""
    assert table.game is not None
    before = table.game.at(table.length)
    game, view, is_complete = view_of_draft(table, viewpoint, draft)
    report, motion = "", NO_MOTION
    if draft.actions:
        panels, last = panels_for(game.name), draft.actions[-1]
        earlier = play_actions(before, draft.actions[:-1]).view(screens="open")
        later = game.view(screens="open")
        report = panels.report(earlier, later, last)
        motion = _motion(panels.motion(earlier, later, last), game, view.board, viewpoint.shape)
    return {
        **position(table),
        "at": table.length,
        "draft": list(draft.actions),
        "complete": is_complete,
        "layers": _draft_layers(view, viewpoint.shape, draft.pick),
        "regions": {
            **_regions(game, view, viewpoint.shape),
            **draw_rounds(table, before, viewpoint.seat),
            **_grid_choices(game, view, draft.pick),
            "actions": _actions(table, game, view, viewpoint, draft, is_complete=is_complete),
        },
        "event": None,
        "said": _describe_draft(game, view, draft, report),
        "motion": motion,
    }


def view_of_draft(table: Table, viewpoint: Viewpoint, draft: Draft) -> tuple[AnyGame, Any, bool]:
    """The game after the actions tried so far, the viewer's view, and whether the turn is over."""
    assert table.game is not None
    before = table.game.at(table.length)
    game = play_actions(before, draft.actions)
    is_complete = is_turn_over(before, game)
    view = game.view(viewpoint.seat, screens=table.screens)
    if is_complete:
        view = panels_for(game.name).view_of_complete_draft(view, viewpoint.seat or 0)
    return game, view, is_complete


def _describe_draft(game: AnyGame, view: Any, draft: Draft, report: str) -> str:
    """What has just changed in a draft, and what is left of the turn; a screen reader says it.

    `report` is about the last action.
    """
    grid = board_grid_for(game.name)
    if draft.pick is not None:
        return "" if grid is None else grid.describe_pick(view, draft.pick)
    if draft.undone in view.legal_actions:
        report = translate("Undone: {report}", report=_report_undone(game, draft.undone or ""))
    status = grid.status(view) if grid is not None and report and view.legal_actions else ""
    return f"{report} {status}".strip()


def _report_undone(game: AnyGame, action: str) -> str:
    after = play_actions(game, (action,))
    report = panels_for(game.name).report
    return report(game.view(screens="open"), after.view(screens="open"), action)


def omit_known(message: Message, hashes: Mapping[str, int], known: Mapping[str, int]) -> Message:
    """A frame without the layers and regions that a page shows already.

    `hashes` has those of all its parts, `known` those of the page, as earlier frames brought them.
    """
    changed = {name: text for name, text in hashes.items() if known.get(name) != text}
    kept = {
        part: {name: text for name, text in message[part].items() if name in changed}
        for part in ("layers", "regions")
    }
    return {**message, **kept, "hashes": changed}


def hash_parts(message: Message) -> dict[str, int]:
    """The hashes of the layers and regions of a frame."""
    parts = {**message["layers"], **message["regions"]}
    return {name: crc32(text.encode()) for name, text in parts.items()}


def news(table: Table) -> Message:
    """What a page needs to know to catch up with a table; it is the same for all viewers."""
    notices = describe_notices(table)
    continued = {"continued_at": table.continued_at} if table.is_abandoned else {}
    marked = {"take_backs": table.take_backs} if table.take_backs else {}
    return {
        "kind": "news",
        "version": table.version,
        "length": table.length,
        "to_play": table.to_play,
        "over": table.is_over,
        "waiting": [seat for seat in table.waiting_for if table.seats[seat].stand_in is None],
        "rematch": table.rematch,
        "seed_sharing": None if table.seed_sharing is None else table.seed_sharing.stage,
        "draws": _count_draws(table.game),
        "left_out": _names_left_out(table),
        **({"notices": notices} if notices else {}),
        **continued,
        **marked,
    }


def _names_left_out(table: Table) -> list[str]:
    """The names of those who have no part in the seed, once it is made."""
    if table.seed_sharing is None or not table.seed_sharing.is_drawn:
        return []
    return [table.names[seat] for entry in table.seed_sharing.left_out for seat in entry.seats]


def _count_draws(game: AnyGame | None) -> int:
    """How many chance actions were drawn; the draws of the set-up come before them."""
    if game is None or not game.draw_codes:
        return 0
    return sum(code in game.draw_codes for code in game.numbers())


def title(table: Table) -> str:
    """The heading of a table."""
    names = ", ".join(table.names)
    return translate("{game}: {names}", game=game_class(table.game_name).title, names=names)


def _game_or_preview(table: Table) -> AnyGame:
    """The game of a table; before the pre-game is done, one that looks like it."""
    if table.game is not None:
        return table.game
    return game_class(table.game_name).new(**table.rules, seed=0, names=table.names)


def _view(
    table: Table, game: AnyGame, viewpoint: Viewpoint, *, is_now: bool, has_secrets: bool
) -> Any:
    """The view of the viewer; nothing can be played in the past or before the game has begun."""
    if table.game is None:
        view = game.view(viewpoint.seat, screens=table.screens)
        return view.with_fields(legal_actions=(), to_play=None)
    seat = viewpoint.seat
    is_open = is_now and not table.is_abandoned
    may_play = is_open and seat is not None and table.seats[seat].stand_in is None
    view = open_view(game)  # one for all viewers
    if has_secrets:
        view = view.behind_screens(seat)
    if not may_play or seat != game.to_play:
        return view
    return view.with_fields(seat=seat, legal_actions=tuple(map(str, game.legal_actions())))


def _without_choices(view: Any) -> Any:
    """A view of which nothing can be played."""
    return view.with_fields(legal_actions=()) if view.legal_actions else view


def _shows_secrets_to_owners(table: Table, *, is_past: bool) -> bool:
    """Whether players see what others do not.

    Who looks back at a game that is over sees what everyone had.
    """
    has_screens = table.screens == "hidden" and plugin_for(table.game_name).has_hidden_info
    return has_screens and not (is_past and table.is_over)


def position(table: Table) -> Message:
    """How far the game of a frame is that shows the current position."""
    return {
        "kind": "frame",
        "version": table.version,
        "length": table.length,
        "to_play": table.to_play,
        "over": table.is_over,
    }


def _layers(table: Table, game: AnyGame, view: Any, shape: Shape) -> dict[str, str]:
    """The layers of the board, drawn once for all who may not play in this position."""
    renderer = renderer_for(game.name)
    if table.game is None:  # a preview: it is another game each time
        return _layers_without_choices(view, shape)
    key = game, shape, current_language()
    shared = _SHARED_LAYERS.get(key, lambda: _layers_without_choices(view, shape))
    return shared | renderer.choice_layers(view, shape) if view.legal_actions else shared


def _draft_layers(view: Any, shape: Shape, pick: str | None) -> dict[str, str]:
    """The layers of a position that only one viewer sees."""
    found = _layers_without_choices(view, shape)
    if not view.legal_actions:
        return found
    return found | renderer_for(view.game).choice_layers(view, shape, pick=pick)


def _layers_without_choices(view: Any, shape: Shape) -> dict[str, str]:
    """The layers of the board without what can be played.

    Where a game has info cards, they are without tooltips: the cards say more.
    """
    drawn = renderer_for(view.game).layers(_without_choices(view), shape)
    if info_cards_for(view.game) is None:
        return drawn
    return {name: _TOOLTIP.sub("", layer) for name, layer in drawn.items()}


def _shared_regions(
    table: Table, game: AnyGame, view: Any, shape: Shape, *, has_secrets: bool
) -> Message:
    """What stands beside the board, drawn once for all if nobody sees more than others."""
    if table.game is None or has_secrets:
        return _regions(game, view, shape)
    key = game, shape, current_language()
    return _SHARED_REGIONS.get(key, lambda: _regions(game, view, shape))


def _regions(game: AnyGame, view: Any, shape: Shape) -> Message:
    """What stands beside the board, but for what the viewer may do."""
    panels, name = panels_for(game.name), game.name
    cards = (render_part(f"{name}/card.html", card=card) for card in panels.cards(view))
    return {
        "extras": panels.extras(view, shape),
        "clock": render_part(f"{name}/clock.html", **panels.clock(view)),
        "players": "".join(cards),
        **_grid_regions(game.name, view),
        "scores": _scores(game, view),
    }


def _grid_regions(name: str, view: Any) -> Message:
    """What the cells of the board say, and the lists after them."""
    grid = board_grid_for(name)
    if grid is None:
        return {}
    return {
        **{f"{PREFIX}{part}": lines for part, lines in grid.texts(view).items()},
        f"{PREFIX}start": grid.start(view),
        "lists": "".join(render_part("list.html", **found._asdict()) for found in grid.lists(view)),
    }


def _grid_choices(game: AnyGame, view: Any, pick: str | None = None) -> Message:
    """What the viewer may play at the cells of the board."""
    grid = board_grid_for(game.name)
    return {} if grid is None else {f"{PREFIX}choices": encode_lines(grid.choices(view, pick))}


def _scores(game: AnyGame, view: Any) -> str:
    """The final scores; empty while the game is on."""
    if not view.is_over:
        return ""
    context = panels_for(game.name).scoring(game, view)
    trail = score_trail_of(game, view.names)
    drawn = "" if trail is None else render_part("score_trail.html", trail=trail)
    return render_template("scores.html", game=game.name, trail=drawn, **context)


def _actions(
    table: Table,
    game: AnyGame,
    view: Any,
    viewpoint: Viewpoint,
    draft: Draft,
    *,
    sentence: str = "",
    is_complete: bool = False,
) -> str:
    """What the viewer may do: choose before the game, play, confirm, wait, or see who won."""
    panels, name = panels_for(game.name), game.name
    if table.pregame is not None:
        return draw_choices(table, viewpoint.seat, view.names, viewpoint.now)
    if is_complete or view.legal_actions:
        context = {} if is_complete else panels.actions(game, view, draft.pick)
        return render_template(
            "turn.html",
            game=name,
            draft=draft,
            is_complete=is_complete,
            is_shared=_is_shared(table),
            **{"view": view, **context},
        )
    if game.is_over:
        return render_template("end.html", **end_context(table, game, view, viewpoint.seat))
    is_now = game.length == table.length
    choices = choices_for(table, viewpoint.seat, viewpoint.now) if is_now else None
    to_play = None if view.to_play is None else view.names[view.to_play]
    return render_part(
        "waiting.html",
        to_play=to_play,
        sentence=sentence,
        is_now=is_now,
        stand_ins=choices,
        is_abandoned=table.is_abandoned,
        can_take_back=not (is_now or sentence) and may_take_back(table, {viewpoint.seat}),
        is_marked=len(table.seats) > 1,
    )


def _is_shared(table: Table) -> bool:
    """Whether several people play on one device."""
    return len(table.hosts) > 1


def log_event(event: Event) -> Message:
    """An event as a page adds it to its log."""
    return {
        "at": event.at,
        "seat": event.seat,
        "turn": event.turn,
        "sentence": event.sentence,
        "short": event.short,
    }


def _motion(motion: Message, game: AnyGame, board: Any, shape: Shape) -> Message:
    """How pieces came to where they are, with their ways on a board; without empty parts."""
    way = panels_for(game.name).way
    ways = {piece: way(board, shape, *move) for piece, move in motion.get("moves", {}).items()}
    parts = {**motion, "ways": ways}
    return {name: part for name, part in parts.items() if part and name != "moves"}
