"""What things are worth in Bombay, in paise: a hundred to the rupee.

Whole numbers, so that what is equally good is exactly equal. Other numbers were tried in games
of the greedy agent against itself; these did well.
"""

from __future__ import annotations

from typing import Final

RUPEE: Final = 100
STAR: Final = 58
"""What a star earns on the way through a game; whatever takes stars has to bring more."""
IDLE_STAR: Final = STAR - 33
"""How far a star falls behind when one only waits, which earns a rupee with three."""
AMPLE_STARS: Final = 15
"""With so many stars to come no journey fails for want of them."""
LATER: Final = 65
"""How much of a hundred remains of a gain that is not made at once: rivals may come first."""

EMPIRE_POINT: Final = (0, 0, 50, 80, 110, 110)
"""A palace or a client, by the number of players: the prizes differ."""
HOPED_FOR_REPUTATION: Final = (0, 100, 250, 500, 800)
"""City tokens at the beginning of a game, when more may follow; at its end only prizes count."""
TOLL: Final = 1
"""What a palace earns for each trail to it, in each game turn to come, from each rival."""
FREE_BALE: Final = 200
"""A bale to be taken from the markets."""

# What a bale costs after a restock, which nobody can foresee.
USUAL_STARS: Final = 2
USUAL_PRICE: Final = RUPEE
