"""The application: routes, middleware, exception handlers and background tasks in one place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles

import howdah
from howdah.server.background.daemon_threads import run_in_daemon_thread
from howdah.server.background.tasks import background_tasks, open_tables, running
from howdah.server.dependencies import PAGE
from howdah.server.error_handlers import add_error_handlers
from howdah.server.middleware.access_log import AccessLogMiddleware
from howdah.server.middleware.errors import ServerErrorMiddleware
from howdah.server.middleware.rate_limit import RateLimiter, RateLimitMiddleware
from howdah.server.middleware.security import AllowedHosts, SecurityMiddleware
from howdah.server.observability.logs import LoopErrors
from howdah.server.observability.metrics import Metrics
from howdah.server.responses import STATIC
from howdah.server.routes import (
    api,
    health,
    home,
    lessons,
    live,
    new_table,
    pages,
    seats,
    seed,
    table,
    take_back,
)
from howdah.server.settings import Settings
from howdah.table.frames import warm_backdrops


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the web application; without settings, those of the environment."""
    chosen = settings or Settings.load()
    app = FastAPI(
        title="Howdah",
        version=howdah.__version__,
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        routes=_all_routes(),
    )
    app.state.settings = chosen
    app.state.limits = RateLimiter(chosen.limits)
    app.state.metrics = Metrics()
    app.mount("/static", StaticFiles(directory=STATIC))
    add_error_handlers(app)
    # The middleware added last is the outermost.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RateLimitMiddleware, limits=app.state.limits)
    app.add_middleware(ServerErrorMiddleware)
    app.add_middleware(SecurityMiddleware, hosts=AllowedHosts(chosen.allowed_hosts))
    app.add_middleware(AccessLogMiddleware, metrics=app.state.metrics)
    return app


@cache
def _all_routes() -> list[BaseRoute]:
    """Return the routes, which are the same in every application.

    FastAPI needs a fifth of a second to prepare them, and the tests create many applications.
    """
    router = APIRouter(generate_unique_id_function=_operation_id)
    router.include_router(api.router)
    router.include_router(table.action_router(f"{api.PREFIX}/{{table_id}}"))
    router.include_router(table.action_router(PAGE), include_in_schema=False)
    router.include_router(table.page_router)
    router.include_router(seats.router)
    router.include_router(take_back.router)
    router.include_router(seed.page_router)
    router.include_router(live.router)
    router.include_router(lessons.router)
    router.include_router(home.router)
    router.include_router(pages.router)
    router.include_router(new_table.router)
    router.include_router(health.router)
    return router.routes


def _operation_id(route: APIRoute) -> str:
    """Return the name of a route's function: generated clients call their functions by it."""
    return route.name


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    asyncio.get_running_loop().set_exception_handler(LoopErrors().handle)
    metrics: Metrics = app.state.metrics
    async with open_tables(settings, metrics) as tables:
        app.state.tables = tables
        async with running(
            run_in_daemon_thread(warm_backdrops), *background_tasks(tables, settings)
        ):
            async with metrics.event_loop_lag.measuring():
                yield
            # WebSockets wait for changes: they see that the server stops.
            tables.notifier.notify_all()
