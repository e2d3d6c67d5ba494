"""Answers to what goes wrong: JSON for scripts, a page for people."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from howdah.i18n import translate
from howdah.server.errors import ApiError, status_of
from howdah.server.middleware.client_address import client_of
from howdah.server.middleware.limits import TRY_AGAIN_LATER, rate_limiter_of
from howdah.server.observability.metrics import metrics_of
from howdah.server.routes.html import html_response
from howdah.table.errors import TableError, invalid

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5
"""The seconds after which one may try again when the store does not answer."""


async def refused(request: Request, refusal: Exception) -> Response:
    """A refusal of ours: a page for whoever asks for pages."""
    assert isinstance(refusal, TableError)
    metrics_of(request).refusals.labels(refusal.code).inc()
    if refusal.code == "not-your-seat":
        rate_limiter_of(request).penalize_bad_token(client_of(request.scope))
    answer = _error_response(request, refusal)
    if "retry_after" in refusal.details:
        answer.headers["retry-after"] = str(refusal.details["retry_after"])
    return answer


def _error_response(request: Request, refusal: TableError) -> Response:
    if "text/html" in request.headers.get("accept", ""):
        detail = refusal.details.get("detail", "")
        facts = {"sentence": refusal.sentence, "detail": detail}
        return html_response(request, "error.html", status=status_of(refusal), **facts)
    return JSONResponse(refusal.to_json(), status_of(refusal))


async def misunderstood(request: Request, error: Exception) -> Response:
    """A request whose body or parameters are not as they should be."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = f"{where}: {first['msg']}" if where else first["msg"]
    return await refused(request, invalid(sentence, where=where))


async def unreachable(request: Request, error: Exception) -> Any:
    """The store does not answer: nothing was played, and nothing is lost.

    Whoever follows a table is told on the socket, and there is no answer besides.
    """
    log.warning("a request was not answered: %s", error)
    sentence = translate(
        "The tables cannot be reached just now. Nothing is lost; try again in a moment."
    )
    refusal = ApiError(503, "unavailable", sentence, retry_after=RETRY_AFTER)
    if isinstance(request, WebSocket):
        return await _hang_up(request, refusal)
    return await refused(request, refusal)


async def _hang_up(socket: WebSocket, refusal: ApiError) -> None:
    """Tell whoever follows a table, and close."""
    with suppress(RuntimeError, WebSocketDisconnect):  # they have left
        await socket.send_json(refusal.to_json())
        await socket.close(TRY_AGAIN_LATER)


async def not_there(request: Request, error: Exception) -> Response:
    """Nothing is at that address, or it is asked in another way."""
    assert isinstance(error, HTTPException)
    sentence = (
        translate("There is nothing here.") if error.status_code == 404 else str(error.detail)
    )
    code = CODES.get(error.status_code, "not-allowed")
    answer = await refused(request, ApiError(error.status_code, code, sentence))
    answer.headers.update(error.headers or {})
    return answer


CODES: Final = {400: "invalid-request", 404: "not-found", 413: "too-large", 422: "invalid-request"}
"""How refusals that are not our own are called."""
