# %% [markdown]
# # Train a tiny policy and watch it climb
#
# Here a network of one small layer learns **Bombay** by playing against itself, a few hundred
# games at once, in plain NumPy. It starts out knowing nothing but what is legal.
#
# In Bombay you buy bales of silk at trading posts and sell them in cities; whoever has most
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

wishes = argparse.ArgumentParser(description="Train a tiny policy and watch it climb.")
wishes.add_argument("--out", type=Path, default=Path(), help="where the picture goes")
wishes.add_argument("--quick", action="store_true", help="a shorter climb")
wishes.add_argument("--seed", type=int, default=1)
wishes = wishes.parse_known_args()[0]

GAMES = 256  # at once
STEPS = 32 if wishes.quick else 64  # in each game, before we learn from them
LESSONS = 12 if wishes.quick else 120
EXAM_EVERY = 6 if wishes.quick else 5
EXAM_GAMES = 256 if wishes.quick else 1000
MATCH_GAMES = 2 if wishes.quick else 50
OPPONENTS = ["greedy"] if wishes.quick else ["level:1", "greedy"]
TERMS = {"players": 2, "set_up": "first-game", "returns": "rupees"}

# %% [markdown]
# ## The games
#
# A step plays one action in each game, for whoever is to play there, and every game that ends
# begins anew. Two things make this a first lesson and not a hard one: the layout is always that of
# a first game (the draws from the bag differ), and a game pays rupees, not just victory.

# %%
env = envs.vector_env("bombay", GAMES, **TERMS)
print(f"{GAMES} games at once, {env.layout.size} numbers to look at in each")

# %% [markdown]
# ## The policy
#
# What is seen goes through one hidden layer. From there come a chance for every legal action, and
# a guess at how much is still to be earned.
#
# `never` are actions that we take away from it. You will see why.


# %%
class Policy:
    def __init__(self, seed, hidden=64, never=()):
        self.random = np.random.default_rng(seed)
        self.allowed = np.ones(env.single_action_space.n, bool)
        self.allowed[list(never)] = False
        shapes = {
            "hidden": (env.layout.size, hidden),
            "chances": (hidden, len(self.allowed)),
            "guess": (hidden, 1),
        }
        scales = {"hidden": 3.0, "chances": 0.01, "guess": 0.01}
        self.weights = {}
        for name, shape in shapes.items():
            spread = scales[name] / np.sqrt(shape[0])
            self.weights[name] = spread * self.random.standard_normal(shape, np.float32)
            self.weights[f"{name} bias"] = np.zeros(shape[1], np.float32)

    def layer(self, name, given):
        return given @ self.weights[name] + self.weights[f"{name} bias"]

    def think(self, seen, mask):
        """The hidden layer, the chances of all actions, and the guess."""
        hidden = np.maximum(self.layer("hidden", seen), 0)
        wish = np.where((mask != 0) & self.allowed, self.layer("chances", hidden), -1e9)
        chances = np.exp(wish - wish.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, self.layer("guess", hidden)[:, 0]

    def choose(self, chances):
        """One action in each game, by its chance."""
        stakes = chances.cumsum(axis=1)
        return (stakes < self.random.random((len(stakes), 1)) * stakes[:, -1:]).sum(axis=1)


# %% [markdown]
# ## What is a position worth?
#
# A bale must be paid for long before it is sold, and a beginner who only counts rupees learns
# not to buy. So for learning we count what is in the baskets as well: 3 rupees for a bale, 1 for a
# city's token. That is a loan: what was counted early is taken back when the bale is sold, or when
# the game is over, so all gains of a game still add up to the rupees that were earned.


# %%
def worth(seen, to_play):
    """What both seats own, in rupees; whoever is to play looks on, and comes first."""
    rupees = 32 * env.layout.part(seen, "rupees")
    bales = 2 * env.layout.part(seen, "baskets").sum(axis=2)
    tokens = env.layout.part(seen, "city_tokens").sum(axis=2)
    owned = rupees + 3 * bales + tokens
    return np.where(to_play[:, None] == 0, owned, owned[:, ::-1])


# %% [markdown]
# ## Play, and write everything down
#
# The arrays that the environment gives are written anew by every step, so we copy what we keep.


# %%
def play(env, policy, seen, infos):
    """So many steps in all games: a diary, and where the games stand then."""
    diary = {name: [] for name in ("seen", "mask", "seat", "action", "chance", "guess")}
    diary |= {"gain": [], "over": []}
    for _ in range(STEPS):
        now = {"seen": seen.copy(), "mask": infos["action_mask"].copy()}
        now["seat"] = infos["to_play"].copy()
        _, chances, now["guess"] = policy.think(now["seen"], now["mask"])
        now["action"] = policy.choose(chances)
        now["chance"] = chances[np.arange(GAMES), now["action"]]
        seen, _, over, _, infos = env.step(now["action"])
        after = worth(seen, infos["to_play"])
        if over.any():
            after[over] = infos["payoffs"][over]
        now["gain"] = after - worth(now["seen"], now["seat"])
        now["over"] = over.copy()
        for name, value in now.items():
            diary[name].append(value)
    return {name: np.array(values) for name, values in diary.items()}, seen, infos


# %% [markdown]
# ## Who deserves the credit?
#
# We read the diary backwards. Each seat keeps an account: what it has gained since it last decided,
# and what was to come after. Later gains count a little less, and where the diary ends we trust the
# guess (for the rival too: in this game both have about as much to look forward to).

# %%
PATIENCE, TRUST = 0.995, 0.95  # what a later gain counts; how much we trust gains, not guesses


def credit(diary, guess_at_the_end):
    """What each decision led to."""
    games = np.arange(GAMES)
    gained = np.zeros((GAMES, 2))
    to_come = np.repeat(guess_at_the_end[:, None], 2, axis=1)
    guessed = to_come.copy()
    led_to = np.empty(diary["guess"].shape, np.float32)
    for step in reversed(range(STEPS)):
        for account in (gained, to_come, guessed):
            account[diary["over"][step]] = 0
        gained += diary["gain"][step] / 10
        mine = games, diary["seat"][step]
        to_come[mine] = gained[mine] + PATIENCE * (
            TRUST * to_come[mine] + (1 - TRUST) * guessed[mine]
        )
        guessed[mine], gained[mine] = diary["guess"][step], 0
        led_to[step] = to_come[mine]
    return led_to


# %% [markdown]
# ## Learn
#
# Actions that led to more than was guessed become more likely, the others less (this is policy
# gradient, with the careful steps of PPO). A little curiosity keeps it from making up its mind too
# soon. Adam turns gradients into steps.

# %%
CAREFUL, CURIOUS, PACE = 0.2, 0.04, 2e-3


class Adam:
    def __init__(self, weights):
        self.weights, self.time = weights, 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, gradients, pace):
        self.time += 1
        pace *= np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient**2 - self.square[name])
            self.weights[name] -= pace * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)


def gradients(policy, seen, mask, action, chance, led_to, surprise):
    """Where to go from here, for a handful of decisions."""
    rows = np.arange(len(action))
    hidden, chances, guess = policy.think(seen, mask)
    ratio = chances[rows, action] / chance
    enough = np.where(surprise > 0, ratio > 1 + CAREFUL, ratio < 1 - CAREFUL)
    push = np.where(enough, 0, surprise * ratio).astype(np.float32)[:, None]
    logs = np.log(chances + 1e-9)
    doubt = -(chances * logs).sum(axis=1, keepdims=True)
    wish = chances * (push + CURIOUS * (logs + doubt))
    wish[rows, action] -= push[:, 0]
    wish /= len(action)
    off = 0.5 * (guess - led_to)[:, None] / len(action)
    back = wish @ policy.weights["chances"].T + off @ policy.weights["guess"].T
    back *= hidden > 0
    ends = {"hidden": (seen, back), "chances": (hidden, wish), "guess": (hidden, off)}
    found = {name: given.T @ error for name, (given, error) in ends.items()}
    return found | {f"{name} bias": error.sum(axis=0) for name, (_, error) in ends.items()}


def learn(policy, adam, diary, led_to, pace, rounds=2, handful=1024):
    """Go through the diary twice, a handful of decisions at a time."""
    surprise = led_to - diary["guess"]
    surprise = (surprise - surprise.mean()) / (surprise.std() + 1e-6)
    lessons = {name: diary[name] for name in ("seen", "mask", "action", "chance")}
    lessons |= {"led_to": led_to, "surprise": surprise}
    lessons = {name: np.concatenate(values) for name, values in lessons.items()}
    for _ in range(rounds):
        order = policy.random.permutation(surprise.size)
        for few in np.split(order, range(handful, order.size, handful)):
            batch = {name: values[few] for name, values in lessons.items()}
            adam.step(gradients(policy, **batch), pace)


# %% [markdown]
# ## The examination
#
# Games against a player who does anything at all: the same deals in every examination, and none
# that it trains on. The policy has the first seat in half of them and the second seat in the
# others; the first game of each table counts.


# %%
def examine(policy, games=EXAM_GAMES):
    """Its mean rupees, and its share of the wins by rupees alone."""
    exam = envs.vector_env("bombay", games, **TERMS)
    seen, infos = exam.reset(seed=2026)
    seat, tables = np.arange(games) % 2, np.arange(games)
    final, is_open = np.zeros((games, 2)), np.ones(games, bool)
    while is_open.any():
        own = policy.choose(policy.think(seen, infos["action_mask"])[1])
        actions = np.where(infos["to_play"] == seat, own, exam.random_actions())
        seen, _, over, _, infos = exam.step(actions)
        if (done := over & is_open).any():
            final[done] = infos["payoffs"][done]
            is_open[done] = False
    mine, theirs = final[tables, seat], final[tables, 1 - seat]
    return mine.mean(), ((mine > theirs) + (mine == theirs) / 2).mean()


# %% [markdown]
# ## Watch it climb
#
# Twice. The first policy may do as it likes. Within seconds it finds that whoever waits in every
# turn has 18 rupees and beats anyone who dawdles, and there it stays: a perfect record against
# random play, and not one bale of silk. Trade pays better, but only after a long walk that looks
# like a loss. (We stop it early: with four times as many lessons it still sits there.)
#
# The second one may never wait. It begins worse, has to walk, and becomes a merchant.


# %%
def train(name, lessons, never=()):
    """A policy, and its curve: games played, rupees, share of the wins."""
    policy = Policy(wishes.seed, never=never)
    adam = Adam(policy.weights)
    seen, infos = env.reset(seed=wishes.seed)
    played, curve = 0, []
    began = perf_counter()
    for lesson in range(lessons + 1):
        if lesson % EXAM_EVERY == 0 or lesson == lessons:
            curve.append((played, *examine(policy)))
            told = f"{curve[-1][1]:5.1f} rupees, wins {curve[-1][2]:6.1%}"
            print(f"{name}: lesson {lesson:3}, {played:6} games: {told}", flush=True)
        diary, seen, infos = play(env, policy, seen, infos)
        guess = policy.think(seen, infos["action_mask"])[2]
        pace = PACE * (1 - 0.9 * lesson / (lessons + 1))
        learn(policy, adam, diary, credit(diary, guess), pace)
        played += int(diary["over"].sum())
    print(f"{name}: {perf_counter() - began:.0f} s")
    return policy, np.array(curve)


waiter, waiting = train("as it likes", LESSONS // 4)
merchant, trading = train("never waits", LESSONS, never=[WAIT])

# %% [markdown]
# ## Against our own agents
#
# Now one game at a time, at a Gymnasium table where one of our agents has the other seat. Here
# the policy plays what it thinks best, and the rules say who has won. `level:1` is the opponent
# for a first evening, `greedy` looks one turn ahead and makes a good merchant.


# %%
def match(policy, opponent, games):
    """Its share of the wins, and its mean rupees, with the seats swapped from deal to deal."""
    won, purse = 0, 0
    for number in range(games):
        deal, seat = divmod(number, 2)
        table = TABLES[opponent][seat]
        seen, info = table.reset(seed=deal)
        over = False
        while not over:
            row, mask = seen["observation"][None], seen["action_mask"][None]
            action = policy.think(row, mask)[1].argmax()
            seen, rupees, over, _, info = table.step(action)
        winners = info["result"]["winners"]
        won += (seat in winners) / len(winners)
        purse += rupees
    return won / games, purse / games


TABLES = {
    opponent: [envs.single_env("bombay", opponents=opponent, seat=seat, **TERMS) for seat in (0, 1)]
    for opponent in OPPONENTS
}
shares = {
    "as it likes": {"anything": waiting[-1, 2]},
    "never waits": {"anything": trading[-1, 2]},
}
for opponent in OPPONENTS:
    for name, policy in {"as it likes": waiter, "never waits": merchant}.items():
        shares[name][opponent], rupees = match(policy, opponent, MATCH_GAMES)
        told = f"wins {shares[name][opponent]:.1%} with {rupees:.1f} rupees"
        print(f"{name} against {opponent}: {told}, {MATCH_GAMES} games", flush=True)

# %% [markdown]
# A perfect record against random play says little: the one who waits has it too, and has not
# understood the game. Always examine against somebody who knows it.
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
figure.savefig(wishes.out / "train-policy.svg", metadata={"Date": None})

for name, curve in {"as it likes": waiting, "never waits": trading}.items():
    (_, poor, seldom), (_, rich, often) = curve[0], curve[-1]
    print(f"{name}: before {poor:.1f} rupees, after {rich:.1f} rupees")
    print(f"{name}: before {seldom:.1%} of the wins, after {often:.1%} of the wins")
    assert rich > poor, f"The policy that {name} should have learned to earn more."
    assert often > seldom, f"The policy that {name} should have learned to win more."

# %% [markdown]
# ## Where to go from here
#
# - Take `"set_up": "first-game"` out of the terms: then posts and cities differ from game to game,
#   and one small layer has much more to learn.
# - Let the second policy wait again once it has learned to trade. Does it fall back?
# - The policy sees raw numbers. Tell it how far the next open post is: does it climb faster?
