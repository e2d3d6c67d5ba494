"""The value network: what its inputs mean, its weights, and its forward pass."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from howdah.games.registry import plugin_for


@dataclass(frozen=True)
class Feature:
    """One input of a network, or several in a row that tell the same of different things."""

    index: int
    """The first of its inputs."""
    name: str
    meaning: str
    scale: float = 1.0
    """The quantity is divided by this."""
    size: int = 1
    """How many inputs it has."""


class FeatureSchema:
    """The names and meanings of the inputs of a network for one seat, in their order.

    >>> schema = FeatureSchema([Feature(0, "bias", "always 1"), Feature(1, "side", "", size=2)])
    >>> schema.input_names
    ('bias', 'side[0]', 'side[1]')
    >>> schema.named([1.0, 0.0, 0.5])
    {'bias': 1.0, 'side[0]': 0.0, 'side[1]': 0.5}
    """

    def __init__(self, features: Iterable[Feature]) -> None:
        self.features = tuple(features)
        self.input_names = tuple(
            feature.name if feature.size == 1 else f"{feature.name}[{place}]"
            for feature in self.features
            for place in range(feature.size)
        )

    @property
    def size(self) -> int:
        """How many inputs there are."""
        return len(self.input_names)

    def named(self, inputs: Sequence[float]) -> dict[str, float]:
        """Return the inputs of a seat by their names."""
        return dict(zip(self.input_names, inputs))

    def __str__(self) -> str:
        """All features as a table, in Markdown."""
        heading = "| feature | input | meaning | divided by |\n|---|---:|---|---:|"
        return "\n".join([heading, *map(_row, self.features)])


def _row(feature: Feature) -> str:
    last = feature.index + feature.size - 1
    place = str(feature.index) if feature.size == 1 else f"{feature.index}-{last}"
    scale = "" if feature.scale == 1.0 else f"{feature.scale:g}"
    return f"| `{feature.name}` | {place} | {feature.meaning} | {scale} |"


class Network(NamedTuple):
    """The weights: a linear layer from the inputs to the output, and one hidden layer beside it."""

    direct: list[float]
    """From each input to the output."""
    hidden: list[list[float]]
    """From each input to each hidden unit."""
    bias: list[float]
    """Of each hidden unit."""
    out: list[float]
    """From each hidden unit to the output."""
    spread: list[float]
    """The variance of the error of predicted gains: at the end, and what each turn adds."""


@cache
def load_network(game: str, players: int) -> Network:
    """Load the trained network of a game for so many players, as lists of numbers."""
    folder = files(plugin_for(game).package) / "ai" / "weights"
    found = json.loads((folder / f"{players}.json").read_text("ascii"))
    return Network(*(found[name] for name in Network._fields))


def forward(network: Network, inputs: list[float], hidden: list[float]) -> float:
    """Return the output of the network; `hidden` is where the hidden layer is computed.

    There may be room for more inputs than this network has.
    """
    output = 0.0
    for unit in range(len(hidden)):
        hidden[unit] = network.bias[unit]
    for place in range(len(network.direct)):
        value = inputs[place]
        output += value * network.direct[place]
        weights = network.hidden[place]
        for unit in range(len(hidden)):
            hidden[unit] += value * weights[unit]
    for unit in range(len(hidden)):
        output += max(hidden[unit], 0.0) * network.out[unit]
    return output
