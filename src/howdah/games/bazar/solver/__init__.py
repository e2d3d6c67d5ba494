"""How to find solo layouts of Bombay Bazar: as a puzzle at rest, not as a game.

Any layout whose tiles match, and whose walk from the head visits every tile, can be laid by
legal play: each tile when the walk first comes to its cell. So layouts are changed at will, and
only the best ones are played. See `docs/solving.md`.
"""
