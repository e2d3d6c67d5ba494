"""Positions for tests, said in the words of the game."""

from __future__ import annotations

from typing import Any

from howdah.core.errors import IllegalAction
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.names import ColourName, TokenName, colour_of, token_of
from howdah.games.bombay.state import SEATS, State

FULL_DRAW = "yyyppbbbo"


class Scene:
    """A first-game table whose first player is seat 0, just after a chosen restock."""

    def __init__(self, players: int = 4, restock: str | None = FULL_DRAW, **options: Any) -> None:
        self.game = Bombay.new(
            players, **{"set_up": "first-game", "seed": "scene", "first_player": 0, **options}
        )
        self.game.dealer = None
        self.game.undo()
        if restock is not None:
            self.game.play(f"restock {restock}")

    @property
    def state(self) -> State:
        return self.game._state

    def put(self, site: str, seat: int = 0) -> Scene:
        self.state.at[seat] = self.game.board.number_of[site]
        return self

    def give(self, *bales: ColourName, seat: int = 0) -> Scene:
        for bale in bales:
            colour = colour_of(bale)
            assert self.state.bag[colour] > 0, f"no {bale} bale is left in the bag"
            self.state.bag[colour] -= 1
            self.state.baskets[seat][colour] += 1
            self.state.load[seat] += 1
        return self

    def rupees(self, rupees: int, seat: int = 0) -> Scene:
        self.state.rupees[seat] = rupees
        return self

    def palace(self, site: str, seat: int) -> Scene:
        self.state.palaces[self.game.board.number_of[site]] = SEATS[seat]
        self.state.palaces_built[seat] += 1
        return self

    def token(self, site: str, token: TokenName) -> Scene:
        self.state.palace_tokens[self.game.board.number_of[site]] = token_of(token)
        return self

    def play(self, *actions: str) -> Scene:
        for action in actions:
            self.game.play(action)
        return self

    def end_turns(self, count: int) -> Scene:
        return self.play(*["end"] * count)

    def finish(self) -> Scene:
        """Everyone ends every turn; restocks take the first draw there is."""
        while not self.game.is_over:
            chance = self.game.is_chance
            self.game.play(self.game.legal_actions()[0] if chance else self.game.parse("end"))
        return self

    def of(self, seat: int = 0) -> Any:
        """A player with open screens."""
        return self.game.view(screens="open").players[seat]

    @property
    def table(self) -> Any:
        return self.game.view(screens="open")

    def legal(self, verb: str = "") -> list[str]:
        return [text for text in map(str, self.game.legal_actions()) if text.startswith(verb)]

    def reasons_against(self, action: str) -> list[str]:
        """The codes of the reasons against an action, which must indeed be refused."""
        try:
            self.game.play(action)
        except IllegalAction as error:
            return [reason.code for reason in error.reasons]
        raise AssertionError(f"{action} was played")
