"""Elephants on a page: drawn once at their corners, awake and asleep, and dyed by who plays."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.board import Head
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.svg.head import (
    GLANCE,
    HANGING,
    SIGN_SCALE,
    adorned,
    head_definitions,
    head_told,
    looks,
    neck,
    painted,
    skull,
)
from howdah.games.bazar.svg.layout import Layout, Stand
from howdah.games.bazar.svg.outcome import has_won
from howdah.games.bazar.svg.player_tint import DYE, DYED, ON_PAGE, dyed
from howdah.games.bazar.svg.symbols import badge_name
from howdah.games.bazar.svg.tube import RIB, tube
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.render.markup import disc, group, placed, tag, titled, use
from howdah.render.types import Size

PORTRAIT_SIZE: Final = Size(126.0, 126.0)
"""What a portrait takes up around 0 0."""
SIGN_HEIGHT: Final = -24.0
HALO: Final = 76.0


def elephant_stamps(heads: tuple[Head, ...], layout: Layout) -> str:
    """The definitions of all heads: what they share, then each in its place."""
    return "".join(
        [
            head_definitions(DYED),
            _halo(),
            group(skull(0, DYED, looks=-GLANCE), id="awake-left"),
            group(skull(0, DYED, looks=GLANCE), id="awake-right"),
            group(skull(None, DYED, looks=0), id="asleep"),
            _hanging(),
            *map(_front, HEAD_NAMES),
            *(_in_place(head, layout.stands[head.name]) for head in heads),
        ]
    )


def _halo() -> str:
    """The light behind the head of the one who plays."""
    stops = tag("stop", offset="0.6", stop_color=ON_PAGE.gold, stop_opacity="0.55") + tag(
        "stop", offset="1", stop_color=ON_PAGE.gold, stop_opacity="0"
    )
    return tag("radialGradient", stops, id="halo-light") + disc(
        0, -6, HALO, fill="url(#halo-light)", id="halo"
    )


def _hanging() -> str:
    hanging = tube(HANGING, HANGING, DYE, {"stroke_dasharray": f"{RIB} 5.4"})
    return group(hanging, fill="none", stroke_linecap="round", id="hanging")


def _front(corner: HeadName) -> str:
    return group(adorned(corner, 0, DYED), id=f"front-{corner}")


def _in_place(head: Head, stand: Stand) -> str:
    """A head where it stands, once with open eyes and once with closed ones."""
    name, trunk = head.name, use(f"neck-{head.name}")
    awake = use("awake-right" if looks(stand) > 0 else "awake-left")
    return (
        group(neck(head, stand, DYE), id=f"neck-{name}")
        + group(_at(stand, awake), trunk, _at(stand, use(f"front-{name}")), id=f"elephant-{name}")
        + group(
            _at(stand, use("asleep")),
            trunk,
            _at(stand, painted("face", DYE)),
            id=f"sleeper-{name}",
        )
    )


def _at(stand: Stand, drawn: str) -> str:
    return placed(*stand.at, drawn, scale=stand.scale)


def elephants_shown(view: BazarView, layout: Layout) -> str:
    """The four heads, a light behind the one to play, and behind those who have won."""
    players = {player.head: player for player in view.players}
    return "".join(
        _shown(head, players.get(head.name), layout.stands[head.name], view)
        for head in view.board.heads
    )


def _shown(head: Head, player: PlayerView | None, stand: Stand, view: BazarView) -> str:
    title = titled(head_told(head, player))
    if player is None:
        asleep = use(f"sleeper-{head.name}")
        return dyed(None, title, asleep, id=f"head-{head.name}", data_asleep="true")
    plays = player.seat == view.to_play
    return dyed(
        player.seat,
        title,
        _at(stand, use("halo")) if plays or has_won(view, player.seat) else "",
        use(f"elephant-{head.name}"),
        _at(stand, _sign(player.seat)),
        id=f"head-{head.name}",
        data_seat=player.seat,
        data_to_play="true" if plays else None,
    )


def _sign(seat: int) -> str:
    return use(badge_name(seat), 0, SIGN_HEIGHT, scale=SIGN_SCALE)


def portrait(player: PlayerView) -> str:
    """A player's head around 0 0, its trunk hanging down."""
    parts = map(use, ("awake-right", "hanging", f"front-{player.head}"))
    return dyed(player.seat, *parts, _sign(player.seat))
