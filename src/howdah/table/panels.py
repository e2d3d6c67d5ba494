"""The panels beside the board: each game turns its views into the context of its templates."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Protocol, cast

from howdah.core.reasons import Reason
from howdah.games.registry import AnyGame, plugin_for
from howdah.render.phrases import ActionDescription, explain
from howdah.render.svg import renderer_for
from howdah.render.types import Shape


@dataclass(frozen=True)
class WhyNot:
    """A reason in the reader's language, with the place in the rules."""

    sentence: str
    rule: str
    """As `game#section`."""

    @property
    def page(self) -> str:
        """The address of the rule."""
        game, _, section = self.rule.partition("#")
        return f"/rules/{game}#{section}"


@dataclass(frozen=True)
class ActionButton:
    """A button for an action: what it costs and gives, or why it cannot be played now."""

    action: str
    description: ActionDescription
    reasons: tuple[WhyNot, ...] = ()

    @property
    def key(self) -> str:
        """The name of the button in ids."""
        return self.action.replace(" ", "-")


def explain_all(reasons: Sequence[Reason], names: Sequence[str]) -> tuple[WhyNot, ...]:
    """Reasons in the reader's language."""
    return tuple(WhyNot(explain(reason, names), reason.rule) for reason in reasons)


@dataclass(frozen=True)
class QuickStart:
    """A button of the home page: a game against the default computer players."""

    key: str
    players: int
    title: str
    text: str
    is_primary: bool = True
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The rules of such a game, where they are not the usual ones."""


@dataclass(frozen=True)
class About:
    """What a game says of itself to those who do not know it."""

    text: str
    """What one does and what wins, as a message."""
    minutes: int
    """About how long a game against the default computer players takes here."""
    lesson_minutes: int = 5
    """About how long its lesson takes, if it has one."""


class Panels(Protocol):
    """What the page needs of a game beside the board; a module with these names will do."""

    LABELS: Mapping[str, str]
    """The names of the game's settings and of their values, as messages."""
    ABOUT: About
    QUICK_STARTS: tuple[QuickStart, ...]
    RULES_LINK: str
    """What the menu calls the rules page, as a message."""
    UNFINISHED: str
    """What to do before a turn can be confirmed, as a message."""
    CREDIT: str
    """The authors of the game, as a message."""

    def clock(self, view: Any, /) -> Mapping[str, Hashable]:
        """The context of `clock.html`, which says how far the game is."""

    def cards(self, view: Any, /) -> Sequence[Hashable]:
        """What stands beside the board, a card for each player: each is `card` in `card.html`."""

    def actions(self, game: AnyGame, view: Any, pick: str | None, /) -> dict[str, Any]:
        """The context of what the viewer may do now, and why not."""

    def view_of_complete_draft(self, view: Any, seat: int, /) -> Any:
        """The view of a seat whose turn is complete on a draft: it is still that seat's turn."""

    def scoring(self, game: AnyGame, view: Any, /) -> dict[str, Any]:
        """The context of `scoring.html`, which has the final scores.

        `reason`, if there is one, says why the winners won. `headline`, if there is one, replaces
        the sentence about who won.
        """

    def report(self, before: Any, after: Any, action: str, /) -> str:
        """A sentence about what an action did, for everyone; the views are open ones."""

    def report_briefly(self, before: Any, after: Any, action: str, /) -> str:
        """What an action did in a few words, without the player: "moved to F4".

        A reader sees the phrases of a turn in a row, after the name of the player. That of a draw
        stands by itself.
        """

    def motion(self, before: Any, after: Any, action: str, /) -> dict[str, Any]:
        """How pieces move by an action, as data for the page's script.

        `moves` has the arguments of `way` for each piece that does not move in a straight line;
        `placed` is true if a piece was placed.
        """

    def way(self, board: Any, shape: Shape, /, *move: Any) -> str:
        """The path data of a move on a board of a shape."""

    def extras(self, view: Any, shape: Shape, /) -> str:
        """What the board has no room for in a shape, drawn under it; empty if there is nothing."""


class PreGamePanels(Panels, Protocol):
    """The panels of a game with a pre-game."""

    NO_RECORD_YET: str
    """Why there is no record before the pre-game is done, as a message."""

    def pregame(self, view: Any, /) -> dict[str, Any]:
        """The context of the choices before the game."""

    def pregame_rounds(self, view: Any, names: Sequence[str], /) -> Mapping[str, Hashable]:
        """The context of `pregame_log.html` and `pregame_result.html`: the rounds that are over.

        The view is that of the reader; without a seat, everyone reads the same.
        """


class SeatSettingPanels(Panels, Protocol):
    """The panels of a game with a seat setting."""

    def describe_seat_values(self, values: Sequence[str], /) -> str:
        """What may be chosen for the seats, in a few words; `LABELS` has the question."""


def panels_for(game: str) -> Panels:
    """The panels of the game with a public name."""
    return cast(Panels, plugin_for(game).load("panels"))


def pregame_panels_for(game: str) -> PreGamePanels:
    """The panels of a game with a pre-game."""
    return cast(PreGamePanels, plugin_for(game).load("panels"))


def seat_setting_panels_for(game: str) -> SeatSettingPanels:
    """The panels of a game with a seat setting."""
    return cast(SeatSettingPanels, plugin_for(game).load("panels"))


def page_stylesheet(game: str) -> str:
    """The CSS of a game's pages: the colours of its drawings, then the game's own `page.css`.

    `page.css` is optional. It is loaded after the shared stylesheet and on the pages of this game
    only, so its rules need no prefix to come before shared rules of the same specificity.
    """
    rules = files(plugin_for(game).package) / "page.css"
    own_rules = rules.read_text("utf-8") if rules.is_file() else ""
    return f"{renderer_for(game).stylesheet()}\n{own_rules}"
