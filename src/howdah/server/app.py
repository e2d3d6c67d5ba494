"""The whole server on one screen: settings in, an application out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

import howdah
from howdah.server import answers, api, pages, table_page, upkeep
from howdah.server.doorkeeper import Doorkeeper
from howdah.server.duties import PAUSE, SWEEP, listen, regularly, sweep
from howdah.server.faults import Faults
from howdah.server.frames import draw_once
from howdah.server.house import STATIC
from howdah.server.limits import Limits
from howdah.server.metrics import Metrics
from howdah.server.refusal import Refusal
from howdah.server.settings import Settings
from howdah.server.tables import Tables
from howdah.server.threads import in_a_thread
from howdah.server.turnstile import Turnstile
from howdah.server.watch import Watch
from howdah.server.workers import Workers
from howdah.store.store import Store, Unreachable


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
    if settings.database is None:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store(settings.store)
    await store.open()
    app.state.tables = tables = Tables(store, app.state.metrics)
    tasks = [asyncio.create_task(duty) for duty in _duties(tables, settings)]
    async with app.state.metrics.pulse.beating():
        yield
    tables.bells.ring_all()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.close()


def _duties(tables: Tables, settings: Settings) -> Iterator[Coroutine[None, None, None]]:
    """All that goes on in the house while nobody asks."""
    yield in_a_thread(draw_once)
    yield Workers(tables, settings.workers).run()
    yield regularly(PAUSE, lambda: listen(tables))
    yield regularly(SWEEP, lambda: sweep(tables))
