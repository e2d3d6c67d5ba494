"""`howdah bench`: how fast both games play here, beside other engines and the limit."""

from __future__ import annotations

import argparse
from contextlib import nullcontext

from howdah.cli.command import DONE, Command
from howdah.cli.progress import progress
from howdah.core.files import whole_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah bench`."""
    parser.add_argument("--quick", action="store_true", help="half a minute instead of three")
    parser.add_argument("--json", metavar="FILE", help="write the lines there too")


def run(chosen: argparse.Namespace) -> int:
    """Measure, print the table, and write the JSON if it is asked for."""
    from howdah.bench.measure import FULL, QUICK
    from howdah.bench.report import as_json, as_table
    from howdah.bench.suite import run_suite

    effort = QUICK if chosen.quick else FULL
    with whole_file(chosen.json) if chosen.json else nullcontext() as out:
        report = run_suite(effort, progress)
        if out is not None:
            out.write(as_json(report))
    print(as_table(report, effort))
    return DONE


COMMAND = Command(
    name="bench",
    summary="Measure how fast both games play here, beside other engines and the limit.",
    examples="""  howdah bench --quick
  howdah bench --json speeds.json
  pip install howdah[bench] && howdah bench     (with numba and the other engines)""",
    add_arguments=add_arguments,
    run=run,
)
