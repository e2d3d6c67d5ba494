"""The seed of a table: how players take part in it, and what its page shows of the draws."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from howdah.server.dependencies import PAGE, Bearer, TableId, seats_of, tables_of
from howdah.server.responses import html_response
from howdah.server.routes.schemas import (
    LeftOutSeats,
    NumberBody,
    OpenedNumber,
    PromiseBody,
    PromisedNumber,
    SeedState,
    error_responses,
)
from howdah.server.tables.fairness import first_difference, is_promised_here, proof_of
from howdah.server.tables.model import HostedTable

page_router = APIRouter(prefix=PAGE, include_in_schema=False)


def add_seed_routes(router: APIRouter) -> None:
    """Add the routes under the address of a table."""
    options: dict[str, Any] = {"response_model_exclude_none": True}
    with_body: dict[str, Any] = {**options, "responses": error_responses(413)}
    # Anyone may look, with a token or without.
    router.get("/seed", openapi_extra={"security": [{}]}, **options)(get_seed)
    router.post("/seed/promise", **with_body)(promise_number)
    router.post("/seed/number", **with_body)(open_number)
    router.post("/seed/go-on", **options)(go_on_with_seed)


async def get_seed(request: Request, table_id: TableId) -> SeedState:
    """How the seed of the table is made: who has promised a number, and who is missing."""
    return seed_state(await tables_of(request).get(table_id))


async def promise_number(
    request: Request, table_id: TableId, body: PromiseBody, authorization: Bearer = None
) -> SeedState:
    """Promise a number for the seed by its SHA-256; the first promise of a seat stands."""
    tables = tables_of(request)
    seats = seats_of(await tables.get(table_id), request, authorization)
    return seed_state(await tables.promise_number(table_id, seats, body.promise))


async def open_number(
    request: Request, table_id: TableId, body: NumberBody, authorization: Bearer = None
) -> SeedState:
    """Open the number that was promised, after the list of promises is closed."""
    tables = tables_of(request)
    seats = seats_of(await tables.get(table_id), request, authorization)
    return seed_state(await tables.open_number(table_id, seats, body.number))


async def go_on_with_seed(
    request: Request, table_id: TableId, authorization: Bearer = None
) -> SeedState:
    """Go on without the players who are missing, if it is time."""
    tables = tables_of(request)
    seats = seats_of(await tables.get(table_id), request, authorization)
    return seed_state(await tables.go_on_with_seed(table_id, seats))


def seed_state(table: HostedTable) -> SeedState:
    """What anyone may see of the seed of a table: no number before all of them are open."""
    proof, sharing = proof_of(table), table.seed_sharing
    state = SeedState(
        table=table.first_table, commitment=None if proof is None else proof.commitment
    )
    if sharing is None:
        return state
    state.stage = sharing.stage
    state.promises = [
        PromisedNumber(seats=list(each.seats), promise=each.promise) for each in sharing.promises
    ]
    state.missing = list(sharing.missing)
    if not sharing.is_drawn:
        state.seconds_left = sharing.seconds_left(time.time())
        return state
    state.contributions = [OpenedNumber(**given._asdict()) for given in sharing.contributions]
    state.left_out = [LeftOutSeats(**entry._asdict()) for entry in sharing.left_out]
    return state


@page_router.get("/draws")
async def draws(request: Request, table_id: str) -> JSONResponse:
    """Every draw so far as data, so that the page can keep and check it; empty before the game."""
    game = (await tables_of(request).get(table_id)).game
    return JSONResponse([] if game is None else [draw.to_json() for draw in game.draws()])


@page_router.get("/fair")
async def fairness_panel(request: Request, table_id: str) -> Response:
    """What the table's menu says about its draws."""
    table = await tables_of(request).get(table_id)
    proof, is_ours = proof_of(table), is_promised_here(table)
    is_foreign = proof is not None and proof.seed is not None and not is_ours
    return html_response(
        request,
        "fair.html",
        table=table,
        proof=proof,
        is_ours=is_ours,
        difference=first_difference(table) if is_foreign else None,
        counts=await tables_of(request).count_seeds(),
    )
