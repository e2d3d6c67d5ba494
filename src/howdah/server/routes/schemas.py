"""Bodies of requests and answers: read strictly, and described for OpenAPI."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeVar, get_type_hints

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field, create_model
from starlette.exceptions import HTTPException
from starlette.responses import Response

from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json, parse_json
from howdah.core.pregame import PreGame
from howdah.games.registry import GAMES, game_class
from howdah.i18n import translate
from howdah.server.middleware.security import MAX_RECORD_BYTES
from howdah.server.routes.game_types import (
    DescribedAs,
    choice_field,
    first_paragraph,
    results,
    rules_bodies,
    seed_stage,
    views,
)
from howdah.table.seed_sharing import SeedStage
from howdah.table.stand_ins import ABSENCE, LONGEST_ABSENCE, SHORTEST_ABSENCE

DEEPEST: Final = 32
"""How many levels a body may have: a board has six."""
MOST_PARTS: Final = 5_000
"""How many values the body of a request may hold: a whole board has some hundreds."""
MOST_RECORD_PARTS: Final = 20_000
"""How many values a record may hold: a long game with its board has some thousands."""
MOST_FIELDS: Final = 64
"""How many fields a form may have; it has one file at most."""


class Body(BaseModel):
    """What a request carries: these fields, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class SeatBody(Body):
    """A seat of a new table: a person with a name, or an agent."""

    name: str | None = Field(
        None, max_length=200, examples=["Ada"], description="The name of the player"
    )
    agent: str | None = Field(
        None,
        max_length=200,
        examples=["random"],
        description="The agent that plays; omitted for a person",
    )


BodyT = TypeVar("BodyT", bound=Body)


def _with_seat_settings(body: type[BodyT]) -> type[BodyT]:
    """The body with a field more for the seat setting of each game that has one."""
    kinds = [game_class(game) for game in GAMES]
    fields: dict[str, Any] = {
        setting.name: (
            list[str] | None,
            Field(
                None,
                max_length=5,
                description=f"Of the game {kind.name}: {setting.meaning}",
                examples=[[*setting.choices[kind.usual_players][0]]],
            ),
        )
        for kind in kinds
        if (setting := kind.seat_setting) is not None
    }
    return create_model(
        body.__name__, __base__=body, __module__=body.__module__, __doc__=body.__doc__, **fields
    )


@_with_seat_settings
class TableBody(Body):
    """A new table."""

    game: str = Field(max_length=200, examples=list(GAMES)[:1], description="The name of the game")
    rules: Annotated[dict[str, Any], DescribedAs(rules_bodies)] = Field(
        default_factory=dict, examples=[{"edition": "fr"}], description="The options of the game"
    )
    seats: list[SeatBody] = Field(min_length=1, max_length=5, description="The players, clockwise")
    screens: str = Field(
        "hidden",
        max_length=200,
        examples=["hidden", "open"],
        description="Whether players keep what they have behind screens: `hidden` or `open`",
    )
    stand_in_after: int | None = Field(
        int(ABSENCE),
        ge=SHORTEST_ABSENCE,
        le=LONGEST_ABSENCE,
        description="The seconds without a turn after which a stand-in may play, null for never",
    )
    seed_sharing: bool = Field(
        default=False,
        description="Whether the players take part in the seed before anything is drawn",
    )

    @property
    def start_choices(self) -> dict[str, list[str]]:
        """What was chosen for the seats, by the name of the seat setting."""
        settings = (game_class(game).seat_setting for game in GAMES)
        names = (setting.name for setting in settings if setting is not None)
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class TurnBody(Body):
    """A whole turn, as it would stand in the record."""

    version: int = Field(examples=[7], description="The version of the table that was seen")
    actions: list[str] = Field(
        max_length=64,
        examples=[["move E4", "buy"]],
        description="The actions of the turn, as texts",
    )


class AbsentBody(Body):
    """An absent person."""

    seat: int = Field(examples=[1], description="The seat that an agent should play meanwhile")


class PromiseBody(Body):
    """The promise of a number."""

    promise: str = Field(
        max_length=200,
        examples=["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"],
        description="The SHA-256 of the number's 64 digits",
    )


class NumberBody(Body):
    """A number that was promised."""

    number: str = Field(
        max_length=200,
        examples=["0" * 64],
        description="256 random bits, in 64 lower-case hexadecimal digits",
    )


class PromisedNumber(BaseModel):
    """A promise for some seats that are played in one place."""

    seats: list[int] = Field(description="The seats that are played in one place")
    promise: str = Field(description="The SHA-256 of the number")


class OpenedNumber(PromisedNumber):
    """A number that is part of the seed."""

    number: str = Field(description="The number, in 64 hexadecimal digits")


class LeftOutSeats(BaseModel):
    """Seats that have no part in the seed."""

    seats: list[int] = Field(description="The seats that are played in one place")
    why: Literal["absent", "silent"] = Field(
        description="Whether they have promised nothing, or not opened their number"
    )
    promise: str | None = Field(default=None, description="The promise of silent ones")


class SeedState(BaseModel):
    """How the seed of a table is made."""

    table: str = Field(description="The id of the table, or of the one where the game began")
    commitment: str | None = Field(default=None, description="The SHA-256 of the server's secret")
    stage: Annotated[SeedStage, DescribedAs(seed_stage)] = Field(
        default="drawn", description="What is awaited; nothing when it is drawn"
    )
    promises: list[PromisedNumber] = Field(default=[], description="The promises so far")
    missing: list[int] = Field(
        default=[], description="The seats whose promise, or number, is awaited"
    )
    seconds_left: int | None = Field(
        default=None, description="The seconds until the missing ones may be left out"
    )
    contributions: list[OpenedNumber] = Field(
        default=[], description="The numbers in the seed; empty until it is made"
    )
    left_out: list[LeftOutSeats] = Field(
        default=[], description="Those without a part in the seed; empty until it is made"
    )


class StandIn(BaseModel):
    """Who plays a seat."""

    seat: int = Field(description="The number of the seat")
    agent: str | None = Field(description="The agent that plays for the person; null if none does")
    missing: list[int] = Field(description="The seats that still have to agree")


class CreatedSeat(BaseModel):
    """A seat of a new table: the secret token of a person, or the agent that plays it."""

    seat: int = Field(description="The number of the seat")
    token: str | None = Field(None, description="The secret token that opens a person's seat")
    agent: str | None = Field(None, description="The agent that plays; absent for a person")


class CreatedTable(BaseModel):
    """A table that was created."""

    id: str = Field(description="The id of the table")
    seats: list[CreatedSeat] = Field(description="The seats, clockwise")
    watch: str = Field(examples=["/t/ID"], description="The path of the page to watch it")
    commitment: str = Field(description="The SHA-256 of the seed that all draws come from")


class TableState(BaseModel):
    """A table as one seat, or a spectator, may see it."""

    version: int = Field(description="How many turns are committed")
    to_play: int | None = Field(description="The seat whose turn it is; null if it is nobody's")
    legal: list[str] = Field(
        description="The actions with which the viewer's turn may begin; empty if it is not theirs"
    )
    over: bool = Field(description="Whether the game is over")
    view: Annotated[dict[str, Any], DescribedAs(views)] = Field(
        description="What the viewer sees: the game, or what comes before it"
    )
    result: Annotated[dict[str, Any] | None, DescribedAs(results)] = Field(
        description="The result; null until the game is over"
    )
    commitment: str | None = Field(description="The SHA-256 of the seed; null if there is none")
    seed: str | None = Field(description="What all draws came from; null until the game is over")
    continued_at: str | None = Field(
        description="The id of the table at which the game goes on after a take-back; null if here"
    )


class Versioned(BaseModel):
    """How many turns are committed."""

    version: int = Field(description="The version of the table now")


class ErrorBody(BaseModel):
    """A request that is refused; some errors have more fields of their own."""

    model_config = ConfigDict(extra="allow")

    error: str = Field(examples=["stale-version"], description="The code of the error")
    message: str = Field(description="What is wrong, as a sentence for people")
    version: int | None = Field(None, description="Of a stale version: the current one")
    index: int | None = Field(None, description="Of a turn: which action is refused")
    action: str | None = Field(None, description="Of a turn: the action that is refused")
    reason: str | None = Field(None, description="Of a turn: why")
    legal: list[str] | None = Field(None, description="Of a turn: what may be played instead")
    retry_after: int | None = Field(None, description="Of a rate limit: the seconds to wait")
    detail: str | None = Field(None, description="What exactly is wrong, in English")
    incident: str | None = Field(None, description="Of an internal error: its number in the log")


ERRORS: Final = {
    400: "Broken: no such host, or a length that is none",
    403: "Not your seat, or not your turn",
    404: "No such table",
    409: "Stale version, with the current one; or no record before the game has begun",
    413: "Too large",
    422: "Not understood, illegal or unfinished; nothing is applied",
    429: "Rate limit exceeded; `retry_after` and Retry-After have the seconds to wait",
    500: "Internal error; `incident` is its number in the log",
    503: "The store does not answer just now",
}


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route, as OpenAPI describes them."""
    return {status: {"model": ErrorBody, "description": ERRORS[status]} for status in statuses}


def pregame_body(game: str, pregame: type[PreGame]) -> type[Body]:
    """The body of a pre-game choice: the version and the fields of the choice."""
    fields: dict[str, Any] = {
        name: (
            Annotated[
                int if kind is int else Annotated[str, Field(max_length=200)],
                DescribedAs(partial(choice_field, game, pregame, name)),
            ],
            Field(),
        )
        for name, kind in get_type_hints(pregame.choice_class).items()
    }
    return create_model(
        f"{pregame.name.title()}Body",
        __base__=Body,
        __doc__=first_paragraph(pregame.choice_class),
        version=(int, Field(examples=[0], description="The version of the table that was seen")),
        **fields,
    )


class StrictRequest(Request):
    """A request whose JSON is read as strictly as a record."""

    async def json(self) -> Json:
        """The body; `HTTPException` if it is not plain JSON, or too deep."""
        try:
            text = (await self.body()).decode()
            if holds_too_much(text):
                raise HTTPException(413, translate("This is too large."))
            found = parse_json(text)
        except UnicodeDecodeError as error:
            raise HTTPException(422, translate("The request isn't UTF-8 text.")) from error
        except InvalidData as error:
            sentence = translate("The request isn't valid JSON: {problem}", problem=error)
            raise HTTPException(422, sentence) from error
        if _is_deeper(found, DEEPEST):
            raise HTTPException(422, translate("The request is nested too deeply."))
        return found


class StrictRoute(APIRoute):
    """A route that reads its requests strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        answer = super().get_route_handler()

        async def answer_strictly(request: Request) -> Response:
            return await answer(StrictRequest(request.scope, request.receive))

        return answer_strictly


class FormRequest(Request):
    """A request whose form has few fields and one file at most."""

    def form(self, **_limits: Any) -> Any:
        """The form; `HTTPException` if it holds too much, noticed before it is read on."""
        return super().form(max_files=1, max_fields=MOST_FIELDS, max_part_size=MAX_RECORD_BYTES)


class FormRoute(APIRoute):
    """A route that reads small forms."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers a request."""
        answer = super().get_route_handler()

        async def answer_small_forms(request: Request) -> Response:
            return await answer(FormRequest(request.scope, request.receive))

        return answer_small_forms


def holds_too_much(text: str, most: int = MOST_PARTS) -> bool:
    """Whether a text would take long to read as JSON, during which the server does nothing else."""
    return sum(map(text.count, ",[{")) > most


def _is_deeper(value: Json, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deeper(item, levels - 1) for item in inner)
