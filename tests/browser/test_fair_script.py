"""A page checks draws by itself: its script computes what Python computes, byte for byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

import howdah
from howdah.core.rng import Stream
from howdah.core.shared_seed import (
    Contribution,
    LeftOut,
    Transcript,
    hash_of,
    seed_text,
    shared_seed,
)
from howdah.provable_draws import proof_meta
from howdah.server.responses import STATIC

NO_WEB_CRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"
"""As in a page that comes over plain http."""
SECRET = "0123456789abcdef" * 2
NUMBERS = [sha256(bytes([seat])).hexdigest() for seat in range(4)]
ADA = Contribution((0, 2), hash_of(NUMBERS[0]), NUMBERS[0])
BO = Contribution((1,), hash_of(NUMBERS[1]), NUMBERS[1])
CY = LeftOut((3,), "silent", hash_of(NUMBERS[3]))
TRANSCRIPT = Transcript(
    "a-table", hash_of(SECRET), (ADA, BO), (CY,), SECRET, shared_seed("a-table", SECRET, (ADA, BO))
)
LIST = [{"seats": list(each.seats), "promise": each.promise} for each in (ADA, BO, CY)]


@pytest.fixture(scope="module", params=["with WebCrypto", "over plain http"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page with the browser's own SHA-256, and one without it; there is no server."""
    context = browser.new_context()
    if request.param == "over plain http":
        context.add_init_script(NO_WEB_CRYPTO)
    context.route("**/static/*", _send_static_file)
    found = context.new_page()
    found.goto("http://localhost/static/howdah.svg")
    assert found.evaluate("Boolean(crypto.subtle)") is (request.param == "with WebCrypto")
    yield found
    context.close()


def _send_static_file(route: Route) -> None:
    route.fulfill(path=STATIC / route.request.url.rpartition("/")[2])


def call(page: Page, script: str, argument: Any = None) -> Any:
    """The value of a script that may use the module `fair`."""
    return page.evaluate(
        f"async (given) => {{ const fair = await import('/static/fair.js'); return {script}; }}",
        argument,
    )


def test_hashes_are_those_of_python(page: Page) -> None:
    texts = ["", "7", "é ż 象", *("x" * length for length in (55, 56, 63, 64, 65, 119, 120, 1000))]
    found = call(page, "Promise.all(given.map(fair.hashOf))", texts)
    assert found == [sha256(text.encode()).hexdigest() for text in texts]


def test_our_sha_256_is_that_of_the_browser(page: Page) -> None:
    script = """(async () => {
      const { sha256 } = await import('/static/sha256.js');
      return given.map((length) => fair.toHex(sha256(new Uint8Array(length).fill(length))));
    })()"""
    lengths = [*range(70), 127, 128, 129, 4096]
    expected = [sha256(bytes([length % 256] * length)).hexdigest() for length in lengths]
    assert call(page, script, lengths) == expected


def test_numbers_have_256_bits_and_differ(page: Page) -> None:
    numbers = call(page, "[fair.newNumber(), fair.newNumber()]")
    assert [len(number) for number in numbers] == [64, 64]
    assert set("".join(numbers)) <= set("0123456789abcdef")
    assert len(set(numbers)) == 2


def test_streams_are_those_of_python(page: Page) -> None:
    limits = [1, 2, 3, 5, 7, 90, 2**31, 2**40 + 1]
    script = """(async () => {
      const numbers = new fair.Stream(...given.stream);
      const found = [];
      for (const limit of given.limits) found.push(await numbers.randbelow(limit));
      return found;
    })()"""
    stream = ("5eed", "a label é")
    found = call(page, script, {"stream": stream, "limits": limits})
    numbers = Stream(*stream)
    assert found == [numbers.randbelow(limit) for limit in limits]


def test_the_text_of_the_seed_is_that_of_python(page: Page) -> None:
    given = [contribution.to_json() for contribution in (ADA, BO)]
    for contributions in (given, []):
        found = call(page, "fair.seedText('a-table', given[0], given[1])", [SECRET, contributions])
        pairs = [ADA, BO] if contributions else []
        assert found == seed_text("a-table", SECRET, pairs)


# Proofs


def played(name: str, seed: str, **options: Any) -> Any:
    game, choice = howdah.new(name, seed=seed, **options), random.Random(1)
    while not game.is_over:
        game.play(choice.choice(game.legal_actions()))
    return game


def outcomes(page: Page, fair: Any, draws: Any, seen: Any = None) -> Any:
    """The outcome of each step."""
    given = {"fair": fair, "draws": draws, "seen": seen or {}}
    return call(page, "fair.checkProof(given.fair, given.draws, given.seen)", given)


def draws_of(game: Any) -> Any:
    return [draw.to_json() for draw in game.draws()]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bombay", {"players": 5}),
        ("bombay", {"players": 2}),
        ("bazar", {"players": 4, "starter": "random"}),
    ],
)
def test_every_draw_of_a_game_holds(page: Page, name: str, options: dict[str, Any]) -> None:
    game = played(name, "5eed", **options)
    fair = proof_meta("5eed")["fair"]
    steps = {"promise": "unknown", "secret": "holds", "draws": "holds", "shown": "unknown"}
    assert outcomes(page, fair, draws_of(game)) == steps
    assert outcomes(page, proof_meta("other")["fair"], draws_of(game))["draws"] == "broken"


def test_any_changed_draw_is_broken(page: Page) -> None:
    game = played("bombay", "5eed", players=3)
    fair, draws = proof_meta("5eed")["fair"], draws_of(game)
    for index, draw in enumerate(draws):
        other = next(item for item in draw["items"] if item != draw["result"][0])
        result = sorted([other, *draw["result"][1:]], key=draw["items"].index)
        if draw["is_ordered"]:
            result = [other, *draw["result"][1:]]
        changed = [*draws[:index], {**draw, "result": result}, *draws[index + 1 :]]
        assert outcomes(page, fair, changed)["draws"] == "broken", draw["label"]


def test_a_shared_seed_holds_for_those_who_saw_it_made(page: Page) -> None:
    game = played("bombay", TRANSCRIPT.seed or "", players=4)
    fair, draws = TRANSCRIPT.to_json(), draws_of(game)
    seen = {
        "commitment": TRANSCRIPT.commitment,
        "list": LIST,
        "numbers": [NUMBERS[2], NUMBERS[0]],
        "accepted": NUMBERS[0],
        "draws": draws[:5],
    }
    steps = ("promise", "list", "own", "numbers", "secret", "seed", "draws", "shown")
    assert outcomes(page, fair, draws, seen) == dict.fromkeys(steps, "holds")
    unseen = dict.fromkeys(("promise", "list", "own", "shown"), "unknown")
    assert outcomes(page, fair, draws) == dict.fromkeys(steps, "holds") | unseen


@pytest.mark.parametrize(
    ("change", "seen", "broken"),
    [
        ({"commitment": hash_of("")}, {}, ["secret"]),
        ({"commitment": hash_of("")}, {"commitment": hash_of(SECRET)}, ["promise", "secret"]),
        ({"secret": SECRET[::-1]}, {}, ["secret", "seed"]),
        ({"table": "b-table"}, {}, ["seed"]),
        ({"table": f"a-table\n{SECRET}"}, {}, ["seed"]),
        ({"seed": hash_of("")}, {}, ["seed", "draws"]),
        ({"contributions": (ADA, BO._replace(number=NUMBERS[2]))}, {}, ["numbers", "seed"]),
        ({"contributions": (ADA,)}, {"list": LIST}, ["list", "seed"]),
        ({"left_out": ()}, {"list": LIST}, ["list"]),
        ({}, {"list": LIST[:2]}, ["list"]),
        ({}, {"numbers": [NUMBERS[2]], "accepted": NUMBERS[2]}, ["own"]),
        ({}, {"numbers": [NUMBERS[2]]}, []),
    ],
)
def test_whatever_does_not_fit_is_broken(
    page: Page, change: dict[str, Any], seen: dict[str, Any], broken: list[str]
) -> None:
    game = howdah.new("bombay", seed=TRANSCRIPT.seed)
    fair = replace(TRANSCRIPT, **change).to_json()
    found = outcomes(page, fair, draws_of(game), seen)
    assert [step for step, outcome in found.items() if outcome == "broken"] == broken


def test_draws_that_were_shown_and_changed_later_are_broken(page: Page) -> None:
    draws = draws_of(howdah.new("bombay", seed=TRANSCRIPT.seed))
    others = draws_of(howdah.new("bombay", seed="another"))
    fair = TRANSCRIPT.to_json()
    assert outcomes(page, fair, draws, {"draws": others})["shown"] == "broken"
    assert outcomes(page, fair, draws[:2], {"draws": draws})["shown"] == "broken"
    assert outcomes(page, fair, draws, {"draws": draws[:2]})["shown"] == "holds"
