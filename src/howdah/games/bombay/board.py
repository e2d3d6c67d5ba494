"""A board: a map with its set-ups, and the tables that the rules read off it.

A board says where the sites lie, which trails join them, and what the random and the
first-game set-up have to place. `docs/boards.md` tells how to write or correct one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from howdah.core.boards import AnyBoard
from howdah.games.bombay.names import ColourName, FaceName, TokenName
from howdah.games.bombay.state import CITIES, NONE, SITES, BoardTables, City, Site

Kind = Literal["hilltop", "city", "post", "crossroads"]
Column = tuple[ColourName, ColourName, ColourName]

STARS_TO_ENTER: Mapping[Kind, int] = {"hilltop": 2, "city": 1, "post": 1, "crossroads": 1}


@dataclass(frozen=True)
class BoardSite:
    """A place on the map; `group` is the letter the rulebook gives its kind of place."""

    id: str
    group: str
    kind: Kind
    x: float
    y: float
    name: str | None = None


@dataclass(frozen=True)
class Layout:
    """Where the tokens and demand columns of a set-up lie, by the ids of their sites."""

    posts: dict[str, ColourName]
    palace_tokens: dict[str, TokenName]
    demands: dict[str, Column]


@dataclass(frozen=True, repr=False)
class Board(AnyBoard):
    """A validated board; `board.tables` is what the rules need of it.

    >>> from howdah.games.bombay.board_files import BOARDS
    >>> deccan = BOARDS.get("deccan")
    >>> deccan.neighbours("A")
    ('E4', 'F4', 'G5', 'H1')
    """

    canvas: tuple[float, float]
    markets: tuple[tuple[float, float], ...]
    sites: tuple[BoardSite, ...]
    trails: tuple[tuple[str, str], ...]
    demand_columns: tuple[Column, ...]
    palace_token_faces: dict[FaceName, tuple[TokenName, ...]]
    first_game: dict[tuple[int, FaceName], Layout]
    """The first-game layouts, by the number of posts and the face of the palace tokens."""

    def group(self, letters: str) -> tuple[str, ...]:
        """The ids of the sites in some groups, in the order of the file."""
        return tuple(site.id for site in self.sites if site.group in letters)

    @cached_property
    def number_of(self) -> dict[str, Site]:
        """The number by which the rules know a site, by its id."""
        return {site.id: SITES[number] for number, site in enumerate(self.sites)}

    @cached_property
    def cities(self) -> tuple[BoardSite, ...]:
        """The four cities, in the order in which the rules number them."""
        return tuple(site for site in self.sites if site.kind == "city")

    def neighbours(self, site: str) -> tuple[str, ...]:
        """The sites one trail away, in the order of the file."""
        mask = self.tables.reach[-1][self.number_of[site]]
        return tuple(other.id for number, other in enumerate(self.sites) if mask >> number & 1)

    @cached_property
    def tables(self) -> BoardTables:
        """The board as the rules see it."""
        stars_to_enter = tuple(STARS_TO_ENTER[site.kind] for site in self.sites)
        return BoardTables(
            start=self.number_of[self.group("A")[0]],
            reach=tuple(self._reach(stars, stars_to_enter) for stars in range(4)),
            stars_to_enter=stars_to_enter,
            city_at=self._city_at(),
        )

    def _reach(self, stars: int, stars_to_enter: tuple[int, ...]) -> tuple[int, ...]:
        masks = [0] * len(self.sites)
        for ends in self.trails:
            one, other = (self.number_of[end] for end in ends)
            masks[one] |= (stars_to_enter[other] <= stars) << other
            masks[other] |= (stars_to_enter[one] <= stars) << one
        return tuple(masks)

    def _city_at(self) -> tuple[City, ...]:
        numbers = iter(CITIES)
        return tuple(next(numbers) if s.kind == "city" else City(NONE) for s in self.sites)
