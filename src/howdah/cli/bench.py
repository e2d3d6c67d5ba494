"""`howdah bench`: how fast both games play here, beside other engines and the limit."""

from __future__ import annotations

import argparse
import sys

from howdah.cli.command import DONE, Command, output
from howdah.cli.progress import progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah bench`."""
    parser.add_argument(
        "--quick", action="store_true", help="take half a minute instead of three minutes"
    )
    parser.add_argument(
        "--json", metavar="FILE", help="also write the results as JSON; - is standard output"
    )


def run(chosen: argparse.Namespace) -> int:
    """Measure, print the table, and write the JSON if it is asked for."""
    from howdah.bench.measure import FULL, QUICK
    from howdah.bench.report import as_json, as_table
    from howdah.bench.suite import run_suite

    effort = QUICK if chosen.quick else FULL
    with output(chosen.json) as out:
        report = run_suite(effort, progress)
        if out is not None:
            out.write(as_json(report))
    print(as_table(report, effort), file=sys.stderr if chosen.json == "-" else sys.stdout)
    return DONE


COMMAND = Command(
    name="bench",
    summary="Measure the speed of both games on this computer, compared with other engines.",
    examples="""  howdah bench --quick
  howdah bench --json speeds.json
  pip install 'howdah[bench]' && howdah bench     (with numba and the other engines)""",
    add_arguments=add_arguments,
    run=run,
)
