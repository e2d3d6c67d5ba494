"""One game between agents; one that fails forfeits, and a random agent plays on for it."""

from __future__ import annotations

import reprlib
import time
import traceback
from collections import Counter
from pathlib import PurePath
from typing import Final

from howdah.ai.agents import Agent, RandomAgent, get_ready
from howdah.ai.match import play_until
from howdah.ai.plugins import load_agent
from howdah.arena.game_result import Forfeit, GameResult, places_of, scores_of
from howdah.arena.schedule import Contest, Fixture
from howdah.core.view import View
from howdah.render.phrases import printable

FAILURES: Final = (Exception, SystemExit)
"""What an agent may raise without stopping the arena."""

_MAX_LENGTH: Final = 300


def play_game(contest: Contest, fixture: Fixture) -> GameResult:
    """Play one game of a contest to its end."""
    game = contest.new_game(fixture)
    seats = contest.seats(fixture.rotation)
    players = [
        Player(contest.game, text, seat, contest.agent_seed(fixture, seat))
        for seat, text in enumerate(seats)
    ]
    play_until(game, players.__getitem__)
    result = game.result() or {}
    forfeits = tuple(player.forfeit for player in players if player.forfeit)
    return GameResult(
        fixture,
        seats,
        scores=scores_of(contest.game, result),
        places=places_of(contest.game, result, [forfeit.seat for forfeit in forfeits]),
        forfeits=forfeits,
        actions=tuple(dict(sorted(player.actions.items())) for player in players),
        seconds=tuple(round(player.seconds, 6) for player in players),
    )


class Player:
    """An agent in its seat: it is timed, and replaced by a random agent when it forfeits."""

    def __init__(self, game: str, text: str, seat: int, seed: str) -> None:
        self.text = text
        self.seat = seat
        self.forfeit: Forfeit | None = None
        self.actions: Counter[str] = Counter()
        self.seconds = 0.0
        self._stand_in = RandomAgent(seed)
        self._agent: Agent = self._stand_in
        try:
            self._agent = get_ready(load_agent(text, seed), game)
        except FAILURES as error:
            self._record_forfeit(f"{describe_error(error)} when it was made")

    def choose(self, view: View) -> str:
        """Return a legal action: the agent's, or a random one after a forfeit."""
        if self.forfeit is not None:
            return self._stand_in.choose(view)
        began = time.perf_counter()
        try:
            answer: object = self._agent.choose(view)
        except FAILURES as error:
            return self._forfeit(describe_error(error), view)
        if not isinstance(answer, str):
            return self._forfeit(f"answered {short_repr(answer)}, which is no text", view)
        if answer not in view.legal_actions:
            return self._forfeit(f"answered {short_repr(answer)}, which is not legal", view)
        self.seconds += time.perf_counter() - began
        self.actions[answer.partition(" ")[0]] += 1
        return answer

    def _forfeit(self, what: str, view: View) -> str:
        self._record_forfeit(what, view.legal_actions)
        return self._stand_in.choose(view)

    def _record_forfeit(self, what: str, legal: tuple[str, ...] = ()) -> None:
        self.forfeit = Forfeit(self.seat, self.text, printable(what), legal)


def describe_error(error: BaseException) -> str:
    """Return what an agent raised and where, in one line."""
    what = traceback.format_exception_only(error)[-1].strip().replace("\n", " ")
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    where = f"{PurePath(last.filename).name}, line {last.lineno}"
    return f"raised {what[:_MAX_LENGTH]} ({where})"


def short_repr(answer: object) -> str:
    """Return an answer as messages quote it: short, whatever it is.

    >>> short_repr("fly to the moon"), short_repr(None)
    ("'fly to the moon'", 'None')
    """
    return reprlib.repr(answer)
