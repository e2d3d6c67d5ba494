"""Fair draws: what a seed gives is proved, and whatever it does not give is refused by name."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import howdah
from howdah.cli.main import main
from howdah.core.jsonio import Json
from howdah.core.record import Seat
from howdah.core.shared_seed import Contribution, LeftOut, Transcript, hash_of, shared_seed
from howdah.games.bazar.medals import Medals
from howdah.games.registry import GAMES, AnyGame, game_class
from howdah.provable_draws import (
    Proof,
    check_draws,
    commitment,
    commitment_meta,
    proof_from_meta,
    proof_meta,
    transcript_meta,
)
from tests.terminal import Output

TABLES = [(name, players) for name in GAMES for players in game_class(name).player_counts]
EVERY_TABLE = pytest.mark.parametrize(("name", "players"), TABLES)
SEED = "5eed"


def played(game: AnyGame, turns: int = 1000) -> AnyGame:
    """A game after so many random turns."""
    choice = random.Random(turns)
    while not game.is_over and game.turns_played < turns:
        game.play(choice.choice(game.legal_actions()))
    return game


def proved(game: AnyGame, seed: str = SEED) -> howdah.Record:
    """The record of a game with the proof of a seed."""
    return replace(game.record(), meta=proof_meta(seed))


def finished(name: str = "bombay", **options: Any) -> howdah.Record:
    """The record of a whole game, with its proof."""
    return proved(played(howdah.new(name, seed=SEED, **options)))


def refused(record: howdah.Record) -> str:
    """What a record is refused with; it must be."""
    with pytest.raises(howdah.InvalidRecord) as caught:
        check_draws(record)
    return str(caught.value)


# What is right


@EVERY_TABLE
@given(seed=st.text(st.characters(exclude_categories=["Cs"])), turns=st.integers(0, 60))
def test_every_game_from_a_seed_passes(name: str, players: int, seed: str, turns: int) -> None:
    check_draws(proved(played(howdah.new(name, players=players, seed=seed), turns), seed))


@EVERY_TABLE
def test_every_finished_game_from_a_seed_passes(name: str, players: int) -> None:
    record = finished(name, players=players)
    assert record.result is not None
    check_draws(record)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("bombay", {"set_up": "first-game", "edition": "en", "client_limit": 9}),
        ("bazar", {"starter": "random", "players": 4}),
        ("bazar", {"starter": "seat 0", "tip_rule": "touch"}),
        ("bazar", {"starter": "medals", "players": 1, "board": "hexagon-19"}),
    ],
)
def test_every_rule_can_be_proved(name: str, rules: dict[str, Any]) -> None:
    check_draws(finished(name, **rules))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_on_a_board_of_ones_own_can_be_proved(name: str) -> None:
    game: Any = howdah.new(name)
    record = finished(name, board={**game.board.to_json(), "name": "my own"})
    assert isinstance(record.rules["board"], dict)
    check_draws(record)


@pytest.mark.parametrize("length", [0, 1, 7])
def test_a_game_that_was_broken_off_can_be_proved(length: int) -> None:
    record = finished()
    check_draws(replace(record, actions=record.actions[:length], result=None))


def test_medals_are_what_people_chose() -> None:
    for kept in (1, 2, 3):
        medals = Medals(2)
        medals.choose(0, kept, "even")
        medals.choose(1, 1, "odd")
        record = finished("bazar", medals=medals)
        assert record.start["first_player"] == medals.first_player
        check_draws(record)


# What is wrong


def restocks(record: howdah.Record) -> list[int]:
    return [n for n, action in enumerate(record.actions) if action.startswith("restock ")]


@pytest.mark.parametrize("players", game_class("bombay").player_counts)
def test_any_changed_restock_is_named(players: int) -> None:
    record = finished(players=players)
    for index in restocks(record):
        before = replace(record, actions=record.actions[:index], result=None)
        for draw in howdah.from_record(before).legal_actions():
            changed = replace(before, actions=(*before.actions, str(draw)))
            if str(draw) == record.actions[index]:
                check_draws(changed)
            else:
                right = f'"{record.actions[index]}"'
                message = f'is "{draw}", should be {right} by the seed'
                assert refused(changed) == f"actions[{index}]: {message}"


def test_the_first_of_several_changed_restocks_is_named() -> None:
    game = howdah.new("bombay", players=2, seed=SEED)
    other = howdah.from_record(
        replace(game.record(), actions=()), dealer=howdah.Dealer("another seed")
    )
    assert refused(proved(played(other))).startswith('actions[0]: is "restock ')


def test_a_changed_place_of_the_set_up_is_named() -> None:
    record = finished()
    for field in ("posts", "palace_tokens", "demands"):
        found: Any = record.start[field]
        swapped = dict(zip(found, [*found.values()][1:] + [*found.values()][:1]))
        start = {**record.start, field: swapped}
        changed = replace(record, start=start, actions=(), result=None)
        message = refused(changed)
        assert message.startswith(f"start: start.{field}.")
        assert message.endswith(" by the seed")


@pytest.mark.parametrize(
    ("name", "rules"),
    [("bombay", {}), ("bombay", {"set_up": "first-game"}), ("bazar", {"starter": "random"})],
)
def test_another_first_player_is_refused(name: str, rules: dict[str, Any]) -> None:
    record = finished(name, players=3, **rules)
    first: Any = record.start["first_player"]
    start: dict[str, Json] = {**record.start, "first_player": (first + 1) % 3}
    message = refused(replace(record, start=start, actions=(), result=None))
    wanted = f"start.first_player is {(first + 1) % 3}, should be {first} by the seed"
    assert message == f"start: {wanted}"


@pytest.mark.parametrize("starter", ["medals", "random", "seat 0"])
def test_heads_are_chosen_and_need_no_proof(starter: str) -> None:
    check_draws(finished("bazar", heads=("NE", "SW"), starter=starter))


@EVERY_TABLE
def test_another_seed_is_refused(name: str, players: int) -> None:
    record = finished(name, players=players)
    fair: Json = {"commitment": commitment(SEED), "seed": f"{SEED} "}
    message = refused(replace(record, meta={"fair": fair}))
    hashed = sha256(b"5eed ").hexdigest()
    assert message == f"meta.fair.commitment: should be {hashed}, the hash of the seed"


@pytest.mark.parametrize("name", ["bombay", "bazar"])
def test_a_seed_that_was_promised_but_not_drawn_from_is_refused(name: str) -> None:
    rules = {"starter": "random"} if name == "bazar" else {}
    games = [howdah.new(name, seed=seed, **rules) for seed in range(20)]
    wrong = [game for game in games if game.start() != howdah.new(name, seed=SEED, **rules).start()]
    assert wrong
    for game in wrong:
        assert refused(proved(game)).startswith("start: start.")


@pytest.mark.parametrize(
    "change",
    [str.upper, lambda text: text[:-1], lambda text: "0" + text[1:], lambda text: f" {text}"],
)
def test_a_changed_commitment_is_refused(change: Any) -> None:
    fair = {"commitment": change(commitment(SEED)), "seed": SEED}
    message = refused(replace(finished(), meta={"fair": fair}))
    assert message.startswith(f"meta.fair.commitment: should be {commitment(SEED)}")


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        (None, "meta: holds no proof of fair draws"),
        ({}, "meta: holds no proof of fair draws"),
        ({"fair": None}, "meta.fair: should be an object, not null"),
        ({"fair": {}}, 'meta.fair: lacks the field "commitment"'),
        ({"fair": {"seed": SEED}}, 'meta.fair: lacks the field "commitment"'),
        ({"fair": {"commitment": 7}}, "meta.fair.commitment: should be a text, not 7"),
        ({"fair": {"commitment": "", "seed": None}}, "meta.fair.seed: should be a text, not null"),
        ({"fair": {"commitment": "", "sed": ""}}, 'meta.fair: has an unknown field "sed"'),
        (commitment_meta(SEED), "meta.fair: holds no seed; it is revealed when the game is over"),
    ],
)
def test_a_record_without_a_whole_proof_is_refused(meta: Any, message: str) -> None:
    assert refused(replace(finished(), meta=meta)) == message


def test_a_record_that_is_wrong_in_another_way_is_refused() -> None:
    record = finished()
    assert refused(replace(record, result=None)).startswith("result: result is null")
    rules: dict[str, Json] = {**record.rules, "board": "/etc/passwd"}
    assert refused(replace(record, rules=rules)).startswith("rules.board: ")
    assert refused(replace(record, game="go")).startswith("game: There is no game")


# What is promised


def test_a_proof_is_a_promise_with_its_seed() -> None:
    assert proof_from_meta(commitment_meta(SEED)) == Proof(commitment(SEED), None)
    assert proof_from_meta({"date": "today", **proof_meta(SEED)}) == Proof(commitment(SEED), SEED)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_commitment_is_the_hash_of_the_text(seed: str) -> None:
    assert commitment(seed) == sha256(seed.encode("utf-8")).hexdigest()


# Seeds that players have taken part in

SECRET = "5ec2e7" * 10
NUMBER = "ab" * 32
ADA = Contribution((0,), hash_of(NUMBER), NUMBER)
BO = LeftOut((1,), "absent")
SHARED = Transcript("t", hash_of(SECRET), (ADA,), (BO,), SECRET, shared_seed("t", SECRET, [ADA]))


def shared(transcript: Transcript = SHARED, names: Any = None) -> howdah.Record:
    """The record of a whole game of two, with the transcript of its seed."""
    game = played(howdah.new("bombay", players=2, seed=SHARED.seed, names=names))
    return replace(game.record(), meta=transcript_meta(transcript))


def test_a_game_from_a_shared_seed_passes() -> None:
    check_draws(shared())
    assert proof_from_meta(shared().meta) == Proof(hash_of(SECRET), SHARED.seed, SHARED)


def test_a_game_in_which_an_agent_plays_passes_without_a_word_of_the_agent() -> None:
    names = ["Ada", Seat("Bo", "random")]
    check_draws(shared(replace(SHARED, left_out=()), names))
    assert "should name each of the seats 0 once" in refused(shared(names=names))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"secret": "0" * 32}, "meta.fair.commitment: should be "),
        ({"seed": hash_of("")}, "meta.fair.seed: should be "),
        ({"table": "u"}, "meta.fair.seed: should be "),
        ({"left_out": ()}, "meta.fair: should name each of the seats 0, 1 once, not [0]"),
        (
            {"contributions": (ADA._replace(number="cd" * 32),)},
            "meta.fair.contributions[0].number: does not fit its promise",
        ),
        ({"secret": None, "seed": None}, "meta.fair: holds no secret; it is revealed when"),
    ],
)
def test_a_changed_transcript_is_refused(changes: dict[str, Any], message: str) -> None:
    assert refused(shared(replace(SHARED, **changes))).startswith(message)


def test_a_shared_seed_that_was_not_drawn_from_is_refused() -> None:
    other = Contribution((1,), hash_of("cd" * 32), "cd" * 32)
    seed = shared_seed("t", SECRET, [ADA, other])
    transcript = replace(SHARED, contributions=(ADA, other), left_out=(), seed=seed)
    assert refused(shared(transcript)).startswith("start: start.")


def test_check_reads_the_transcript(tmp_path: Path, capsys: Output) -> None:
    wrong = shared(replace(SHARED, left_out=()))
    path = kept(tmp_path / "f.jsonl", shared(), wrong)
    assert main(["check", str(path)]) == 0
    assert main(["check", "--fair", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith(f"{path}:2: meta.fair: should name each of the seats 0, 1 once")
    assert captured.out.endswith(f"{path}: 1 right, 1 wrong\n")


# Draws as data


@EVERY_TABLE
@given(turns=st.integers(0, 60))
def test_the_draws_of_a_game_are_those_of_its_seed(name: str, players: int, turns: int) -> None:
    game = played(howdah.new(name, players=players, seed=SEED), turns)
    draws = game.draws()
    assert all(draw.is_from(SEED) for draw in draws)
    assert not draws or not all(draw.is_from("another seed") for draw in draws)
    again = howdah.from_record(game.record())
    assert again.draws() == draws


@pytest.mark.parametrize(
    ("name", "rules", "labels"),
    [
        ("bombay", {}, ["first player", "posts", "palace tokens", "demands"]),
        ("bombay", {"set_up": "first-game"}, []),
        ("bazar", {"starter": "random"}, ["first player"]),
        ("bazar", {"starter": "seat 0"}, []),
        ("bazar", {"starter": "medals"}, []),
    ],
)
def test_every_draw_is_named(name: str, rules: dict[str, Any], labels: list[str]) -> None:
    game = played(howdah.new(name, players=2, seed=SEED, **rules))
    count = len(restocks(game.record()))
    assert (count > 1) is (name == "bombay")
    expected = labels + [f"restock {number}" for number in range(1, count + 1)]
    assert [draw.label for draw in game.draws()] == expected


def test_data_and_check_agree_on_every_changed_restock() -> None:
    record = finished(players=3)
    for index in restocks(record):
        before = replace(record, actions=record.actions[:index], result=None)
        for draw in howdah.from_record(before).legal_actions():
            changed = replace(before, actions=(*before.actions, str(draw)))
            last = howdah.from_record(changed).draws()[-1]
            assert last.is_from(SEED) is (str(draw) == record.actions[index])


@pytest.mark.parametrize("field", ["posts", "palace_tokens", "demands"])
def test_data_and_check_agree_on_a_changed_set_up(field: str) -> None:
    record = finished()
    found: Any = record.start[field]
    swapped = dict(zip(found, [*found.values()][1:] + [*found.values()][:1]))
    start = {**record.start, field: swapped}
    changed = replace(record, start=start, actions=(), result=None)
    refused(changed)
    wrong = [draw.label for draw in howdah.from_record(changed).draws() if not draw.is_from(SEED)]
    assert wrong == [field.replace("_", " ")]


# howdah check --fair


def kept(path: Path, *records: howdah.Record) -> Path:
    path.write_text("".join(f"{record}\n" for record in records), encoding="utf-8")
    return path


def test_check_proves_every_record(tmp_path: Path, capsys: Output) -> None:
    path = kept(tmp_path / "f.jsonl", finished(), finished("bazar"))
    assert main(["check", "--fair", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 2 right, 0 wrong\n"


def test_check_tells_the_first_difference_from_the_seed(tmp_path: Path, capsys: Output) -> None:
    right, other = finished(), proved(played(howdah.new("bombay", seed="other")))
    path = kept(tmp_path / "f.jsonl", right, other, replace(right, meta=None))
    assert main(["check", str(path)]) == 0
    assert main(["check", "--fair", str(path)]) == 1
    captured = capsys.readouterr()
    second, third = captured.err.splitlines()
    assert second.startswith(f"{path}:2: start: start.")
    assert third == f"{path}:3: meta: holds no proof of fair draws"
    assert captured.out.endswith(f"{path}: 1 right, 2 wrong\n")


def test_check_does_all_it_does_without_a_proof(tmp_path: Path, capsys: Output) -> None:
    record = finished().to_json()
    record["result"]["rupees"][0] += 1  # type: ignore[index,call-overload,operator]
    path = tmp_path / "f.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["check", "--fair", str(path)]) == 1
    assert "result.rupees[0] is" in capsys.readouterr().err
    assert main(["check", "--fair", str(tmp_path / "none.json")]) == 2
