"""The command reference as Markdown, from the parsers of `howdah`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping

from howdah.cli.main import make_parser
from tools.docs.markdown import code, code_block, table

WIDTH = 84
"""The width of the usage lines."""


def command_reference() -> str:
    """Return a section for each command: its usage, its options, its examples."""
    return "\n\n".join(_section(name, parser) for name, parser in subparsers(make_parser()).items())


def subparsers(parser: argparse.ArgumentParser) -> Mapping[str, argparse.ArgumentParser]:
    """Return the parsers of the commands, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found: Mapping[str, argparse.ArgumentParser] = action.choices
            return found
    return {}


def _section(name: str, parser: argparse.ArgumentParser) -> str:
    parts = [f"## howdah {name}", parser.description or "", code_block(_usage(parser))]
    for group in parser._action_groups:
        actions = [a for a in group._group_actions if not isinstance(a, argparse._HelpAction)]
        if actions:
            title = str(group.title)
            parts += [f"**{title[:1].upper()}{title[1:]}**", _arguments(actions)]
    examples = _examples(parser)
    if examples:
        parts += ["**Examples**", code_block(examples)]
    return "\n\n".join(parts)


def _usage(parser: argparse.ArgumentParser) -> str:
    """Return the usage, wrapped between options and without `usage:`."""
    words = re.findall(r"\[[^\]]*\]|\S+", " ".join(parser.format_usage().split())[7:])
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) >= WIDTH:
            lines.append(line)
            line = "   "
        line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _arguments(actions: Iterable[argparse.Action]) -> str:
    return table(
        ["argument", "meaning"], ([_names(action), _meaning(action)] for action in actions)
    )


def _names(action: argparse.Action) -> str:
    """Return what is written on the command line, such as `--seed SEED`."""
    value = "" if action.nargs == 0 else _value(action)
    if not action.option_strings:
        return code(value)
    return ", ".join(code(f"{option} {value}".strip()) for option in action.option_strings)


def _value(action: argparse.Action) -> str:
    metavar = action.metavar
    if isinstance(metavar, str):
        return metavar
    return action.dest.upper() if action.option_strings else action.dest


def _meaning(action: argparse.Action) -> str:
    """Return the help text, with the choices."""
    text = (action.help or "").replace("%%", "%").replace("%(default)s", str(action.default))
    if action.choices is not None:
        text = f"{text}. One of {', '.join(code(str(choice)) for choice in action.choices)}"
    return text


def _examples(parser: argparse.ArgumentParser) -> str:
    lines = (parser.epilog or "").splitlines()
    return "\n".join(line.strip() for line in lines if line.strip().startswith("howdah "))
