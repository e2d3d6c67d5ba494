"""Train the champion's network by self-play; see docs/champion.md.

python -m tools.train_values bombay --players 4 --generations 6 --games 6000
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import howdah
from howdah.ai.search import deep, moves, net as nets, numbers, outcome, selfplay, tree
from howdah.ai.thinking.memory import CompiledRows
from howdah.fast.chance import seed_key
from howdah.fast.compiler import compiled_with
from howdah.fast.kits import kit_of
from howdah.fast.layout import layout_of, new_structs

UNITS = 32


def mind_of(game):
    import importlib

    return importlib.import_module(f"howdah.ai.{game}.mind")


def maker(mind):
    def make(kit):
        return selfplay.selfplay_of(kit, mind)

    return make


def first_net(game, players, mind, rng):
    n = mind.INPUTS
    direct = np.zeros(n)
    for place, weight in mind.FIRST_GUESS.items():
        direct[place] = weight
    hidden = rng.normal(0, 0.15, (n, UNITS))
    return nets.Net(direct, hidden, np.zeros(UNITS), np.zeros(UNITS), np.array([4.0, 6.0]))


class Learner:
    def __init__(self, net, rate=0.002):
        self.p = [net.direct.copy(), net.hidden.copy(), net.bias.copy(), net.out.copy()]
        self.m = [np.zeros_like(p) for p in self.p]
        self.v = [np.zeros_like(p) for p in self.p]
        self.t = 0
        self.rate = rate

    def step(self, x, y, rate):
        direct, hidden, bias, out = self.p
        h = x @ hidden + bias
        a = np.maximum(h, 0)
        error = x @ direct + a @ out - y
        n = len(y)
        g_out = a.T @ error / n
        back = np.outer(error, out) * (h > 0) / n
        grads = [x.T @ error / n, x.T @ back, back.sum(0), g_out]
        self.t += 1
        for i, g in enumerate(grads):
            g = g + 1e-5 * self.p[i]
            self.m[i] = 0.9 * self.m[i] + 0.1 * g
            self.v[i] = 0.999 * self.v[i] + 0.001 * g * g
            mh = self.m[i] / (1 - 0.9**self.t)
            vh = self.v[i] / (1 - 0.999**self.t)
            self.p[i] -= rate * mh / (np.sqrt(vh) + 1e-8)
        return float((error**2).mean())

    def answer(self, x):
        direct, hidden, bias, out = self.p
        return x @ direct + np.maximum(x @ hidden + bias, 0) @ out


class School:
    def __init__(self, game, players, seed=1):
        self.game, self.players = game, players
        self.kit, self.mind = kit_of(game), mind_of(game)
        self.run = compiled_with(
            game, maker(self.mind), (tree, moves, outcome, nets, numbers, self.mind, deep, selfplay)
        )
        options = {"starter": "seat 0"} if game == "bazar" else {}
        games = [
            howdah.new(game, players=players, seed=f"school {seed} {i}", **options)
            for i in range(1000)
        ]
        board = games[0].position()[0]
        self.boards = layout_of(self.kit.BOARD).pack([board])
        self.guide = np.array(self.mind.guide(board), np.int64)
        self.starts = layout_of(self.kit.POSITION).pack([g.position()[1] for g in games])
        self.states = new_structs(16, self.starts.dtype)
        self.now = new_structs(1, self.starts.dtype)
        self.tree = CompiledRows(games[0]).new_tree()
        self.desk = CompiledRows(games[0]).new_desk(self.mind, UNITS)

    def play(self, net, games, seed, adventure, simulations=1):
        rows = games * 260
        lessons = np.zeros((rows, self.mind.INPUTS), np.float32)
        targets = np.zeros(rows)
        left = np.zeros((rows, 2))
        scores = np.zeros((games, 5))
        which = np.arange(games) % len(self.starts)
        starts = self.starts[which]
        found = self.run(
            self.boards,
            self.guide,
            net,
            starts,
            self.states,
            self.now,
            self.tree,
            self.desk,
            np.uint64(seed_key(seed)),
            simulations,
            adventure,
            lessons,
            targets,
            left,
            scores,
            0.5,
            16,
            0.03,
        )
        return lessons[:found], targets[:found], left[:found, 0], scores


def train(game, players, generations, games, out, start=None, log=print, simulations=1):
    rng = np.random.default_rng(1)
    school = School(game, players)
    net = start or first_net(game, players, school.mind, rng)
    kept = []
    for generation in range(generations):
        began = time.time()
        x, y, left, scores = school.play(
            net,
            games,
            f"{generation}",
            (60 if generation else 150) if game == "bombay" else 120,
            simulations,
        )
        plain = school.play(net, 300, "check", 0 if game == "bombay" else 50, 1)[3]
        played = time.time() - began
        kept = (kept + [(x, y, left)])[-3:]
        X = np.concatenate([k[0] for k in kept]).astype(np.float32)
        Y = np.concatenate([k[1] for k in kept]).astype(np.float32)
        L = np.concatenate([k[2] for k in kept])
        learner = Learner(net)
        learner.p = [p.astype(np.float32) for p in learner.p]
        if not learner.p[3].any():
            learner.p[3] += rng.normal(0, 0.1, UNITS).astype(np.float32)
        epochs = 6
        batch = 1024
        for epoch in range(epochs):
            order = rng.permutation(len(Y))
            rate = 0.003 * (0.5**epoch)
            losses = []
            for i in range(0, len(order), batch):
                pick = order[i : i + batch]
                losses.append(learner.step(X[pick], Y[pick], rate))
        residual = (learner.answer(x) - y) ** 2
        A = np.stack([np.ones(len(left)), left], 1)
        spread = np.linalg.lstsq(A, residual, rcond=None)[0]
        spread = np.maximum(spread, [0.3, 0.1])
        net = nets.Net(*[np.ascontiguousarray(p, dtype=np.float64) for p in learner.p], spread)
        log(
            f"{game} {players}p gen {generation}: {len(y)} lessons in {played:.0f} s, trained {time.time() - began - played:.0f} s, rmse {np.mean(losses) ** 0.5:.3f} (last gen {residual.mean() ** 0.5:.3f}; sd of target {y.std():.2f}), selfplay mean {plain[:, :players].mean():.2f} winner {plain[:, :players].max(1).mean():.2f} spread {spread.round(2)}",
            flush=True,
        )
        save(net, out)
    return net


def save(net, path):
    data = {name: np.round(np.asarray(row), 4).tolist() for name, row in net._asdict().items()}
    Path(path).write_text(json.dumps(data))


def load(path):
    data = json.loads(Path(path).read_text())
    return nets.Net(*[np.array(data[n]) for n in nets.Net._fields])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--generations", type=int, default=5)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--out", default=None)
    parser.add_argument("--start")
    parser.add_argument("--simulations", type=int, default=1)
    parser.add_argument("--units", type=int, default=32)
    a = parser.parse_args()
    UNITS = a.units
    train(
        a.game,
        a.players,
        a.generations,
        a.games,
        a.out or f"/tmp/{a.game}-{a.players}.json",
        start=load(a.start) if a.start else None,
        simulations=a.simulations,
    )
