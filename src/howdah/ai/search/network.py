"""A small network that foretells how a game will end."""

from __future__ import annotations

from typing import NamedTuple


class Net(NamedTuple):
    """The weights: a sum of the inputs, and one hidden layer beside it."""

    direct: list[float]
    """From each input straight to the answer."""
    hidden: list[list[float]]
    """From each input to each hidden unit."""
    bias: list[float]
    out: list[float]
    """From each hidden unit to the answer."""
    spread: list[float]
    """How far foretold gains are off: their variance at the end, and what each turn adds."""


def forward(net: Net, inputs: list[float], units: list[float]) -> float:
    """What the inputs let expect; `units` is where the hidden layer is worked out.

    There may be room for more inputs than this network has.
    """
    answer = 0.0
    for unit in range(len(units)):
        units[unit] = net.bias[unit]
    for place in range(len(net.direct)):
        value = inputs[place]
        answer += value * net.direct[place]
        weights = net.hidden[place]
        for unit in range(len(units)):
            units[unit] += value * weights[unit]
    for unit in range(len(units)):
        answer += max(units[unit], 0.0) * net.out[unit]
    return answer
