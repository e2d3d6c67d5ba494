"""A load test: many pages at many tables, turns at a steady rate, and a report with targets.

    python -m tools.load                          # 2000 pages, 200 turns a second, half a minute
    python -m tools.load --quick                  # 60 pages, three seconds
    python -m tools.load --servers 2 --json load.json

`docs/load.md` tells what is measured, and how to read it.
"""
