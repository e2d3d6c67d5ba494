"""What games put into requests and responses, as types that OpenAPI can describe.

The fields come from the games' own types: what `Game.view` and `PreGame.view` return, and the
facet `record_types`. These types only describe: no request is read by them, and no response is
checked. They are made when the description is first asked for.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Protocol,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    create_model,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core.core_schema import definitions_schema
from typing_extensions import TypeAliasType

from howdah.core.boards import AnyBoard
from howdah.core.pregame import PreGame
from howdah.games.registry import GAMES, game_class, plugin_for
from howdah.table.seed_sharing import SeedSharingView, SeedStage


class RecordTypes(Protocol):
    """The facet `record_types` of a game: typed dictionaries, as a record has them."""

    Rules: type[Mapping[str, Any]]
    Start: type[Mapping[str, Any]]
    Result: type[Mapping[str, Any]]


@dataclass(frozen=True)
class DescribedAs:
    """Has OpenAPI describe a value by another type, made when the description is."""

    make_type: Callable[[], Any]

    def __get_pydantic_json_schema__(
        self, _own: object, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        found = TypeAdapter(self.make_type()).core_schema
        # Inside of definitions the type keeps its name and its description.
        return handler(definitions_schema(found, []))


# What is described


def views() -> Any:
    """The views of all games, of what is before them, and of a seed that is being made."""
    kinds = [game_class(game) for game in GAMES]
    pregames = [(kind.name, kind.pregame_class) for kind in kinds if kind.pregame_class]
    return _union(
        *(_view(kind.name) for kind in kinds),
        *(json_type(_return_type(pregame.view), game) for game, pregame in pregames),
        json_type(SeedSharingView),
    )


def results() -> Any:
    """The results of all games; null while a game runs."""
    return _union(*(_record_type(game, "Result") for game in GAMES), None)


def rules_bodies() -> Any:
    """The options of all games in the request for a new table, none of them required."""
    return _union(*map(_rules_body, GAMES))


def records() -> Any:
    """The records of all games, which the field `game` tells apart."""
    return Annotated[_union(*map(_record, GAMES)), Field(discriminator="game")]


def choice_field(game: str, pregame: type[PreGame], name: str) -> Any:
    """A field of a choice before the game."""
    kind, about = _fields(pregame.choice_class, game)[name]
    return Annotated[kind, about]


def seed_stage() -> Any:
    """What is awaited for the seed."""
    return json_type(SeedStage, owner=SeedSharingView)


class RecordSeat(BaseModel):
    """Who sits in a seat."""

    name: str = Field(description="The name of the player")
    agent: str | None = Field(None, description="The agent that plays; absent if a person does")


class GameRecord(BaseModel):
    """A game from its set-up on: replaying the actions gives every position of it."""

    format: Literal["howdah-record"] = Field(description="The name of the format")
    version: Literal[1] = Field(description="The version of the format")
    game: str = Field(description="The name of the game")
    rules: dict[str, Any] = Field(description="The options")
    seats: list[RecordSeat] = Field(description="The players, clockwise")
    start: dict[str, Any] = Field(description="The set-up")
    actions: list[str] = Field(description="Every action so far, draws included")
    result: dict[str, Any] | None = Field(description="The result; null while the game runs")
    meta: dict[str, Any] = Field(
        default_factory=dict,
        description="The proof of fair draws in `fair`, the turns of `stand_ins`, and more",
    )


@cache
def _record(game: str) -> Any:
    fields = {name: (kind, GameRecord.model_fields[name]) for name, kind in _shared(game).items()}
    name, about = f"{game.title()}Record", f"A game of {game_class(game).title}, as a record."
    return create_model(name, __base__=GameRecord, __doc__=about, **cast(Any, fields))


@cache
def _view(game: str) -> Any:
    """The view of a game, with what is the same in its record."""
    kind = _return_type(game_class(game).view)
    fields = _fields(kind, game)
    for name, shared in _shared(game).items():
        fields[name] = (shared, fields[name][1])
    return _create_model(kind, game, fields)


def _shared(game: str) -> dict[str, Any]:
    """The types of the fields that a view and a record of a game have in common."""
    return {
        "game": Literal[game],
        "rules": _record_type(game, "Rules"),
        "start": _record_type(game, "Start"),
        "result": _union(_record_type(game, "Result"), None),
    }


@cache
def _rules_body(game: str) -> Any:
    kind = _typed_dict(game, "Rules")
    if kind is None:
        return dict[str, Any]
    fields = {
        name: (found, Field(default_factory=lambda: None, description=about.description))
        for name, (found, about) in _fields(kind, game).items()
    }
    about = f"Options of {game_class(game).title}; those that are omitted have their default."
    return create_model(
        f"{game.title()}RulesBody",
        __config__=ConfigDict(extra="forbid"),
        __doc__=about,
        **cast(Any, fields),
    )


def _record_type(game: str, name: str) -> Any:
    found = _typed_dict(game, name)
    return dict[str, Any] if found is None else json_type(found, game)


def _typed_dict(game: str, name: str) -> Any:
    """A type of the facet `record_types`; None if the game does not provide it."""
    plugin = plugin_for(game)
    if plugin.record_types is None:
        return None
    types: RecordTypes = plugin.load("record_types")
    return getattr(types, name)


def _return_type(function: Callable[..., Any]) -> Any:
    return get_type_hints(function).get("return", dict[str, Any])


def _union(*kinds: Any) -> Any:
    return reduce(or_, kinds)


# How a type of Python becomes the type of its JSON: see `to_json` in `api.py`


def json_type(kind: Any, game: str = "", owner: type | None = None) -> Any:
    """Return the type of the JSON of a value; its own types are named after the game.

    >>> json_type(dict[tuple[int, int], tuple[str, ...]])
    dict[str, list[str]]
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return _named_choice(kind, game, owner)
    if origin in (Union, UnionType):
        return _union(*(json_type(one, game, owner) for one in args))
    if origin is tuple and args[-1] is not Ellipsis:
        return tuple.__class_getitem__(tuple(json_type(one, game, owner) for one in args))
    if origin in (tuple, list):
        return list.__class_getitem__(json_type(args[0], game, owner))
    if origin is not None and issubclass(origin, Mapping):
        return dict.__class_getitem__((str, json_type(args[1], game, owner)))
    return _class_type(kind, game) if isinstance(kind, type) and origin is None else kind


@cache
def _class_type(kind: type, game: str) -> Any:
    """The type of the JSON of an object; one type for each class, for OpenAPI knows it by name."""
    if issubclass(kind, AnyBoard):
        return str
    if is_dataclass(kind) or is_typeddict(kind):
        return _create_model(kind, game, _fields(kind, game))
    return _array(kind, game) if issubclass(kind, tuple) else kind


def _create_model(kind: type, game: str, fields: dict[str, Any]) -> Any:
    return create_model(_name(kind.__name__, game), __doc__=first_paragraph(kind), **fields)


def _array(kind: type, game: str) -> Any:
    """A named tuple: an array whose items have titles."""
    items = tuple(
        Annotated[found, Field(title=name, description=about.description)]
        for name, (found, about) in _fields(kind, game).items()
    )
    found: Any = Annotated[tuple.__class_getitem__(items), Field(description=first_paragraph(kind))]
    return _alias(_name(kind.__name__, game), found)


def _named_choice(kind: Any, game: str, owner: type | None) -> Any:
    """One of some texts, under the name that the module of its owner has for them."""
    known = vars(sys.modules[owner.__module__]) if owner is not None else {}
    names = [name for name, value in known.items() if get_origin(value) is Literal]
    name = next((name for name in names if known[name] == kind), None)
    return kind if name is None else _alias(_name(name, game), kind)


@cache
def _alias(name: str, kind: Any) -> Any:
    return TypeAliasType(name, kind)


def _name(name: str, game: str) -> str:
    """The name of a schema: two games may have types of the same name.

    >>> _name("PlayerView", "bombay"), _name("BombayView", "bombay"), _name("PromiseView", "")
    ('BombayPlayerView', 'BombayView', 'PromiseView')
    """
    prefix = game.title()
    return name if name.startswith(prefix) else f"{prefix}{name}"


def _fields(kind: type, game: str) -> dict[str, Any]:
    """The type of each field of a class, and its description."""
    owners = _owners(kind)
    return {
        name: (
            json_type(hint, game, owners.get(name, kind)),
            Field(description=_field_docs(owners.get(name, kind)).get(name)),
        )
        for name, hint in get_type_hints(kind).items()
    }


def _owners(kind: type) -> dict[str, type]:
    """The class that declares each field."""
    found = {}
    for one in reversed(kind.__mro__):
        found.update(dict.fromkeys(inspect.get_annotations(one), one))
    return found


def first_paragraph(kind: type) -> str:
    """The first paragraph of a class's docstring."""
    return _plain((inspect.getdoc(kind) or "").partition("\n\n")[0])


@cache
def _field_docs(kind: type) -> dict[str, str]:
    """The docstrings below the fields that a class declares itself; none without its source."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except OSError:
        return {}
    (declared,) = ast.parse(source).body
    assert isinstance(declared, ast.ClassDef)
    return dict(_docstrings(declared.body))


def _docstrings(statements: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(statements):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=text)):
                yield name, _plain(str(text)).removesuffix(".")


def _plain(text: str) -> str:
    """A docstring in the words of JSON, and on one line.

    >>> _plain("The score; None while the game runs.")
    'The score; null while the game runs.'
    """
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))
