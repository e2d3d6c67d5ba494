"""The settings of every registered game as arguments of a command."""

from __future__ import annotations

import argparse
from typing import Any

from howdah.cli.language import TranslatedError
from howdah.core.options import SeatSetting, Setting
from howdah.games.registry import GAMES, game_class
from howdah.i18n import translate


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add an argument for each setting of each game; one that several games have is added once."""
    found: dict[str, list[Setting]] = {}
    for game in GAMES:
        for setting in game_class(game).settings:
            found.setdefault(setting.name, []).append(setting)
    shared = [settings[0] for settings in found.values() if len(settings) > 1]
    _add_group(parser, "options of every game", shared)
    for game in GAMES:
        own = [s for s in game_class(game).settings if len(found[s.name]) == 1]
        group = _add_group(parser, f"options of {game_class(game).title}", own)
        _add_seat_setting(group, game_class(game).seat_setting)


def _add_group(
    parser: argparse.ArgumentParser, title: str, settings: list[Setting]
) -> argparse._ArgumentGroup:
    group = parser.add_argument_group(title)
    for setting in settings:
        _add(group, setting)
    return group


def _add_seat_setting(group: argparse._ArgumentGroup, setting: SeatSetting | None) -> None:
    if setting is not None:
        group.add_argument(
            _flag(setting.name),
            type=lambda text: text.split(","),
            metavar="A,B,..",
            help=setting.meaning,
        )


def _add(group: argparse._ArgumentGroup, setting: Setting) -> None:
    group.add_argument(
        _flag(setting.name),
        choices=setting.choices or None,
        type=int if setting.is_number else str,
        metavar=None if setting.choices else "N" if setting.is_number else setting.name.upper(),
        help=f"{setting.meaning}; default {_default(setting.name)}",
    )


def _default(name: str) -> str:
    """The default of a setting; game by game where they differ."""
    defaults = {
        game: setting.default
        for game in GAMES
        for setting in game_class(game).settings
        if setting.name == name
    }
    if len(set(defaults.values())) == 1:
        return next(iter(defaults.values()))
    return ", ".join(f"{default} in {game}" for game, default in defaults.items())


def usual_players() -> str:
    """The player counts of each game and the default, for the help of a command."""
    return "; ".join(
        f"{name}: {kind.player_counts[0]} to {kind.player_counts[-1]}, default {kind.usual_players}"
        for name, kind in ((name, game_class(name)) for name in GAMES)
    )


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def chosen_settings(chosen: argparse.Namespace, game: str) -> dict[str, Any]:
    """The chosen settings, by their names in the game's `new`."""
    own = _setting_names(game)
    every = {name for each in GAMES for name in _setting_names(each)}
    for name in sorted(every.difference(own)):
        if getattr(chosen, name) is not None:
            flags = ", ".join(map(_flag, own))
            raise TranslatedError(
                translate(
                    "{option} is not an option of {game}. It has: {options}.",
                    option=_flag(name),
                    game=game_class(game).title,
                    options=flags,
                )
            )
    return {name: value for name in own if (value := getattr(chosen, name)) is not None}


def _setting_names(game: str) -> list[str]:
    kind = game_class(game)
    names = [setting.name for setting in kind.settings]
    return names if kind.seat_setting is None else [*names, kind.seat_setting.name]
