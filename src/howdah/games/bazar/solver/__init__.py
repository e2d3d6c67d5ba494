"""Search for the best solo games of Bombay Bazar by simulated annealing of layouts.

Any layout whose tiles match, and whose walk from the head visits every tile, can be reached by
legal play: each tile is placed when the walk first comes to its cell. So layouts are changed
freely, and only the best ones are played. See `docs/solving.md`.
"""
