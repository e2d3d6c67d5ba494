"""What a game provides to the other packages: its facets, and some plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from howdah.core.errors import HowdahError

if TYPE_CHECKING:
    from howdah.games.registry import AnyGame


@cache
def import_once(module: str) -> Any:
    """Import a module; unlike `import_module` it costs next to nothing the second time."""
    return import_module(module)


class MissingFacet(HowdahError):
    """A game does not provide what was asked of it."""


class LevelConfig(NamedTuple):
    """A level of the computer players: what it overlooks, and how long it searches."""

    overlooks: int
    """How many opportunities it does not see, in percent; of those at hand half as many."""
    overlooks_walks: int = 0
    """The same for turns that are only a walk."""
    simulations: int | None = None
    """The simulations of a search; None for as many as the time allows."""
    margin: float = 0.0
    """How much worse a move may be and still be played: without draws and without this, two
    players would always play the same game."""


@dataclass(frozen=True)
class GamePlugin:
    """What a game provides to the other packages.

    The facets are names of modules, imported on first use with `load`. Each package that uses a
    facet describes it by a protocol and has a typed function to get it, such as
    `howdah.fast.kernel.kernel_for`. A facet that is None is not provided: a game without
    `features` has no levels, one without a `solver` cannot be solved.
    """

    name: str
    package: str
    """The package of the game: its data files are found there."""
    game: str
    """The game class, as `module:Class`."""

    # Facets: modules

    kernel: str
    """The rules for `howdah.fast`: `howdah.fast.kernel.GameKernel`."""
    renderer: str
    """Drawings: `howdah.render.svg.Renderer`."""
    panels: str
    """What stands beside the board on the page: `howdah.table.panels.Panels`."""
    terminal: str
    """The game as text: `howdah.render.text.TerminalView`."""
    board_grid: str | None = None
    """The board as texts, for keys and screen readers: `howdah.table.board_grid.BoardGrid`."""
    info_cards: str | None = None
    """What everything on the table is and does: `howdah.table.info_cards.InfoCards`."""
    record_types: str | None = None
    """The JSON of its options, set-up and result: `howdah.server.routes.game_types.RecordTypes`."""
    observation: str | None = None
    """What a learner sees: `howdah.envs.observations.schema.GameObservation`."""
    setup_chance: str | None = None
    """Set-up and draws as chance nodes, for OpenSpiel: `howdah.envs.setup_chance.SpielSetup`."""
    features: str | None = None
    """The inputs of the champion's network: `howdah.ai.search.evaluation.GameFeatures`."""
    opportunities: str | None = None
    """What the levels overlook: `howdah.ai.opportunities.TurnDescriber`; without it, turns."""
    playout_policy: str | None = None
    """How `guided` plays games out."""
    greedy: str | None = None
    """How `greedy` chooses: a module with `best_actions`."""
    short_game: str | None = None
    """The end of a game as a game of its own: `howdah.envs.config.ShortGame`."""
    small_boards: str | None = None
    """Boards for study that the game does not list: `howdah.envs.config.SmallBoards`."""
    solver: str | None = None
    """The search for the best solo game."""
    lesson: str | None = None
    """The first game step by step, and tips: `howdah.table.lesson.LessonModule`."""
    score_trail: str | None = None
    """What the final scores are made of: `howdah.table.score_trail.ScoreTrailModule`."""
    presets: str | None = None
    """What it says on the page for a new table: `howdah.table.presets.NewTableFacet`."""

    # Plain data

    score_name: str = "score"
    """What people call the score."""
    score_return: str = "score"
    """What environments call a return that is the score."""
    ranking_keys: tuple[str, ...] = ("scores",)
    """The fields of a result that rank the players: the score first, then the tie-breaks."""
    has_hidden_info: bool = False
    """Whether players keep something behind a screen."""
    confirms_by_itself: bool = False
    """Whether the page confirms a complete turn by itself, unless the player switches that off."""
    levels: tuple[LevelConfig, ...] = ()
    """The levels of its computer players, the weakest first; they need `features`."""
    benchmark_options: Mapping[str, Any] | None = None
    """The options of the game that `howdah bench` measures; None if it measures none."""
    c_rules: str | None = None
    """The file with the same rules in C, in the game's package, for `howdah bench`."""
    command_examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Examples for the `--help` of the commands, by command: what follows `howdah COMMAND`."""
    demo_options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the game that the home page shows."""

    def load(self, facet: str) -> Any:
        """Import and return the module of a facet; `MissingFacet` if the game has none."""
        module: str | None = getattr(self, facet)
        if module is None:
            raise MissingFacet(f"The game {self.name!r} has no {facet.replace('_', ' ')}.")
        return import_once(module)

    @cached_property
    def game_class(self) -> type[AnyGame]:
        """The class of the game."""
        module, _, name = self.game.partition(":")
        return cast("type[AnyGame]", getattr(import_module(module), name))
