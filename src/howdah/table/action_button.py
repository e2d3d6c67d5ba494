"""A deed: one button, with what it costs and gives, or why it cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from howdah.core.reasons import Reason
from howdah.render.phrases import ActionDescription, explain


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
    """Something that a player may do, or may not do now."""

    action: str
    offer: ActionDescription
    reasons: tuple[WhyNot, ...] = ()

    @property
    def key(self) -> str:
        """A name for the button."""
        return self.action.replace(" ", "-")


def whys(reasons: Sequence[Reason], names: Sequence[str]) -> tuple[WhyNot, ...]:
    """Reasons as a reader hears them."""
    return tuple(WhyNot(explain(reason, names), reason.rule) for reason in reasons)
