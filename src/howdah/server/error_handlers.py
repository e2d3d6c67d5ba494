"""Exception handlers: JSON for scripts, a page for browsers."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from howdah.i18n import translate
from howdah.server.dependencies import charge_bad_token
from howdah.server.errors import ApiError
from howdah.server.middleware.clients import client_of
from howdah.server.middleware.rate_limit import TRY_AGAIN_LATER, rate_limited, rate_limiter_of
from howdah.server.responses import error_response
from howdah.store.store import StoreUnavailable
from howdah.table.errors import TableError, invalid

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 5
"""The seconds after which to try again when the store is unavailable."""
CODES: Final = {400: "invalid-request", 404: "not-found", 413: "too-large", 422: "invalid-request"}
"""The error codes of statuses that Starlette raises; any other is `not-allowed`."""
OUR_STATUSES: Final = (413, 422)
"""What our own code raises as an `HTTPException`, with a sentence in the reader's language."""


def add_error_handlers(app: FastAPI) -> None:
    """Register the handlers of this module."""
    app.add_exception_handler(TableError, handle_table_error)
    app.add_exception_handler(StoreUnavailable, handle_store_unavailable)
    app.add_exception_handler(RequestValidationError, handle_validation_error)
    app.add_exception_handler(HTTPException, handle_http_exception)


async def handle_table_error(request: Request, error: Exception) -> Response:
    """Respond to an error of ours, and count it; a wrong seat token costs the client more."""
    assert isinstance(error, TableError)
    if error.code == "not-your-seat":
        wait = charge_bad_token(request)
        if wait:
            await asyncio.sleep(rate_limiter_of(request).refusal_delay(client_of(request.scope)))
            return error_response(request, rate_limited(wait))
    return error_response(request, error)


async def handle_validation_error(request: Request, error: Exception) -> Response:
    """Respond to a body or parameters that do not fit their schema, naming the first field."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    is_named = where and first["loc"][0] == "body"  # an address is not what a person has filled in
    sentence = (
        translate("Invalid request: check {field}.", field=where)
        if is_named
        else translate("Invalid request.")
    )
    return await handle_table_error(request, invalid(sentence, where=where, detail=first["msg"]))


async def handle_store_unavailable(request: Request, error: Exception) -> Any:
    """Respond with 503; a WebSocket gets the error as a message, and is closed."""
    log.warning("request failed, database unavailable: %s", error)
    sentence = translate(
        "The server can't be reached right now. Your games are safe; try again in a moment."
    )
    unavailable = ApiError(503, "unavailable", sentence, retry_after=RETRY_AFTER)
    if isinstance(request, WebSocket):
        return await _close_socket(request, unavailable)
    return await handle_table_error(request, unavailable)


async def _close_socket(socket: WebSocket, error: ApiError) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # the client has disconnected
        await socket.send_json(error.to_json())
        await socket.close(TRY_AGAIN_LATER)


async def handle_http_exception(request: Request, error: Exception) -> Response:
    """Respond to an exception of Starlette, such as an unknown path or method."""
    assert isinstance(error, HTTPException)
    code = CODES.get(error.status_code, "not-allowed")
    response = await handle_table_error(request, _explain(error, code))
    response.headers.update(error.headers or {})
    return response


def _explain(error: HTTPException, code: str) -> ApiError:
    """The error in the reader's language; what Starlette says of it is for programmers."""
    status, detail = error.status_code, str(error.detail)
    if status in OUR_STATUSES:
        return ApiError(status, code, detail)
    if status == 404:
        return ApiError(status, code, translate("Page not found."))
    return ApiError(status, code, translate("Invalid request."), detail=detail)
