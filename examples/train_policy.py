# %% [markdown]
# # Train a tiny policy and watch it climb
#
# Here a network of one small layer learns **Bombay** by playing against itself, a few hundred
# games at once, in plain NumPy. It starts out knowing nothing but what is legal.
#
# In Bombay you buy bales of silk at trading posts and sell them in cities; the player with most
# rupees in the end wins. In each turn one may also just *wait*, for one rupee. Remember that: it
# will matter. Open this file as a notebook, or run it: `python examples/train_policy.py`.

# %%
import argparse
import os
from pathlib import Path
from time import perf_counter

os.environ["OMP_NUM_THREADS"] = "1"  # for small matrices one thread is the quickest

import matplotlib.pyplot as plt
import numpy as np

from howdah import envs
from howdah.games.bombay.rules import WAIT

arguments = argparse.ArgumentParser(description="Train a tiny policy and watch it climb.")
arguments.add_argument("--out", type=Path, default=Path(), help="where the picture goes")
arguments.add_argument("--quick", action="store_true", help="a shorter run")
arguments.add_argument("--seed", type=int, default=1)
arguments = arguments.parse_known_args()[0]

GAMES = 256  # at once
STEPS = 32 if arguments.quick else 64  # in each game, before we learn from them
UPDATES = 12 if arguments.quick else 120
EVALUATE_EVERY = 6 if arguments.quick else 5
EVALUATION_GAMES = 256 if arguments.quick else 1000
MATCH_GAMES = 2 if arguments.quick else 50
OPPONENTS = ["greedy"] if arguments.quick else ["level:1", "greedy"]
OPTIONS = {"players": 2, "set_up": "first-game", "returns": "rupees"}

# %% [markdown]
# ## The games
#
# A step plays one action in each game, for the player to play there, and resets every game that
# ends. Two things make this easy to learn: the set-up is always that of a first game (the draws
# from the bag differ), and the return of a game is rupees, not just victory.

# %%
env = envs.vector_env("bombay", GAMES, **OPTIONS)
print(f"{GAMES} games at once, {env.layout.size} numbers in each observation")

# %% [markdown]
# ## The policy
#
# An observation goes through one hidden layer. From there come a probability for every legal
# action, and a value: an estimate of how much is still to be earned.
#
# `never` are actions that the policy may not play. You will see why.


# %%
class Policy:
    def __init__(self, seed, hidden=64, never=()):
        self.random = np.random.default_rng(seed)
        self.allowed = np.ones(env.single_action_space.n, bool)
        self.allowed[list(never)] = False
        shapes = {
            "hidden": (env.layout.size, hidden),
            "logits": (hidden, len(self.allowed)),
            "value": (hidden, 1),
        }
        scales = {"hidden": 3.0, "logits": 0.01, "value": 0.01}
        self.weights = {}
        for name, shape in shapes.items():
            spread = scales[name] / np.sqrt(shape[0])
            self.weights[name] = spread * self.random.standard_normal(shape, np.float32)
            self.weights[f"{name} bias"] = np.zeros(shape[1], np.float32)

    def layer(self, name, given):
        return given @ self.weights[name] + self.weights[f"{name} bias"]

    def forward(self, seen, mask):
        """Return the hidden layer, the probabilities of all actions, and the value."""
        hidden = np.maximum(self.layer("hidden", seen), 0)
        logits = np.where((mask != 0) & self.allowed, self.layer("logits", hidden), -1e9)
        probabilities = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        return hidden, probabilities, self.layer("value", hidden)[:, 0]

    def choose(self, probabilities):
        """Sample one action in each game."""
        sums = probabilities.cumsum(axis=1)
        return (sums < self.random.random((len(sums), 1)) * sums[:, -1:]).sum(axis=1)


# %% [markdown]
# ## Reward shaping
#
# A bale must be paid for long before it is sold, and a beginner who only counts rupees learns
# not to buy. So for learning we count what is in the baskets as well: 3 rupees for a bale, 1 for a
# city's token. That is a loan: what was counted early is taken back when the bale is sold, or when
# the game is over, so all rewards of a game still add up to the rupees that were earned.


# %%
def owned_rupees(seen, to_play):
    """Return what both seats own, in rupees; the observing seat comes first in a piece."""
    rupees = 32 * env.layout.part(seen, "rupees")
    bales = 2 * env.layout.part(seen, "baskets").sum(axis=2)
    tokens = env.layout.part(seen, "city_tokens").sum(axis=2)
    owned = rupees + 3 * bales + tokens
    return np.where(to_play[:, None] == 0, owned, owned[:, ::-1])


# %% [markdown]
# ## Collect a rollout
#
# Every step overwrites the arrays that the environment returns, so we copy what we keep.


# %%
def play(env, policy, seen, infos):
    """Play some steps in all games; return the rollout, the last observations and infos."""
    rollout = {name: [] for name in ("seen", "mask", "seat", "action", "probability", "value")}
    rollout |= {"reward": [], "over": []}
    for _ in range(STEPS):
        now = {"seen": seen.copy(), "mask": infos["action_mask"].copy()}
        now["seat"] = infos["to_play"].copy()
        _, probabilities, now["value"] = policy.forward(now["seen"], now["mask"])
        now["action"] = policy.choose(probabilities)
        now["probability"] = probabilities[np.arange(GAMES), now["action"]]
        seen, _, over, _, infos = env.step(now["action"])
        after = owned_rupees(seen, infos["to_play"])
        if over.any():
            after[over] = infos["payoffs"][over]
        now["reward"] = after - owned_rupees(now["seen"], now["seat"])
        now["over"] = over.copy()
        for name, value in now.items():
            rollout[name].append(value)
    return {name: np.array(values) for name, values in rollout.items()}, seen, infos


# %% [markdown]
# ## Compute returns
#
# We go through the rollout backwards. Each seat has its reward since it last decided, and its
# return after that. Later rewards are discounted, and where the rollout ends we take the value
# (for the rival too: in this game both have about as much to earn). This is TD(lambda).

# %%
DISCOUNT, LAMBDA = 0.995, 0.95


def compute_returns(rollout, last_values):
    """Return the return of each decision."""
    games = np.arange(GAMES)
    rewards = np.zeros((GAMES, 2))
    future = np.repeat(last_values[:, None], 2, axis=1)
    values = future.copy()
    returns = np.empty(rollout["value"].shape, np.float32)
    for step in reversed(range(STEPS)):
        for account in (rewards, future, values):
            account[rollout["over"][step]] = 0
        rewards += rollout["reward"][step] / 10
        mine = games, rollout["seat"][step]
        mixed = LAMBDA * future[mine] + (1 - LAMBDA) * values[mine]
        future[mine] = rewards[mine] + DISCOUNT * mixed
        values[mine], rewards[mine] = rollout["value"][step], 0
        returns[step] = future[mine]
    return returns


# %% [markdown]
# ## Learn
#
# Actions with a positive advantage become more likely, the others less (this is policy gradient,
# with the clipped steps of PPO). An entropy bonus keeps the policy from settling too soon. Adam
# turns gradients into steps.

# %%
CLIP, ENTROPY_BONUS, LEARNING_RATE = 0.2, 0.04, 2e-3


class Adam:
    def __init__(self, weights):
        self.weights, self.time = weights, 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, gradients, learning_rate):
        self.time += 1
        learning_rate *= np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            scale = np.sqrt(self.square[name]) + 1e-8
            self.weights[name] -= learning_rate * self.mean[name] / scale


def gradients(policy, seen, mask, action, probability, returns, advantages):
    """Return the gradients of all weights for a batch of decisions."""
    rows = np.arange(len(action))
    hidden, probabilities, value = policy.forward(seen, mask)
    ratio = probabilities[rows, action] / probability
    is_clipped = np.where(advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    push = np.where(is_clipped, 0, advantages * ratio).astype(np.float32)[:, None]
    logs = np.log(probabilities + 1e-9)
    entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
    error = probabilities * (push + ENTROPY_BONUS * (logs + entropy))
    error[rows, action] -= push[:, 0]
    error /= len(action)
    value_error = 0.5 * (value - returns)[:, None] / len(action)
    back = error @ policy.weights["logits"].T + value_error @ policy.weights["value"].T
    back *= hidden > 0
    ends = {"hidden": (seen, back), "logits": (hidden, error), "value": (hidden, value_error)}
    found = {name: given.T @ error for name, (given, error) in ends.items()}
    return found | {f"{name} bias": error.sum(axis=0) for name, (_, error) in ends.items()}


def update(policy, adam, rollout, returns, learning_rate, epochs=2, batch_size=1024):
    """Go through the rollout twice, a batch of decisions at a time."""
    advantages = returns - rollout["value"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    samples = {name: rollout[name] for name in ("seen", "mask", "action", "probability")}
    samples |= {"returns": returns, "advantages": advantages}
    samples = {name: np.concatenate(values) for name, values in samples.items()}
    for _ in range(epochs):
        order = policy.random.permutation(advantages.size)
        for few in np.split(order, range(batch_size, order.size, batch_size)):
            batch = {name: values[few] for name, values in samples.items()}
            adam.step(gradients(policy, **batch), learning_rate)


# %% [markdown]
# ## Evaluation
#
# Games against a random player: the same deals in every evaluation, and none that it trains on.
# The policy has the first seat in half of them; only the first game of each environment counts.


# %%
def evaluate(policy, games=EVALUATION_GAMES):
    """Return its mean rupees, and its share of the wins by rupees alone."""
    vector = envs.vector_env("bombay", games, **OPTIONS)
    seen, infos = vector.reset(seed=2026)
    seat = (numbers := np.arange(games)) % 2
    final, is_open = np.zeros((games, 2)), np.ones(games, bool)
    while is_open.any():
        own = policy.choose(policy.forward(seen, infos["action_mask"])[1])
        actions = np.where(infos["to_play"] == seat, own, vector.random_actions())
        seen, _, over, _, infos = vector.step(actions)
        if (done := over & is_open).any():
            final[done] = infos["payoffs"][done]
            is_open[done] = False
    mine, theirs = final[numbers, seat], final[numbers, 1 - seat]
    return mine.mean(), ((mine > theirs) + (mine == theirs) / 2).mean()


# %% [markdown]
# ## Watch it climb
#
# Twice. The first policy may do as it likes. Within seconds it finds that waiting in every
# turn gives 18 rupees and beats random play, and there it stays: a perfect record against
# random play, and not one bale of silk. Trade pays better, but only after a long walk that looks
# like a loss. (We stop it early: with four times as many updates it is still there.)
#
# The second one may never wait. It begins worse, has to walk, and becomes a merchant.


# %%
def train(name, updates, never=()):
    """Train a policy; return it with its curve: games played, rupees, share of the wins."""
    policy = Policy(arguments.seed, never=never)
    adam = Adam(policy.weights)
    seen, infos = env.reset(seed=arguments.seed)
    played, curve = 0, []
    began = perf_counter()
    for number in range(updates + 1):
        if number % EVALUATE_EVERY == 0 or number == updates:
            curve.append((played, *evaluate(policy)))
            figures = f"{curve[-1][1]:5.1f} rupees, wins {curve[-1][2]:6.1%}"
            print(f"{name}: update {number:3}, {played:6} games: {figures}", flush=True)
        rollout, seen, infos = play(env, policy, seen, infos)
        value = policy.forward(seen, infos["action_mask"])[2]
        learning_rate = LEARNING_RATE * (1 - 0.9 * number / (updates + 1))
        update(policy, adam, rollout, compute_returns(rollout, value), learning_rate)
        played += int(rollout["over"].sum())
    print(f"{name}: {perf_counter() - began:.0f} s")
    return policy, np.array(curve)


waiter, waiting = train("as it likes", UPDATES // 4)
merchant, trading = train("never waits", UPDATES, never=[WAIT])

# %% [markdown]
# ## Against our own agents
#
# Now one game at a time, in a Gymnasium environment where one of our agents has the other seat.
# Here the policy plays its most probable action, and the rules say who has won. `level:1` is the
# weakest of our levels, `greedy` looks one turn ahead and makes a good merchant.


# %%
def match(policy, opponent, games):
    """Return its share of the wins and its mean rupees; the seats are swapped from game to game."""
    won, purse = 0, 0
    for number in range(games):
        deal, seat = divmod(number, 2)
        single = OPPONENT_ENVS[opponent][seat]
        seen, info = single.reset(seed=deal)
        over = False
        while not over:
            row, mask = seen["observation"][None], seen["action_mask"][None]
            action = policy.forward(row, mask)[1].argmax()
            seen, rupees, over, _, info = single.step(action)
        winners = info["result"]["winners"]
        won += (seat in winners) / len(winners)
        purse += rupees
    return won / games, purse / games


OPPONENT_ENVS = {
    text: [envs.single_env("bombay", opponents=text, seat=seat, **OPTIONS) for seat in (0, 1)]
    for text in OPPONENTS
}
shares = {
    "as it likes": {"anything": waiting[-1, 2]},
    "never waits": {"anything": trading[-1, 2]},
}
for opponent in OPPONENTS:
    for name, policy in {"as it likes": waiter, "never waits": merchant}.items():
        shares[name][opponent], rupees = match(policy, opponent, MATCH_GAMES)
        figures = f"wins {shares[name][opponent]:.1%} with {rupees:.1f} rupees"
        print(f"{name} against {opponent}: {figures}, {MATCH_GAMES} games", flush=True)

# %% [markdown]
# A perfect record against random play says little: the one who waits has it too, and has not
# understood the game. Always evaluate against a good player, too.
#
# ## The picture

# %%
INK, CLOTH, LINES = "#2e211a", "#f3e6cc", "#d8c6a0"
COLOURS = {"as it likes": "#b5533c", "never waits": "#2f6fb0"}
plt.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK})
plt.rcParams.update({"xtick.color": INK, "ytick.color": INK, "svg.hashsalt": "howdah"})
plt.rcParams.update({"figure.facecolor": CLOTH, "axes.facecolor": CLOTH, "svg.fonttype": "none"})
plt.rcParams["font.size"] = 11

figure, (climb, bars) = plt.subplots(
    1, 2, figsize=(9.6, 4.4), width_ratios=(3, 2), layout="constrained"
)
for (name, colour), curve in zip(COLOURS.items(), (waiting, trading)):
    thousands, rupees = curve[:, 0] / 1000, curve[:, 1]
    climb.plot(thousands, rupees, color=colour, linewidth=2.4, marker="o", markersize=4)
    climb.annotate(
        f"{name}: {rupees[-1]:.1f}",
        (thousands[-1], rupees[-1]),
        xytext=(0, 9),
        textcoords="offset points",
        ha="right",
        color=colour,
        weight="bold",
    )
climb.axhline(waiting[0, 1], color=INK, linestyle=":", linewidth=1.2)
climb.text(climb.get_xlim()[1], waiting[0, 1] - 0.4, "plays anything", ha="right", va="top")
climb.set_title("A tiny policy learns to trade", loc="left", weight="bold")
climb.set(xlabel="thousands of games against itself", ylabel="rupees against random play")
climb.set_ylim(0, 1.12 * max(trading[-1, 1], waiting[-1, 1]))

width = 0.38
for shift, (name, colour) in zip((-width / 2, width / 2), COLOURS.items()):
    heights = [100 * share for share in shares[name].values()]
    places = np.arange(len(heights)) + shift
    drawn = bars.bar(places, heights, 0.94 * width, color=colour, label=name)
    bars.bar_label(drawn, fmt="%.0f", padding=2)
bars.set_xticks(range(1 + len(OPPONENTS)), ["random", *OPPONENTS])
bars.set(ylabel="share of the wins, %", yticks=range(0, 101, 25), ylim=(0, 122))
bars.set_title("Who wins against whom?", loc="left", weight="bold")
bars.legend(frameon=False, loc="upper right", fontsize=10)
for axes in (climb, bars):
    axes.grid(axis="y", color=LINES)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
figure.savefig(arguments.out / "train-policy.svg", metadata={"Date": None})

for name, curve in {"as it likes": waiting, "never waits": trading}.items():
    (_, poor, seldom), (_, rich, often) = curve[0], curve[-1]
    print(f"{name}: before {poor:.1f} rupees, after {rich:.1f} rupees")
    print(f"{name}: before {seldom:.1%} of the wins, after {often:.1%} of the wins")
    assert rich > poor, f"The policy that {name} should have learned to earn more."
    assert often > seldom, f"The policy that {name} should have learned to win more."

# %% [markdown]
# ## Where to go from here
#
# - Take `"set_up": "first-game"` out of the options: then posts and cities differ in every game,
#   and one small layer has much more to learn.
# - Let the second policy wait again once it has learned to trade. Does it fall back?
# - The policy sees raw numbers. Add how far the next open post is: does it climb faster?
