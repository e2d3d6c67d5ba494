"""Board files: which are right, and the boards that come with the game.

The validator checks kinds and counts, trails, columns and tokens, all complete.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, cast, get_args

from howdah.core.boards import BoardCatalog, parse_title
from howdah.core.errors import InvalidData
from howdah.core.jsonio import (
    Json,
    as_choice,
    as_list,
    as_object,
    as_text,
    check_fields,
    quote,
)
from howdah.games.bombay.board import Board, BoardSite, Column, Kind, Layout
from howdah.games.bombay.names import (
    COLOUR_NAMES,
    FACE_NAMES,
    TOKEN_NAMES,
    ColourName,
    FaceName,
    TokenName,
)

GROUPS: Final[Mapping[str, tuple[Kind, int]]] = {
    "A": ("hilltop", 1),
    "B": ("hilltop", 1),
    "D": ("city", 4),
    "E": ("post", 4),
    "F": ("post", 4),
    "G": ("crossroads", 8),
    "H": ("crossroads", 2),
}
"""The kind and the number of the sites in each group."""

CUBES_OF_A_COLOUR: Final = 3
POST_GROUPS: Final[Mapping[int, str]] = {4: "E", 8: "EF"}
"""Where the posts lie, by how many are used."""

_FIELDS = (
    "name",
    "provenance",
    "canvas",
    "markets",
    "sites",
    "trails",
    "demand_columns",
    "palace_token_faces",
    "first_game",
)
_SITE_FIELDS = ("id", "group", "kind", "x", "y")


def parse_board(data: Json) -> Board:
    """The board that a JSON object describes, or `InvalidData` with the place that is wrong."""
    found = as_object(data, "board")
    check_fields(found, "board", required=_FIELDS, optional=("note",))
    sites = _parse_sites(found["sites"])
    columns = _parse_columns(found["demand_columns"])
    faces = _parse_faces(found["palace_token_faces"])
    return Board(
        **parse_title(found),
        canvas=_parse_pair(found["canvas"], "canvas"),
        markets=_parse_markets(found["markets"]),
        sites=sites,
        trails=_parse_trails(found["trails"], sites),
        demand_columns=columns,
        palace_token_faces=faces,
        first_game=_parse_first_game(found["first_game"], sites, columns, faces),
    )


# The map


def _parse_coordinate(value: Json, where: str) -> float:
    if type(value) not in (int, float) or not 0 <= cast(float, value) <= 10_000:
        raise InvalidData(where, f"should be a number from 0 to 10000, not {quote(value)}")
    return cast(float, value)


def _parse_pair(value: Json, where: str) -> tuple[float, float]:
    pair = as_list(value, where)
    if len(pair) != 2:
        raise InvalidData(where, f"should be two numbers, not {quote(value)}")
    return _parse_coordinate(pair[0], f"{where}[0]"), _parse_coordinate(pair[1], f"{where}[1]")


def _parse_markets(value: Json) -> tuple[tuple[float, float], ...]:
    markets = as_list(value, "markets")
    if len(markets) != 3:
        raise InvalidData("markets", f"should be 3, not {len(markets)}")
    return tuple(_parse_place(market, f"markets[{i}]") for i, market in enumerate(markets))


def _parse_place(value: Json, where: str) -> tuple[float, float]:
    found = as_object(value, where)
    check_fields(found, where, required=("x", "y"))
    return _parse_coordinate(found["x"], f"{where}.x"), _parse_coordinate(found["y"], f"{where}.y")


def _parse_sites(value: Json) -> tuple[BoardSite, ...]:
    sites = tuple(
        _parse_site(site, f"sites[{number}]") for number, site in enumerate(as_list(value, "sites"))
    )
    for site_id, times in Counter(site.id for site in sites).items():
        if times > 1:
            raise InvalidData("sites", f"{quote(site_id)} is there {times} times")
    for group, (_, wanted) in GROUPS.items():
        count = sum(site.group == group for site in sites)
        if count != wanted:
            raise InvalidData("sites", f"group {group} should have {wanted} sites, not {count}")
    return sites


def _parse_site(value: Json, where: str) -> BoardSite:
    found = as_object(value, where)
    group = as_choice(found.get("group"), f"{where}.group", GROUPS)
    kind = GROUPS[group][0]
    needed, optional = (("name",), ()) if kind == "city" else ((), ("name",))
    check_fields(found, where, required=(*_SITE_FIELDS, *needed), optional=optional)
    if as_choice(found["kind"], f"{where}.kind", get_args(Kind)) != kind:
        raise InvalidData(f"{where}.kind", f"should be {kind} in group {group}")
    site_id = as_text(found["id"], f"{where}.id")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,7}", site_id):
        raise InvalidData(
            f"{where}.id", f"should be a letter, then letters or digits, not {quote(site_id)}"
        )
    return BoardSite(
        id=site_id,
        group=group,
        kind=kind,
        x=_parse_coordinate(found["x"], f"{where}.x"),
        y=_parse_coordinate(found["y"], f"{where}.y"),
        name=as_text(found["name"], f"{where}.name") if "name" in found else None,
    )


def _parse_trails(value: Json, sites: tuple[BoardSite, ...]) -> tuple[tuple[str, str], ...]:
    ids = {site.id for site in sites}
    trails: list[tuple[str, str]] = []
    for number, item in enumerate(as_list(value, "trails")):
        trail = _parse_trail(item, f"trails[{number}]", ids)
        if any(set(trail) == set(other) for other in trails):
            raise InvalidData(f"trails[{number}]", f"{quote(list(trail))} is there twice")
        trails.append(trail)
    _check_connected(sites, trails)
    return tuple(trails)


def _parse_trail(value: Json, where: str, ids: set[str]) -> tuple[str, str]:
    ends = [as_text(end, where) for end in as_list(value, where)]
    for end in ends:
        if end not in ids:
            raise InvalidData(where, f"there is no site {quote(end)}")
    if len(ends) != 2 or ends[0] == ends[1]:
        raise InvalidData(where, f"should join two sites, not {quote(value)}")
    return ends[0], ends[1]


def _check_connected(sites: tuple[BoardSite, ...], trails: Iterable[tuple[str, str]]) -> None:
    reached, grown = {sites[0].id}, True
    while grown:
        more = {end for trail in trails if reached & set(trail) for end in trail}
        grown = not more <= reached
        reached |= more
    for site in sites:
        if site.id not in reached:
            raise InvalidData("trails", f"no way leads from {sites[0].id} to {site.id}")


# Demands, palace tokens and the first-game layout


def _parse_column(value: Json, where: str) -> Column:
    words = as_list(value, where)
    colours = [cast(ColourName, as_choice(word, where, COLOUR_NAMES)) for word in words]
    if len(colours) != 3 or len(set(colours)) != 3:
        raise InvalidData(where, f"should be three different colours, not {quote(value)}")
    return colours[0], colours[1], colours[2]


def _parse_columns(value: Json) -> tuple[Column, ...]:
    columns = tuple(
        _parse_column(column, f"demand_columns[{number}]")
        for number, column in enumerate(as_list(value, "demand_columns"))
    )
    cubes = Counter(colour for column in columns for colour in column)
    if any(cubes[colour] != CUBES_OF_A_COLOUR for colour in COLOUR_NAMES):
        raise InvalidData("demand_columns", "should be 4, with 3 cubes of each colour in all")
    return columns


def _parse_faces(value: Json) -> dict[FaceName, tuple[TokenName, ...]]:
    found = as_object(value, "palace_token_faces")
    check_fields(found, "palace_token_faces", required=FACE_NAMES)
    return {face: _parse_face(found[face], f"palace_token_faces.{face}") for face in FACE_NAMES}


def _parse_face(value: Json, where: str) -> tuple[TokenName, ...]:
    tokens = as_list(value, where)
    if len(tokens) != GROUPS["G"][1]:
        raise InvalidData(where, f"should be 8 tokens, not {len(tokens)}")
    return tuple(cast(TokenName, as_choice(token, where, TOKEN_NAMES)) for token in tokens)


def _parse_first_game(
    value: Json,
    sites: tuple[BoardSite, ...],
    columns: tuple[Column, ...],
    faces: Mapping[FaceName, tuple[TokenName, ...]],
) -> dict[tuple[int, FaceName], Layout]:
    """The fixed layout for each number of posts and each face whose tokens it holds."""
    found = as_object(value, "first_game")
    check_fields(found, "first_game", required=("posts", "palace_tokens", "demands"))
    posts = as_object(found["posts"], "first_game.posts")
    check_fields(posts, "first_game.posts", required=[str(count) for count in POST_GROUPS])
    fitting = _faces_laid_out(found["palace_tokens"], sites, faces)
    return {
        (count, face): parse_layout(
            {**found, "posts": posts[str(count)]}, sites, columns, faces[face], count, "first_game"
        )
        for count in POST_GROUPS
        for face in fitting
    }


def _faces_laid_out(
    value: Json,
    sites: tuple[BoardSite, ...],
    faces: Mapping[FaceName, tuple[TokenName, ...]],
) -> list[FaceName]:
    """The faces whose tokens the first-game layout holds: both, while the faces are alike."""
    where = "first_game.palace_tokens"
    tokens = Counter(_tokens_by_site(value, where, sites).values())
    fitting = [face for face in FACE_NAMES if tokens == Counter(faces[face])]
    if not fitting:
        raise InvalidData(where, "should hold the tokens of one of the two faces")
    return fitting


def parse_layout(
    found: Mapping[str, Json],
    sites: tuple[BoardSite, ...],
    columns: tuple[Column, ...],
    face: tuple[TokenName, ...],
    posts: int,
    where: str,
) -> Layout:
    """The set-up in an object: `posts`, `palace_tokens` and `demands`, each complete."""
    return Layout(
        posts=_parse_posts(found["posts"], f"{where}.posts", sites, posts),
        palace_tokens=_parse_tokens(found["palace_tokens"], f"{where}.palace_tokens", sites, face),
        demands=_parse_demands(found["demands"], f"{where}.demands", sites, columns),
    )


def _by_site(value: Json, where: str, sites: tuple[BoardSite, ...], groups: str) -> dict[str, Json]:
    """An object with one entry for each site of some groups, in the order of the board."""
    found = as_object(value, where)
    ids = [site.id for site in sites if site.group in groups]
    check_fields(found, where, required=ids)
    return {site_id: found[site_id] for site_id in ids}


def _parse_posts(
    value: Json, where: str, sites: tuple[BoardSite, ...], count: int
) -> dict[str, ColourName]:
    posts = {
        site: cast(ColourName, as_choice(colour, f"{where}.{site}", COLOUR_NAMES))
        for site, colour in _by_site(value, where, sites, POST_GROUPS[count]).items()
    }
    each = count // len(COLOUR_NAMES)
    counts = Counter(posts.values())
    if any(counts[colour] != each for colour in COLOUR_NAMES):
        raise InvalidData(
            where, f"should be {each} of each colour, not {quote(list(posts.values()))}"
        )
    return posts


def _tokens_by_site(value: Json, where: str, sites: tuple[BoardSite, ...]) -> dict[str, TokenName]:
    return {
        site: cast(TokenName, as_choice(token, f"{where}.{site}", TOKEN_NAMES))
        for site, token in _by_site(value, where, sites, "G").items()
    }


def _parse_tokens(
    value: Json, where: str, sites: tuple[BoardSite, ...], face: tuple[TokenName, ...]
) -> dict[str, TokenName]:
    tokens = _tokens_by_site(value, where, sites)
    if Counter(tokens.values()) != Counter(face):
        raise InvalidData(where, f"should hold the tokens {', '.join(sorted(face))}")
    return tokens


def _parse_demands(
    value: Json, where: str, sites: tuple[BoardSite, ...], columns: tuple[Column, ...]
) -> dict[str, Column]:
    demands = {
        city: _parse_column(column, f"{where}.{city}")
        for city, column in _by_site(value, where, sites, "D").items()
    }
    if Counter(demands.values()) != Counter(columns):
        raise InvalidData(where, "should be the four demand columns of the board, each once")
    return demands


BOARDS: Final[BoardCatalog[Board]] = BoardCatalog(Path(__file__).parent / "data", parse_board)
"""The shipped boards, and the way to any other.

>>> BOARDS.names, BOARDS.load("deccan")
(('deccan',), <Board deccan>)
"""
