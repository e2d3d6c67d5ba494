"""Provable draws: a hash commits to the seed before play, and the seed is revealed at the end.

The proof is in the `meta` of a record: of a seed that the server chose alone, or of one that it
made together with the players. `docs/chance.md` says what it proves, and what not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from howdah.core.errors import InvalidData, InvalidRecord
from howdah.core.jsonio import Json, as_object, as_text, check_fields, first_difference, quote
from howdah.core.record import Record
from howdah.core.rng import Dealer
from howdah.core.shared_seed import Transcript, check_transcript, hash_of, parse_transcript
from howdah.games.registry import from_record, game_class


@dataclass(frozen=True)
class Proof:
    """The commitment of a record, and the seed that all draws come from."""

    commitment: str
    seed: str | None
    """None as long as it is secret."""
    transcript: Transcript | None = None
    """How the players took part in the seed; None if the commitment is to the seed itself."""


def commitment(seed: str) -> str:
    """Return the hash that commits to a seed: it fits no other seed, and does not reveal this one.

    >>> commitment("7")
    '7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451'
    """
    return hash_of(seed)


def commitment_meta(seed: str) -> dict[str, Json]:
    """The `meta` of a record whose seed is still secret."""
    return {"fair": {"commitment": commitment(seed)}}


def proof_meta(seed: str) -> dict[str, Json]:
    """The `meta` of a record whose seed is revealed."""
    return {"fair": {"commitment": commitment(seed), "seed": seed}}


def transcript_meta(transcript: Transcript) -> dict[str, Json]:
    """The `meta` of a record whose seed the players have taken part in."""
    return {"fair": transcript.to_json()}


def proof_from_meta(meta: dict[str, Json] | None) -> Proof:
    """The proof that a `meta` holds; `InvalidRecord` if there is none."""
    if meta is None or "fair" not in meta:
        raise InvalidRecord("meta", "holds no proof of fair draws")
    try:
        return _parse_proof(meta["fair"], "meta.fair")
    except InvalidData as error:
        raise InvalidRecord(error.where, error.message) from None


def _parse_proof(value: Json, where: str) -> Proof:
    found = as_object(value, where)
    if "version" in found:
        transcript = parse_transcript(found, where)
        return Proof(transcript.commitment, transcript.seed, transcript)
    check_fields(found, where, required=("commitment",), optional=("seed",))
    committed = as_text(found["commitment"], f"{where}.commitment")
    return Proof(committed, as_text(found["seed"], f"{where}.seed") if "seed" in found else None)


def check_draws(record: Record) -> None:
    """Refuse a record that is wrong, or whose draws are not those of the seed it commits to.

    >>> from howdah.games.registry import new
    >>> check_draws(replace(new("bombay", seed=7).record(), meta=proof_meta("7")))
    >>> check_draws(replace(new("bombay", seed=7).record(), meta=commitment_meta("7")))
    Traceback (most recent call last):
    howdah.core.errors.InvalidRecord: meta.fair: holds no seed; it is revealed when the game is over
    """
    from_record(record)
    proof = proof_from_meta(record.meta)
    if proof.transcript is not None:
        _check_players(record, proof.transcript)
    if proof.seed is None:
        raise InvalidRecord("meta.fair", "holds no seed; it is revealed when the game is over")
    if proof.transcript is None and proof.commitment != commitment(proof.seed):
        hashed = commitment(proof.seed)
        raise InvalidRecord("meta.fair.commitment", f"should be {hashed}, the hash of the seed")
    _check_start(record, proof.seed)
    _check_restocks(record, proof.seed)


def _check_players(record: Record, transcript: Transcript) -> None:
    """Refuse a transcript that does not name every person, or whose hashes do not fit."""
    people = [number for number, seat in enumerate(record.seats) if seat.agent is None]
    try:
        check_transcript(transcript, people, "meta.fair")
    except InvalidData as error:
        raise InvalidRecord(error.where, error.message) from None


def _check_start(record: Record, seed: str) -> None:
    kind = game_class(record.game)
    drawn = kind.new(**record.rules, seed=seed).start()
    pregame = kind.pregame_for(record.rules)
    decided = [] if pregame is None else [*pregame.start_fields]
    if kind.seat_setting is not None:
        decided.append(kind.seat_setting.name)
    drawn |= {field: record.start[field] for field in decided}  # these are not drawn
    difference = first_difference(record.start, drawn, "start")
    if difference:
        raise InvalidRecord("start", f"{difference} by the seed")


def _check_restocks(record: Record, seed: str) -> None:
    """Play the decisions of the record, and let the dealer of the seed draw all the rest."""
    beginning = replace(record, actions=(), result=None)
    game = game_class(record.game).resume(beginning, dealer=Dealer(seed))
    for index, text in enumerate(record.actions):
        if game.number_of(text) not in game.draw_codes:
            game.play(text)
        elif (drawn := str(game.actions[index])) != text:
            difference = f"is {quote(text)}, should be {quote(drawn)} by the seed"
            raise InvalidRecord(f"actions[{index}]", difference)
