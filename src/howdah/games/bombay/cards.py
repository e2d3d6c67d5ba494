"""The players' cards: who plays, what everyone carries, and what everyone is known to have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.descriptions import final_rupees
from howdah.games.bombay.rules import PALACES
from howdah.games.bombay.scoring import REPUTATION_PRIZES
from howdah.games.bombay.tooltips import describe_bales
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.i18n import translate, translate_count
from howdah.render.phrases import Gain, capitalize, is_winner, join_with_commas

PRIZED_TOKENS: Final = tuple(count for count, prize in enumerate(REPUTATION_PRIZES) if prize)
"""How many city tokens win a prize at the end."""


@dataclass(frozen=True)
class Holdings:
    """What the viewer knows that a player has."""

    player: PlayerView
    rupees: int | None
    """With all prizes, if the game is over; None behind the screen."""
    empire: int
    """Palaces built, and clients if they are known."""
    rank: int
    """Of the empire, if nobody has more than the viewer knows."""
    players: int
    is_rank_known: bool

    @property
    def next_prize(self) -> int | None:
        """How many city tokens the next prize needs; None if there is none."""
        tokens = self.player.city_tokens or 0
        return next((count for count in PRIZED_TOKENS if count > tokens), None)

    def describe_empire(self) -> str:
        """What the empire consists of, and its rank, as far as the viewer knows."""
        palaces = translate_count("{count} palace", "{count} palaces", _palaces_built(self.player))
        if self.player.clients is None:
            return translate("Empire: {palaces} and hidden clients", palaces=palaces)
        clients = Gain("clients", self.player.clients)
        parts = translate("{one} and {other}", one=palaces, other=clients)
        if self.is_rank_known:
            return translate(
                "Empire: {parts}, rank {rank} of {players}",
                parts=parts,
                rank=self.rank,
                players=self.players,
            )
        return translate("Empire: {parts}, rank {rank} at best", parts=parts, rank=self.rank)

    def __str__(self) -> str:
        """Rupees, clients, city tokens and the empire in words, or that they are hidden."""
        if self.rupees is None:
            return translate("Hidden behind the screen")
        gains = (
            Gain("rupees", self.rupees),
            Gain("clients", self.player.clients or 0),
            Gain("city-tokens", self.player.city_tokens or 0),
        )
        return f"{join_with_commas(map(str, gains))}. {self.describe_empire()}"


@dataclass(frozen=True)
class Card:
    """The card of a player, with the player's elephant."""

    player: PlayerView
    portrait: tuple[str, ...]
    """The icons of the elephant and its bales."""
    in_play: Holdings
    """What is shown until the final scoring has been."""
    final: Holdings | None
    """What is shown from then on; None while the game is on."""
    is_active: bool
    is_first: bool
    """Whether the player plays first in this set."""
    is_winner: bool

    @property
    def words(self) -> str:
        """The card in words until the final scoring is shown, for a screen reader.

        The board has where the elephant is.
        """
        return self._describe(self.in_play, "")

    @property
    def final_words(self) -> str:
        """The card of a game that is over in words."""
        winner = translate("winner") if self.is_winner else ""
        return "" if self.final is None else self._describe(self.final, winner)

    @property
    def facts(self) -> tuple[str, ...]:
        """What `words` say after the name, sentence by sentence."""
        return self._facts(self.in_play, "")

    def _describe(self, holdings: Holdings, note: str) -> str:
        return " ".join([f"{self.player.name}.", *self._facts(holdings, note)])

    def _facts(self, holdings: Holdings, note: str) -> tuple[str, ...]:
        left = self.player.palaces_left
        notes = [
            note,
            translate("to play") if self.is_active else "",
            translate("first player") if self.is_first else "",
            translate_count("{count} palace left", "{count} palaces left", left),
        ]
        standing = capitalize(join_with_commas(note for note in notes if note))
        carried = translate("Carrying {bales}.", bales=describe_bales(self.player.bales))
        return f"{standing}.", carried, f"{holdings}."


def cards(view: BombayView) -> list[Card]:
    """The players' cards."""
    in_play = [_in_play(player, view) for player in view.players]
    shown = _holdings(in_play, [player.rupees for player in in_play])
    totals = [final_rupees(view, player.seat) for player in view.players]
    final = _holdings(view.players, totals) if view.is_over else [None] * len(totals)
    return [
        Card(
            player,
            (f"figure-{player.seat}", *(f"load-{c}-{n}" for n, c in enumerate(player.bales))),
            in_play=shown[player.seat],
            final=final[player.seat],
            is_active=player.seat == view.to_play,
            is_first=player.seat == view.first_player and not view.is_over,
            is_winner=is_winner(view, player.seat),
        )
        for player in view.players
    ]


def _in_play(player: PlayerView, view: BombayView) -> PlayerView:
    """A player as the viewer knows one during play, also if the game is over."""
    is_open = view.screens == "open" or player.seat == view.seat
    return player if is_open else player.behind_screen()


def _holdings(players: Sequence[PlayerView], rupees: Sequence[int | None]) -> list[Holdings]:
    empires = [_palaces_built(player) + (player.clients or 0) for player in players]
    are_known = all(player.clients is not None for player in players)
    return [
        Holdings(
            player,
            rupees[player.seat],
            empire=empire,
            rank=1 + sum([other > empire for other in empires]),
            players=len(players),
            is_rank_known=are_known,
        )
        for player, empire in zip(players, empires)
    ]


def _palaces_built(player: PlayerView) -> int:
    return PALACES - player.palaces_left
