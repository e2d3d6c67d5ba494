"""What a seat may see of any game; each game's own view adds its pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, get_args

Screens = Literal["hidden", "open"]
"""Whether a table shows what players keep to themselves; the rules know it all the same."""

SCREENS: Final[tuple[Screens, ...]] = get_args(Screens)


@dataclass(frozen=True)
class View:
    """The facts every view carries: plain data, with no way back to the game it shows.

    `rules`, `start` and `actions` are all that is public.
    """

    game: str
    """The name of the game."""
    seat: int | None
    """The seat that sees this; None for a spectator."""
    names: tuple[str, ...]
    """The names of the players, by seat."""
    to_play: int | None
    """The seat whose turn it is; None when it is nobody's."""
    is_over: bool
    """Whether the game is over."""
    legal_actions: tuple[str, ...]
    """What the viewer may play now, as texts; empty unless it is the viewer's turn."""
    actions: tuple[str, ...]
    """Every action so far, draws included, as the record writes them."""
    result: dict[str, Any] | None
    """The result, as in the record; None while the game runs."""
    rules: dict[str, Any]
    """The options, as in the record."""
    start: dict[str, Any]
    """The set-up, as in the record."""

    def behind_screens(self, seat: int | None) -> Self:
        """Return an open view as a seat, or a spectator, sees it while the screens are up.

        It is the one place that decides what is hidden. `legal_actions` stay as they are.
        """
        return self.with_fields(seat=seat)

    def with_fields(self, **values: Any) -> Self:
        """Return the view with other values of some fields.

        The table does so several times a turn; `dataclasses.replace` takes ten times as long.
        """
        view = object.__new__(type(self))
        vars(view).update(vars(self), **values)
        return view

    def _repr_svg_(self) -> str | None:
        return render_svg(self)


SvgRenderer = Callable[[View], str]

_svg_renderers: Final[list[SvgRenderer]] = []


def set_svg_renderer(renderer: SvgRenderer) -> None:
    """Let a function draw views in notebooks; the engine itself does not know how to draw."""
    _svg_renderers[:] = [renderer]


def render_svg(view: View) -> str | None:
    """Return a view as SVG; None without a renderer, and notebooks then show text."""
    return _svg_renderers[0](view) if _svg_renderers else None
