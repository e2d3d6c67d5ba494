# %% [markdown]
# # Your first agent in 15 lines
#
# Welcome! In **Bombay** you ride an elephant across India. You buy bales of silk at trading
# posts, carry at most two of them, and sell them in cities. The player with most rupees in the
# end wins. A turn is three *stars*: a step, a purchase or a sale costs one or two of them.
#
# We shall write a merchant who does just that, and let it play against a random player. Open this
# file as a notebook, or run it: `python examples/first_agent.py`.

# %%
import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from howdah import envs
from howdah.arena.confidence import confidence_interval
from howdah.games.bombay.ai.sale_values import all_distances
from howdah.games.bombay.rules import BUY, SELL, WAIT

arguments = argparse.ArgumentParser(description="Your first agent in 15 lines.")
arguments.add_argument("--out", type=Path, default=Path(), help="where the picture goes")
arguments.add_argument("--quick", action="store_true", help="fewer games")
arguments = arguments.parse_known_args()[0]
DEALS = 20 if arguments.quick else 250

# %% [markdown]
# ## The environment
#
# This is a PettingZoo environment: the agents take turns. The same seed deals the same game.

# %%
env = envs.aec_env("bombay", players=2)
env.reset(seed=7)
seen = env.observe("player_0")
print(f"{seen['observation'].size} numbers, {seen['action_mask'].sum()} legal actions:")
print(", ".join(str(env.game.action_of(number)) for number in np.flatnonzero(seen["action_mask"])))

# %% [markdown]
# An observation is one long vector; `env.layout` finds its pieces by name. The observing seat is
# the first in every piece, so `[0]` is always you.


# %%
def part(env, seen, name):
    """Return one piece of an observation, in its shape."""
    return env.layout.part(seen["observation"], name)


for name in ("at", "baskets", "stock", "posts", "demands"):
    print(f"{name:8} {part(env, seen, name).shape!s:10} {env.layout.piece(name).meaning}")

# %% [markdown]
# Two things come from the board, which never changes: which sites are cities, and how many stars
# it takes from anywhere to anywhere.

# %%
board = env.game.board
CITIES = [board.number_of[city.id] for city in board.cities]
STARS = np.array(all_distances(board.tables))

# %% [markdown]
# ## The agent
#
# Sell where a bale brings 3 rupees or more. Buy where you can. Otherwise walk to the nearest place
# for that: a city that wants what you carry, or an open post if you carry nothing. Actions are
# numbers: a move is the number of the site it leads to.


# %%
def merchant(env, me):
    seen = env.observe(me)
    legal = np.flatnonzero(seen["action_mask"])
    here = part(env, seen, "at")[0].argmax()
    bales = part(env, seen, "baskets")[0]
    pays = np.zeros((24, 4))  # for each site and colour: is a bale worth 3 or 4 there?
    pays[CITIES] = part(env, seen, "demands")[:, :2].any(axis=1)
    for action in legal:
        if action == BUY or (SELL <= action < SELL + 4 and pays[here, action - SELL]):
            return action
    posts = part(env, seen, "posts") @ part(env, seen, "stock")
    goals, moves = np.flatnonzero(pays @ bales if bales.any() else posts), legal[legal < WAIT]
    if here in goals or not goals.size or not moves.size:
        return WAIT if WAIT in legal else legal[-1]
    return min(moves, key=lambda site: STARS[site, goals].min())


# %% [markdown]
# ## The match
#
# The rival plays random legal actions. Every deal is played twice with the seats swapped, so that
# nobody is lucky with the set-up.

# %%
random = np.random.default_rng(1)


def anything(env, me):
    """Return a random legal action."""
    return random.choice(np.flatnonzero(env.observe(me)["action_mask"]))


def play(env, seed, players):
    """Play a game to its end; return the rupees of the players, and the winners."""
    env.reset(seed=seed)
    for agent in env.agent_iter():
        over = env.terminations[agent]
        env.step(None if over else players[agent](env, agent))
    result = env.game.result()
    return result["rupees"], result["winners"]


purses = {"merchant": [], "anything": []}
shares = []  # of the wins, one for each deal
for deal in range(DEALS):
    won = 0
    for seat, rival in ((0, 1), (1, 0)):
        players = {f"player_{seat}": merchant, f"player_{rival}": anything}
        rupees, winners = play(env, deal, players)
        purses["merchant"].append(rupees[seat])
        purses["anything"].append(rupees[rival])
        won += (seat in winners) / len(winners)
    shares.append(won / 2)

share = np.mean(shares)
low, high = confidence_interval(shares)
mean = {name: np.mean(purse) for name, purse in purses.items()}
print(f"games: {2 * DEALS}")
print(f"merchant wins: {share:.1%} (95 % interval: {low:.1%} to {high:.1%})")
print(f"rupees: merchant {mean['merchant']:.1f}, anything {mean['anything']:.1f}")

# %% [markdown]
# ## The picture
#
# Something to compare it with: a player who waits in every turn has 18 rupees in the end, and
# perhaps a prize. So trade must bring more than that to be worth the walk.

# %%
INK, CLOTH, LINES = "#2e211a", "#f3e6cc", "#d8c6a0"
COLOURS = {"merchant": "#2f6fb0", "anything": "#b5533c"}
plt.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK})
plt.rcParams.update({"xtick.color": INK, "ytick.color": INK, "font.size": 11})
plt.rcParams.update({"figure.facecolor": CLOTH, "axes.facecolor": CLOTH})
plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "howdah"})

figure, axes = plt.subplots(figsize=(7.6, 4.2), layout="constrained")
bins = np.arange(0, max(map(max, purses.values())) + 3, 2) - 0.5
for name, purse in purses.items():
    heights, _, _ = axes.hist(purse, bins, color=COLOURS[name], alpha=0.85, edgecolor=CLOTH)
    label = f"{name}\n{mean[name]:.1f} on average"
    place = (mean[name], max(heights))
    axes.annotate(
        label,
        place,
        xytext=(0, 6),
        textcoords="offset points",
        ha="center",
        color=COLOURS[name],
        weight="bold",
    )
axes.set_ylim(0, 1.2 * axes.get_ylim()[1])
axes.axvline(18, color=INK, linestyle="--", linewidth=1.2)
axes.text(18.4, 0.97 * axes.get_ylim()[1], "who only waits: 18", va="top")
axes.set_title(
    f"A merchant of 15 lines wins {share:.0%} of {2 * DEALS} games", loc="left", weight="bold"
)
axes.set_xlabel("rupees at the end of a game of Bombay with two players")
axes.set_ylabel("games")
axes.grid(axis="y", color=LINES)
axes.set_axisbelow(True)
axes.spines[["top", "right"]].set_visible(False)
figure.savefig(arguments.out / "first-agent.svg", metadata={"Date": None})

assert low > 0.5, "The merchant should beat a random player."

# %% [markdown]
# ## Where to go from here
#
# - The merchant never builds a palace, and does not care that rivals buy the last bale. Do you?
# - `copy.deepcopy(env)` gives you a copy to try things on, at any time. A copy also draws what
#   the original would draw, so do not let an agent look beyond the next restock.
# - Let it play against our own agents: see `train_policy.py` beside this file.
