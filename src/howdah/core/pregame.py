"""What players decide among themselves before the first turn, such as who begins."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from howdah.core.errors import HowdahError
from howdah.core.jsonio import Json

if TYPE_CHECKING:
    from howdah.core.rng import Stream


class InvalidChoice(HowdahError):
    """A choice that cannot be made now."""


class PreGame(ABC):
    """Rounds of secret choices, shown when every seat has chosen, until the pre-game is done.

    A choice is a list of JSON values, one for each field of the `choice_class`, in their order.
    """

    name: ClassVar[str]
    """What the HTTP interface calls it: its address and its error codes."""
    choice_class: ClassVar[type[Any]]
    """A named tuple of the values that a choice consists of: whole numbers and texts."""

    start_fields: ClassVar[tuple[str, ...]]
    """The fields of a record's start that the pre-game decides."""

    @property
    @abstractmethod
    def round_count(self) -> int:
        """How many rounds are complete."""

    @property
    @abstractmethod
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that still have to choose in this round; none when it is done."""

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Whether the game can begin."""

    @abstractmethod
    def choose(self, *args: Any, **kwargs: Any) -> None:
        """Record the choice of a seat, `choose(seat, *choice)`, or raise `InvalidChoice`.

        The last choice of a round completes it.
        """

    @abstractmethod
    def random_choice(self, numbers: Stream) -> list[Any]:
        """A choice at random, for an agent."""

    @abstractmethod
    def view(self, seat: int | None = None) -> Any:
        """What a seat, or a spectator, may see: no choice of others before the round is over."""

    @abstractmethod
    def to_json(self) -> list[Json]:
        """The complete rounds as a record writes them: a list of choices by seat for each."""

    @abstractmethod
    def game_options(self) -> dict[str, Any]:
        """The options of the game's `new` that the finished pre-game decides."""

    def play_round(self, choices: Sequence[Any]) -> None:
        """Replay a complete round: the choice of each seat, None for one that was out."""
        for seat, choice in enumerate(choices):
            if choice is not None:
                self.choose(seat, *choice)
