"""The spaces of the environments as tables, and pictures of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from gymnasium import spaces

import howdah
from howdah import envs
from howdah.core.view import View
from howdah.envs.openspiel import record_of
from howdah.games.registry import GAMES, game_class
from howdah.render.svg import svg
from howdah.render.types import THEMES, Theme
from tools.docs.markdown import code, table

SEED = 7
STEPS = 40
VECTOR_GAMES = 12
HEADING = ("game", "observation", "action", "mask")


def aec_env_spaces() -> str:
    """Return the spaces of `aec_env` for both games."""
    return table(HEADING, (_dict_row(envs.aec_env(game)) for game in GAMES))


def single_env_spaces() -> str:
    """Return the spaces of `single_env` for both games."""
    return table(HEADING, (_dict_row(_single_env(game)) for game in GAMES))


def vector_env_spaces() -> str:
    """Return the spaces of `vector_env` for both games, and the shapes of its infos."""
    heading = ("game", "observations", "actions", "`action_mask`", "`to_play`", "`payoffs`")
    return table(heading, map(_vector_row, GAMES))


def openspiel_spaces() -> str:
    """Return what OpenSpiel says about the sizes of both games."""
    heading = (
        "game",
        "players",
        "actions",
        "chance outcomes",
        "observation tensor",
        "longest game",
    )
    return table(heading, map(_openspiel_row, GAMES))


def space_text(space: spaces.Space[Any]) -> str:
    """Return a space as Gymnasium writes it, without the list of all bounds.

    >>> space_text(spaces.Box(0, 1, (39,), np.int8))
    'Box(0, 1, (39,), int8)'
    """
    if not isinstance(space, spaces.Box):
        return str(space)
    low, high = (f"{bound:g}" for bound in (space.low.min(), space.high.max()))
    return f"Box({low}, {high}, {space.shape}, {space.dtype})"


def _single_env(game: str) -> Any:
    return envs.single_env(game, opponents="random", render_mode="svg")


def _title(env: Any) -> str:
    config = env.config
    return f"{game_class(config.game).title}, {config.players} players"


def _dict_row(env: Any) -> list[str]:
    env.reset(seed=SEED)
    is_aec = hasattr(env, "possible_agents")
    agent = env.possible_agents[0] if is_aec else None
    seen = env.observation_space(agent) if is_aec else env.observation_space
    acts = env.action_space(agent) if is_aec else env.action_space
    cells = (seen["observation"], acts, seen["action_mask"])
    return [_title(env), *(code(space_text(space)) for space in cells)]


def _vector_row(game: str) -> list[str]:
    env = envs.vector_env(game, VECTOR_GAMES)
    _, infos = env.reset(seed=SEED)
    shapes = (f"{infos[key].shape}, {infos[key].dtype}" for key in _VECTOR_INFOS)
    cells = (
        space_text(env.observation_space),
        f"{VECTOR_GAMES} of {env.single_action_space}",
        *shapes,
    )
    return [_title(env), *map(code, cells)]


_VECTOR_INFOS = ("action_mask", "to_play", "payoffs")


def _openspiel_row(game: str) -> list[str]:
    loaded = pyspiel.load_game(f"howdah_{game}")
    return [
        code(f"howdah_{game}"),
        str(loaded.num_players()),
        str(loaded.num_distinct_actions()),
        str(loaded.max_chance_outcomes()),
        str(loaded.observation_tensor_shape()),
        f"{loaded.max_game_length()} actions",
    ]


def write_pictures(folder: Path) -> None:
    """Write the pictures of all environments into a folder, in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, views in _views():
        for theme in THEMES:
            (folder / f"{name}-{theme}.svg").write_text(svg(views, theme=theme), encoding="utf-8")
    for theme in THEMES:
        picture = draw_masks("bombay", theme)
        (folder / f"vector_env-bombay-{theme}.svg").write_text(picture, encoding="utf-8")


def _views() -> Iterator[tuple[str, View]]:
    """Yield the position that each picture shows, after some random actions."""
    for game in GAMES:
        env = envs.aec_env(game)
        env.reset(seed=SEED)
        dice = np.random.default_rng(SEED)
        for _ in range(STEPS):
            _, _, _, _, info = env.last()
            env.step(dice.choice(info["action_mask"].nonzero()[0]))
        yield f"aec_env-{game}", env.game.view(None, screens="open")
        alone = _single_env(game)
        _, info = alone.reset(seed=SEED)
        for _ in range(STEPS // alone.config.players):
            _, _, _, _, info = alone.step(dice.choice(info["action_mask"].nonzero()[0]))
        yield f"single_env-{game}", alone.game.view(alone.seat, screens="open")
        state = pyspiel.load_game(f"howdah_{game}").new_initial_state()
        while not state.is_terminal() and state.move_number() < 2 * STEPS:
            state.apply_action(int(dice.choice(state.legal_actions())))
        yield f"openspiel-{game}", howdah.from_record(record_of(state)).view(screens="open")


CELL, GAP, LEFT, TOP = 16, 2, 70, 84
INKS: dict[Theme, tuple[str, str, str]] = {
    "light": ("#2b211a", "#e6ded3", "#b4541a"),
    "dark": ("#eee4d6", "#3a322c", "#f0a35e"),
}
"""The colours of text, of an illegal and of a legal action."""


def draw_masks(game: str, theme: Theme) -> str:
    """Draw the masks of a vector environment: a row for each game, a column for each action."""
    env = envs.vector_env(game, VECTOR_GAMES)
    _, infos = env.reset(seed=SEED)
    for _ in range(STEPS):
        _, _, _, _, infos = env.step(env.random_actions())
    mask, to_play = infos["action_mask"], infos["to_play"]
    ink, off, on = INKS[theme]
    step = CELL + GAP
    names = [str(env.config.new(0).action_of(number)) for number in range(mask.shape[1])]
    width, height = LEFT + step * mask.shape[1], TOP + step * len(mask)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="11">',
        f"<title>Action masks of {len(mask)} games of {game_class(game).title}</title>",
    ]
    for column, name in enumerate(names):
        where = f"translate({LEFT + step * column + CELL - 4} {TOP - 6}) rotate(-70)"
        parts.append(f'<text transform="{where}" fill="{ink}">{name}</text>')
    for row, seat in enumerate(to_play):
        y = TOP + step * row
        parts.append(f'<text x="0" y="{y + 12}" fill="{ink}">{row}: seat {seat}</text>')
        for column, is_legal in enumerate(mask[row]):
            fill = on if is_legal else off
            x = LEFT + step * column
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="3" fill="{fill}"/>'
            )
    return "\n".join([*parts, "</svg>"])
