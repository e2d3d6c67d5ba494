"""Frames: all that a viewer sees of a table at one moment, drawn for that viewer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from howdah.games.bazar.medals import MEDALS
from howdah.games.registry import GAMES, AnyGame, game_class
from howdah.i18n import Language, current_language, translate
from howdah.render.scene import renderer_for
from howdah.render.types import SHAPES, Shape
from howdah.server.tables.model import Table
from howdah.server.tables.stand_ins import Absence, absences
from howdah.table.event_log import Event, EventLogCache
from howdah.table.jinja import render_template
from howdah.table.panels import panels_for
from howdah.table.turns import is_finished, played

Json = dict[str, Any]

STILL: Final[Json] = {"ways": {}, "gains": []}
"""Nothing moves."""


@dataclass(frozen=True)
class Viewpoint:
    """How someone looks at a table: from which seat (None: beside it), on what kind of screen."""

    seat: int | None
    shape: Shape


@dataclass(frozen=True)
class Draft:
    """A turn that a player is trying out."""

    actions: tuple[str, ...] = ()
    pick: str | None = None
    """An action that the player thinks of, shown on the board."""
    can_redo: bool = False


@dataclass(frozen=True)
class BackdropKey:
    """A board to be drawn, known by its text: on what kind of screen, in which language."""

    game: str
    source: str
    shape: Shape
    language: Language
    board: Any = field(compare=False)


def warm_backdrops() -> None:
    """Draw the usual boards, so that what is worked out once a board is there when it is asked."""
    for name in GAMES:
        scene = renderer_for(name)
        view = game_class(name).new(seed=0).view()
        for shape in SHAPES:
            scene.backdrop(view.board, shape)
            scene.pieces(view, shape)


def backdrop(table: Table, shape: Shape) -> Json:
    """What never changes on the board."""
    board = _game(table).view().board
    return _drawn(BackdropKey(table.kept.game, board.source, shape, current_language(), board))


@lru_cache(maxsize=64)
def _drawn(ground: BackdropKey) -> Json:
    """The backdrop of a ground, drawn once for everyone who comes."""
    scene, board, shape = renderer_for(ground.game), ground.board, ground.shape
    return {
        "kind": "scene",
        "shape": shape,
        "size": scene.size(board, shape),
        "backdrop": scene.backdrop(board, shape),
    }


def log_of(table: Table, stories: EventLogCache, after: int) -> Json:
    """The events after so many actions."""
    events = [_told(event, table) for event in stories.of(table)[after:]]
    return {"kind": "log", "events": events}


def frame(
    table: Table, look: Viewpoint, stories: EventLogCache, *, at: int, is_past: bool = False
) -> Json:
    """The table as it stood after so many actions; in the past, one looks back at it."""
    events = stories.of(table)
    said = events[at - 1].sentence if at else ""
    is_now = at == table.length
    game = _game(table) if is_now else _game(table).at(at)
    view = _seen(table, game, look, is_now=is_now)
    return {
        **_head(table, at),
        "regions": {
            **_regions(game, view, look.shape, None),
            "deeds": _deeds(table, game, view, Draft(), told="" if is_past or is_now else said),
        },
        "event": _told(events[at - 1], table) if at else None,
        "said": said,
        "motion": _motion(table, game, at, look.shape),
    }


def draft(table: Table, look: Viewpoint, tried: Draft) -> Json:
    """The table as the viewer would leave it after the actions tried so far."""
    assert table.game is not None
    before = table.game.at(table.length)
    game = played(before, tried.actions)
    is_complete = is_finished(before, game)
    view = game.view(look.seat, screens=table.screens)
    if is_complete:
        view = panels_for(game.name).uncommitted(view, look.seat or 0)
    said, motion = "", STILL
    if tried.actions:
        panels, last = panels_for(game.name), tried.actions[-1]
        earlier = played(before, tried.actions[:-1]).view(screens="open")
        later = game.view(screens="open")
        said = panels.report(earlier, later, last)
        motion = panels.motion(earlier, later, last, look.shape)
    return {
        **_head(table, table.length),
        "draft": list(tried.actions),
        "complete": is_complete,
        "regions": {
            **_regions(game, view, look.shape, tried.pick),
            "deeds": _deeds(table, game, view, tried, is_complete=is_complete),
        },
        "event": None,
        "said": said,
        "motion": motion,
    }


def _game(table: Table) -> AnyGame:
    """The game of a table; before the medals have decided, as it will look."""
    if table.game is not None:
        return table.game
    names = [chair.name for chair in table.chairs]
    return game_class(table.kept.game).new(
        **{**table.kept.rules, "starter": "seat 0"}, seed=0, names=names
    )


def _seen(table: Table, game: AnyGame, look: Viewpoint, *, is_now: bool) -> Any:
    """The view of the viewer; the past offers nothing to do, and neither does an open question."""
    view = game.view(look.seat, screens=table.screens)
    if table.game is None:
        return replace(view, legal_actions=(), to_play=None)
    is_played_for = look.seat is not None and table.chairs[look.seat].stand_in is not None
    return view if is_now and not is_played_for else replace(view, legal_actions=())


def _head(table: Table, at: int) -> Json:
    return {
        "kind": "frame",
        "at": at,
        "version": table.version,
        "length": table.length,
        "to_play": table.to_play,
        "over": table.is_over,
    }


def _regions(game: AnyGame, view: Any, shape: Shape, pick: str | None) -> Json:
    """The board, and the players beside it."""
    panels, name = panels_for(game.name), game.name
    facts = panels.players(view)
    return {
        "pieces": renderer_for(name).pieces(view, shape, pick=pick),
        "extras": panels.extras(view, shape),
        "clock": render_template(f"{name}/clock.html", **facts),
        "players": render_template(f"{name}/players.html", **facts),
    }


def _deeds(
    table: Table,
    game: AnyGame,
    view: Any,
    tried: Draft,
    *,
    told: str = "",
    is_complete: bool = False,
) -> str:
    """What the viewer may do: choose medals, play, commit, wait for others, or see who won."""
    panels, name = panels_for(game.name), game.name
    if table.medals is not None:
        medals, helped = table.medals.view(view.seat), _help(table, view.seat)
        return render_template(
            f"{name}/pregame.html", medals=medals, names=view.names, most=MEDALS, help=helped
        )
    if is_complete or view.legal_actions:
        facts = {} if is_complete else panels.actions(game, view, tried.pick)
        return render_template(
            "turn.html",
            game=name,
            tried=tried,
            is_complete=is_complete,
            is_shared=_is_shared(table),
            **{"view": view, **facts},
        )
    if game.is_over:
        return render_template(f"{name}/scoring.html", **panels.scoring(game, view))
    is_now = len(game.actions) == table.length
    facts = {"view": view, "told": told, "is_now": is_now}
    return render_template(
        "waiting.html", **facts, help=_help(table, view.seat) if is_now else None
    )


@dataclass(frozen=True)
class Help:
    """What a viewer may do about those who are not there."""

    seat: int | None
    is_played_for: bool
    """Whether an agent plays for the viewer."""
    absences: Sequence[Absence]


def _help(table: Table, seat: int | None) -> Help:
    """Those who play may help others out, or come back; those who watch may not."""
    if seat is None or table.chairs[seat].token is None:
        return Help(seat, is_played_for=False, absences=())
    if table.chairs[seat].stand_in is not None:
        return Help(seat, is_played_for=True, absences=())
    others = [absence for absence in absences(table) if absence.seat != seat]
    return Help(seat, is_played_for=False, absences=others)


def _is_shared(table: Table) -> bool:
    """Whether several people play at one screen."""
    return sum(chair.token is not None and not chair.is_remote for chair in table.chairs) > 1


def _told(event: Event, table: Table) -> Json:
    return {
        "at": event.at,
        "seat": event.seat,
        "turn": event.turn,
        "html": render_template("event.html", event=event, chairs=table.chairs),
    }


def _motion(table: Table, game: AnyGame, at: int, shape: Shape) -> Json:
    """How pieces came to where they are in a game by its last action."""
    if table.game is None or not at:
        return STILL
    before, after = game.at(at - 1).view(screens="open"), game.view(screens="open")
    return panels_for(game.name).motion(before, after, str(game.actions[-1]), shape)


def describe(table: Table, seats: Sequence[int]) -> Json:
    """The news of a table: what a page needs to know to catch up."""
    waiting = [seat for seat in table.waiting_for if table.chairs[seat].stand_in is None]
    return {
        "kind": "news",
        "version": table.version,
        "length": table.length,
        "to_play": table.to_play,
        "over": table.is_over,
        "waiting": waiting,
        "rematch": table.kept.rematch,
        "mine": [seat for seat in waiting if seat in seats],
    }


def title(table: Table) -> str:
    """The table as a heading says it."""
    kind = game_class(table.kept.game)
    names = ", ".join(chair.name for chair in table.chairs)
    return translate("{game}: {names}", game=kind.title, names=names)
