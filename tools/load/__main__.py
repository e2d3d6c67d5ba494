"""`python -m tools.load`: the arguments, the progress line, and the report."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from howdah.cli.progress import show_status
from tools.load import __doc__ as description
from tools.load.report import Targets, all_figures, as_json, as_table, is_passed
from tools.load.runner import LoadTest, Plan, Results
from tools.load.servers import Server, running_server, start_servers

DEFAULT: Final = Plan(pages=2000, turns=200, seconds=30, ahead=4)
QUICK: Final = Plan(pages=60, turns=20, seconds=3, ahead=1)
MOST: Final = Plan(pages=10_000, turns=1000, seconds=600, ahead=20, glide=10)
NAMES: Final = ("pages", "turns", "seconds", "ahead", "glide")
QUICK_TARGETS: Final = Targets(milliseconds=3000, kilobytes=3000, rate=0.8)
"""The targets of `--quick`: fixed costs are shared by few pages, and the server warms up."""
TIMEOUT: Final = 1200.0
"""The seconds for all that is not measured; it ends then, whatever the server does."""
PROGRESS_SECONDS: Final = 0.2


def main(arguments: Sequence[str] | None = None) -> int:
    """Put servers under load and print the report; return 1 if a target was missed."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        plan = _plan(chosen)
        known = [running_server(url) for url in chosen.url]
    except ValueError as error:
        parser.error(str(error))
    _raise_file_limit()
    try:
        with _servers(known, chosen.servers, chosen.share) as servers:
            results = asyncio.run(_run(servers, plan))
    except ValueError as error:
        parser.error(str(error))
    figures = all_figures(results, plan, QUICK_TARGETS if chosen.quick else Targets())
    print(as_table(figures, results, plan))
    if chosen.json is not None:
        chosen.json.write_text(as_json(figures, results, plan), encoding="utf-8")
    return 0 if is_passed(figures) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.load",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pages", type=int, metavar="N", help="pages, two a table; default 2000")
    parser.add_argument("--turns", type=float, metavar="N", help="turns a second; default 200")
    parser.add_argument("--seconds", type=float, metavar="S", help="duration; default 30")
    parser.add_argument(
        "--ahead", type=int, metavar="N", help="turns a table has on average before; default 4"
    )
    parser.add_argument(
        "--glide",
        type=float,
        metavar="S",
        help="duration of an animated action; default 0.38",
    )
    parser.add_argument("--quick", action="store_true", help="60 pages, 3 seconds, loose targets")
    parser.add_argument(
        "--servers", type=int, default=1, choices=range(1, 5), metavar="N", help="default 1"
    )
    parser.add_argument(
        "--by-table",
        action="store_true",
        help="connect all pages of a table to one server, like a proxy that hashes the path",
    )
    parser.add_argument(
        "--share",
        type=float,
        metavar="S",
        help="limit each server to a share of a core, such as 0.25 (Linux, as root)",
    )
    parser.add_argument(
        "--url", action="append", default=[], help="a server that already runs on this machine"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report here too")
    return parser


def _plan(chosen: argparse.Namespace) -> Plan:
    usual = QUICK if chosen.quick else DEFAULT
    asked = {
        name: getattr(chosen, name) for name in ("pages", "turns", "seconds", "ahead", "glide")
    }
    values = {name: value for name, value in asked.items() if value is not None}
    for name, value in values.items():
        most, least = getattr(MOST, name), 0 if name in ("ahead", "glide") else 1
        if not least <= value <= most:
            raise ValueError(f"--{name} should be from {least} to {most}, not {value:g}.")
    if chosen.share is not None and not 0.05 <= chosen.share <= 1:
        raise ValueError(f"--share should be from 0.05 to 1, not {chosen.share:g}.")
    plan = Plan(**{**vars(usual), **values, "by_table": chosen.by_table})
    if plan.pages % 2:
        raise ValueError("--pages should be even: there are two at a table.")
    return plan


@contextmanager
def _servers(known: list[Server], count: int, share: float | None) -> Iterator[list[Server]]:
    if known:
        yield known
        return
    with start_servers(count, share) as servers:
        yield servers


async def _run(servers: list[Server], plan: Plan) -> Results:
    load_test = LoadTest(servers, plan, ProgressLine())
    try:
        async with asyncio.timeout(TIMEOUT + plan.seconds):
            await load_test.run()
    except (TimeoutError, ExceptionGroup) as error:
        load_test.results.errors.append(f"it did not end: {error!r}")
    finally:
        show_status("")
    return load_test.results


class ProgressLine:
    """Shows a progress line, replaced a few times a second."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, text: str) -> None:
        """Show a text, unless another was shown just now."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_SECONDS
            show_status(text)


def _raise_file_limit() -> None:
    """Raise the limit of open sockets, here and in the servers started here."""
    try:
        import resource  # noqa: PLC0415
    except ModuleNotFoundError:  # there are no such limits on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main())
