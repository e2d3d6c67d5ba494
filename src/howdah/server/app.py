"""The whole server on one screen: settings in, an application out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

import howdah
from howdah.server import answers, api, pages, table_page, upkeep
from howdah.server.doorkeeper import Doorkeeper
from howdah.server.duties import duties, on_duty, opened_tables
from howdah.server.faults import Faults
from howdah.server.frames import draw_once
from howdah.server.house import STATIC
from howdah.server.limits import Limits
from howdah.server.metrics import Metrics
from howdah.server.refusal import Refusal
from howdah.server.settings import Settings
from howdah.server.threads import in_a_thread
from howdah.server.turnstile import Turnstile
from howdah.server.watch import Watch
from howdah.store.store import Unreachable


def create_app(settings: Settings | None = None) -> FastAPI:
    """The table as a web application."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Howdah",
        version=howdah.__version__,
        lifespan=_open_and_close,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = chosen
    app.state.limits = Limits(chosen.limits)
    app.state.metrics = Metrics()
    app.include_router(api.router)
    app.include_router(pages.router)
    app.include_router(table_page.router)
    app.include_router(upkeep.router)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_exception_handler(Refusal, answers.refused)
    app.add_exception_handler(Unreachable, answers.unreachable)
    app.add_exception_handler(RequestValidationError, answers.misunderstood)
    app.add_exception_handler(HTTPException, answers.not_there)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Turnstile, limits=app.state.limits)
    app.add_middleware(Faults)
    app.add_middleware(Doorkeeper)
    app.add_middleware(Watch, metrics=app.state.metrics)
    return app


@asynccontextmanager
async def _open_and_close(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    async with opened_tables(settings, app.state.metrics) as tables:
        app.state.tables = tables
        async with on_duty(in_a_thread(draw_once), *duties(tables, settings)):
            async with app.state.metrics.pulse.beating():
                yield
            tables.bells.ring_all()
