# %% [markdown]
# # Train MaskablePPO of sb3-contrib
#
# [sb3-contrib](https://sb3-contrib.readthedocs.io) adds algorithms to Stable-Baselines3. Its
# **MaskablePPO** is PPO that never plays an illegal action: before every step it calls
# `action_masks()` of the environment. `howdah.envs.single_env` has that method, so you need no
# wrapper.
#
# Here it learns **Bombay** with two players against random play. Open this file as a notebook, or
# run it: `python examples/maskable_ppo.py`.

# %%
import argparse
import os
from pathlib import Path
from time import process_time

os.environ["OMP_NUM_THREADS"] = "1"  # for a small network one thread is the quickest

import matplotlib.pyplot as plt
import numpy as np

from howdah import envs
from howdah.arena.confidence import confidence_interval

arguments = argparse.ArgumentParser(
    description="Train MaskablePPO of sb3-contrib against computer players.",
    epilog="example: python examples/maskable_ppo.py --steps 60000 --envs 8 --seed 2 --out /tmp",
)
arguments.add_argument("--game", choices=["bombay", "bazar"], default="bombay")
arguments.add_argument(
    "--opponents", default="random", help="who it trains against, such as level:1 (default: random)"
)
arguments.add_argument(
    "--steps", type=int, help="the learner's actions (default: 60000, or 10240 with --quick)"
)
arguments.add_argument("--envs", type=int, default=1, help="games at once, such as 8 (default: 1)")
arguments.add_argument("--seed", type=int, default=1, help="(default: 1)")
arguments.add_argument(
    "--out", type=Path, default=Path(), help="folder for the model and the picture"
)
arguments.add_argument("--quick", action="store_true", help="fewer steps and games")
arguments = arguments.parse_known_args()[0]

try:
    from sb3_contrib import MaskablePPO
except ModuleNotFoundError as error:
    raise SystemExit(
        f"This example needs sb3-contrib ({error.name} is not installed): "
        "pip install 'howdah[research]' sb3-contrib"
    ) from None

ROLLOUT = 1024  # steps between two updates
STEPS = arguments.steps or (10 * ROLLOUT if arguments.quick else 60_000)
EVALUATE_EVERY = 5 * ROLLOUT
EVALUATION_GAMES = 400 if arguments.quick else 1000
MATCH_GAMES = 4 if arguments.quick else 100

# %% [markdown]
# ## The environment
#
# A step plays your action and then those of the opponent, until it is your turn again. The reward
# comes at the end of a game: 1 for a win, -1 for a loss. `seat=None` draws your seat for each game.


# %%
def make_env():
    return envs.single_env(arguments.game, players=2, opponents=arguments.opponents, seat=None)


env = make_env()
env.reset(seed=arguments.seed)
print(f"{env.action_masks().sum()} of {env.action_space.n} actions are legal at the beginning")

# %% [markdown]
# With `--envs 8` Stable-Baselines3 plays eight games in turns and asks the policy for eight actions
# at a time, which is quicker. It calls `action_masks()` of each game.

# %%
if arguments.envs > 1:
    from stable_baselines3.common.env_util import make_vec_env

    env = make_vec_env(make_env, n_envs=arguments.envs)

# %% [markdown]
# ## The model
#
# An observation is a dictionary, so the policy is `MultiInputPolicy`: two layers of 64 units for
# the actions and two for the value.

# %%
model = MaskablePPO(
    "MultiInputPolicy",
    env,
    n_steps=ROLLOUT // arguments.envs,
    batch_size=256,
    learning_rate=1e-3,
    ent_coef=0.01,
    seed=arguments.seed,
    device="cpu",
)

# %% [markdown]
# ## Evaluation
#
# For the evaluation `vector_env` plays all games at once, and `predict` takes the masks of all of
# them from `action_masks()`. The opponent plays random actions. The model has the first seat in
# half of the games; only the first game of each row counts.


# %%
def evaluate(model, games=EVALUATION_GAMES):
    """Return its share of the wins against random play, and the 95 % interval."""
    vector = envs.vector_env(arguments.game, games, players=2, returns="win")
    observations, infos = vector.reset(seed=2026)
    seat = np.arange(games) % 2
    shares, is_open = np.zeros(games), np.ones(games, bool)
    while is_open.any():
        seen = {"observation": observations, "action_mask": infos["action_mask"]}
        own, _ = model.predict(seen, action_masks=vector.action_masks())
        actions = np.where(infos["to_play"] == seat, own, vector.random_actions())
        observations, _, over, _, infos = vector.step(actions)
        for game in np.flatnonzero(over & is_open):
            shares[game] = (1 + infos["payoffs"][game, seat[game]]) / 2  # a tie counts half
        is_open &= ~over
    return shares.mean(), *confidence_interval(shares.tolist())


# %% [markdown]
# ## Training
#
# The same games evaluate the model before the training and after every 5,120 steps.

# %%
curve = [(0, *evaluate(model))]
seconds = 0.0


def text_of(share, low, high):
    return f"{share:.1%} of the wins (95 % interval: {low:.1%} to {high:.1%})"


print(f"before: {text_of(*curve[0][1:])}", flush=True)
while model.num_timesteps < STEPS:
    began = process_time()
    steps = min(EVALUATE_EVERY, STEPS - model.num_timesteps)
    model.learn(steps, reset_num_timesteps=False)
    seconds += process_time() - began
    curve.append((model.num_timesteps, *evaluate(model)))
    print(
        f"{model.num_timesteps:7,} steps, {seconds:4.0f} s: {text_of(*curve[-1][1:])}", flush=True
    )
print(f"after: {text_of(*curve[-1][1:])}")
print(f"training: {model.num_timesteps} steps, {seconds:.0f} s of processor time")

# %% [markdown]
# ## Save it, and let it play
#
# `MaskablePPO.load` needs no environment to choose actions. Here the model plays its most probable
# action against two of our agents, one game at a time, with the seats swapped from game to game.

# %%
path = arguments.out / f"maskable-ppo-{arguments.game}.zip"
model.save(path)
print(f"saved: {path}")
player = MaskablePPO.load(path, device="cpu")


def match(player, opponent, games):
    """Return its share of the wins, one for each deal."""
    single = envs.single_env(arguments.game, players=2, opponents=opponent)
    won = np.zeros(games)
    for number in range(games):
        deal, seat = divmod(number, 2)
        seen, info = single.reset(seed=deal, options={"seat": seat})
        over = False
        while not over:
            masks = single.action_masks()
            action, _ = player.predict(seen, action_masks=masks, deterministic=True)
            seen, _, over, _, info = single.step(int(action))
        winners = info["result"]["winners"]
        won[number] = (seat in winners) / len(winners)
    return won.reshape(-1, 2).mean(axis=1)


for opponent in ("level:1", "greedy"):
    won = match(player, opponent, MATCH_GAMES)
    low, high = confidence_interval(won.tolist())
    print(f"against {opponent}: {text_of(won.mean(), low, high)}, {MATCH_GAMES} games", flush=True)

# %% [markdown]
# ## The picture

# %%
INK, CLOTH, LINES, BLUE = "#2e211a", "#f3e6cc", "#d8c6a0", "#2f6fb0"
plt.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK})
plt.rcParams.update({"xtick.color": INK, "ytick.color": INK, "svg.hashsalt": "howdah"})
plt.rcParams.update({"figure.facecolor": CLOTH, "axes.facecolor": CLOTH, "svg.fonttype": "none"})
plt.rcParams["font.size"] = 11

figure, axes = plt.subplots(figsize=(7.6, 4.2), layout="constrained")
steps, shares, lows, highs = np.array(curve).T
axes.fill_between(steps / 1000, 100 * lows, 100 * highs, color=BLUE, alpha=0.2, linewidth=0)
axes.plot(steps / 1000, 100 * shares, color=BLUE, linewidth=2.4, marker="o", markersize=4)
axes.axhline(50, color=INK, linestyle=":", linewidth=1.2)
axes.text(steps[-1] / 1000, 48, "random play", ha="right", va="top")
title = {"bombay": "Bombay", "bazar": "Bombay Bazar"}[arguments.game]
axes.set_title(
    f"MaskablePPO learns {title}: {shares[0]:.0%} to {shares[-1]:.0%}", loc="left", weight="bold"
)
axes.set(xlabel="thousands of steps", ylabel="share of the wins against random play, %")
axes.set_ylim(0, 104)
axes.grid(axis="y", color=LINES)
axes.set_axisbelow(True)
axes.spines[["top", "right"]].set_visible(False)
figure.savefig(arguments.out / "maskable-ppo.svg", metadata={"Date": None})

# %% [markdown]
# ## Where to go from here
#
# - Random play is a weak opponent: a player who waits in every turn also beats it. Train against a
#   better one: `--opponents level:1`.
# - `returns="rupees"` in `make_env` rewards rupees instead of wins.
# - `--game bazar` has more actions and a longer observation. It needs many more steps.
