"""How far it is from any site of Bombay to any other."""

from __future__ import annotations

from functools import lru_cache

from howdah.games.bombay.state import SITES, BoardTables, Site

Distances = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def all_distances(board: BoardTables) -> Distances:
    """Return the stars of the shortest way by `[start][end]`.

    >>> from howdah.games.bombay.board_files import BOARDS
    >>> deccan = BOARDS.get("deccan")
    >>> all_distances(deccan.tables)[deccan.number_of["D1"]][deccan.number_of["D3"]]
    2
    """
    stars = [_neighbour_distances(board, start) for start in SITES]
    for via in SITES:
        for row in stars:
            for end in SITES:
                row[end] = min(row[end], row[via] + stars[via][end])
    return tuple(map(tuple, stars))


def _neighbour_distances(board: BoardTables, start: Site) -> list[int]:
    """Return the stars to the neighbours; to other sites more than any way takes."""
    neighbours, too_many = board.reach[-1][start], sum(board.stars_to_enter)
    stars = [board.stars_to_enter[site] if neighbours >> site & 1 else too_many for site in SITES]
    stars[start] = 0
    return stars
