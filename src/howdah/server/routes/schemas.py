"""Bodies of requests and answers: read strictly, and described for OpenAPI."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal, TypeVar

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

    name: str | None = Field(None, max_length=200, examples=["Ada"])
    agent: str | None = Field(None, max_length=200, examples=["random"])


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
                description=f"of the game {kind.name}: {setting.meaning}",
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

    game: str = Field(max_length=200, examples=list(GAMES)[:1])
    rules: dict[str, Any] = Field(default_factory=dict, examples=[{"edition": "fr"}])
    seats: list[SeatBody] = Field(min_length=1, max_length=5)
    screens: str = Field("hidden", max_length=200, examples=["hidden", "open"])
    stand_in_after: int | None = Field(
        int(ABSENCE),
        ge=SHORTEST_ABSENCE,
        le=LONGEST_ABSENCE,
        description="the seconds without a turn after which a stand-in may play, null for never",
    )
    seed_sharing: bool = Field(
        default=False,
        description="whether the players take part in the seed before anything is drawn",
    )

    @property
    def start_choices(self) -> dict[str, list[str]]:
        """What was chosen for the seats, by the name of the seat setting."""
        settings = (game_class(game).seat_setting for game in GAMES)
        names = (setting.name for setting in settings if setting is not None)
        return {name: value for name in names if (value := getattr(self, name)) is not None}


class TurnBody(Body):
    """A whole turn, as it would stand in the record."""

    version: int = Field(examples=[7])
    actions: list[str] = Field(max_length=64, examples=[["move E4", "buy"]])


class AbsentBody(Body):
    """An absent person."""

    seat: int = Field(examples=[1], description="the seat that an agent should play meanwhile")


class PromiseBody(Body):
    """The promise of a number."""

    promise: str = Field(
        max_length=200,
        examples=["5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"],
        description="the SHA-256 of the number's 64 digits",
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

    seats: list[int]
    promise: str


class OpenedNumber(PromisedNumber):
    """A number that is part of the seed."""

    number: str


class LeftOutSeats(BaseModel):
    """Seats that have no part in the seed."""

    seats: list[int]
    why: Literal["absent", "silent"]
    promise: str | None = Field(default=None, description="of a silent one")


class SeedState(BaseModel):
    """How the seed of a table is made."""

    table: str
    commitment: str | None = Field(default=None, description="the SHA-256 of the server's secret")
    stage: Literal["promises", "numbers", "drawn"] = "drawn"
    promises: list[PromisedNumber] = []
    missing: list[int] = Field(
        default=[], description="the seats whose promise, or number, is awaited"
    )
    seconds_left: int | None = Field(
        default=None, description="until the missing ones may be left out"
    )
    contributions: list[OpenedNumber] = Field(
        default=[], description="empty until the seed is made"
    )
    left_out: list[LeftOutSeats] = Field(default=[], description="empty until the seed is made")


class StandIn(BaseModel):
    """Who plays a seat."""

    seat: int
    agent: str | None = Field(description="the agent that plays for the person, null if none does")
    missing: list[int] = Field(description="the seats that still have to agree")


class CreatedSeat(BaseModel):
    """A seat of a new table: the secret token of a person, or the agent that plays it."""

    seat: int
    token: str | None = None
    agent: str | None = None


class CreatedTable(BaseModel):
    """A table that was created."""

    id: str
    seats: list[CreatedSeat]
    watch: str = Field(examples=["/t/ID"])
    commitment: str = Field(description="the SHA-256 of the seed that all draws come from")


class TableState(BaseModel):
    """A table as one seat, or a spectator, may see it."""

    version: int
    to_play: int | None
    legal: list[str]
    over: bool
    view: dict[str, Any]
    result: dict[str, Any] | None
    commitment: str | None = Field(description="the SHA-256 of the seed, null if there is none")
    seed: str | None = Field(description="what all draws came from, null until the game is over")


class Versioned(BaseModel):
    """How many turns are committed."""

    version: int


class ErrorBody(BaseModel):
    """A request that is refused; some errors have more fields of their own."""

    model_config = ConfigDict(extra="allow")

    error: str = Field(examples=["stale-version"])
    message: str
    version: int | None = Field(None, description="of a stale version: the current one")
    index: int | None = Field(None, description="of a turn: which action is refused")
    action: str | None = Field(None, description="of a turn: the action that is refused")
    reason: str | None = Field(None, description="of a turn: why")
    legal: list[str] | None = Field(None, description="of a turn: what may be played instead")
    retry_after: int | None = Field(None, description="of a rate limit: the seconds to wait")
    detail: str | None = Field(None, description="what exactly is wrong, in English")
    incident: str | None = Field(None, description="of an internal error: its number in the log")


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


def pregame_body(pregame: type[PreGame]) -> type[Body]:
    """The body of a pre-game choice: the version and the fields of the choice."""
    fields: dict[str, Any] = {
        name: (kind, Field(max_length=200) if kind is str else Field())
        for name, kind in pregame.choice_fields.items()
    }
    version = (int, Field(examples=[0]))
    name = f"{pregame.name.title()}Body"
    return create_model(name, __base__=Body, __doc__=pregame.__doc__, version=version, **fields)


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
