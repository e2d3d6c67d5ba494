"""Liveness, readiness and metrics, for operators."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from howdah.i18n import translate
from howdah.server.dependencies import tables_of
from howdah.server.errors import ApiError
from howdah.server.middleware.clients import client_of
from howdah.server.observability.metrics import metrics_of
from howdah.server.settings import Settings
from howdah.store.store import StoreUnavailable

router = APIRouter(include_in_schema=False)
log = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""The seconds that the store may take to answer."""
UNCACHED: Final = {"cache-control": "no-store"}


@router.get("/livez")
async def check_liveness() -> Response:
    """Liveness: the process answers. It may not be ready, but a restart would not cure that."""
    return JSONResponse({"status": "ok"}, headers=UNCACHED)


@router.get("/healthz")
@router.get("/readyz")
async def check_readiness(request: Request) -> Response:
    """Readiness: the store can be read and written. Both paths say the same."""
    try:
        async with asyncio.timeout(PATIENCE):
            await tables_of(request).store.readiness.check()
    except (StoreUnavailable, TimeoutError) as error:
        status = "slow" if isinstance(error, TimeoutError) else "unavailable"
        log.warning("not ready, database %s: %s", status, error)
        return JSONResponse({"status": status}, 503, UNCACHED)
    return JSONResponse({"status": "ok"}, headers=UNCACHED)


@router.get("/metrics")
async def tell(request: Request) -> Response:
    """The metrics in the format of Prometheus; 404 for clients that may not read them."""
    settings: Settings = request.app.state.settings
    if not settings.metrics_for_all and not client_of(request.scope).is_local:
        raise ApiError(404, "not-found", translate("Page not found."))
    metrics = metrics_of(request)
    with suppress(StoreUnavailable):
        metrics.jobs.set(await tables_of(request).store.jobs.count_waiting())
    return Response(metrics.render(), headers=UNCACHED, media_type=CONTENT_TYPE_LATEST)
