"""Info cards: everything on a table has one, for everybody, and none tells a secret."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from itertools import count
from typing import Any, Final

import pytest

import howdah
from howdah.ai.match import play_match
from howdah.games.registry import GAMES, AnyGame, plugin_for
from howdah.i18n import Language, use_language
from howdah.i18n.translation import CODES
from howdah.render.types import SHAPES
from howdah.table.card_answers import CONTROLS
from howdah.table.create import NewTable, create_table, new_seat
from howdah.table.errors import TableError
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Draft, Message, Viewpoint, draft_frame, frame, scene
from howdah.table.info_cards import ACTION, InfoCard, InfoCards, info_cards_for
from howdah.table.messages import PageSession
from howdah.table.model import Table
from howdah.table.updates import Updates
from tests.fast.games import IS_LONG
from tests.table.test_board_grid import table_of
from tests.table.test_seed_sharing import sharing

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_LANGUAGE = pytest.mark.parametrize("language", CODES)
PLAYERS: Final = {"bombay": (2, 5), "bazar": (1, 4)}
STEP: Final = 3 if IS_LONG else 17
"""Every so many positions of a game are looked at."""
LOGS: Final = EventLogCache()
IN_TEMPLATES = re.compile(r"data-card='?([a-z]+(?:-[a-z]+)*)")
IN_DRAWINGS = re.compile(r"\bcard ?= ?f?\"([a-z]+(?:-[a-z]+)*)")
UNFINISHED = re.compile(r"[{}<>]|None|  |\.\.| \.")


def cards_of(game: str) -> InfoCards:
    found = info_cards_for(game)
    assert found is not None
    return found


class Keys(HTMLParser):
    """The keys of all that has a card in some markup, as the page's script finds them."""

    def __init__(self, *markup: str) -> None:
        super().__init__()
        self.found: dict[str, None] = {}
        self.feed("".join(markup))

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "data-card" in given:
            key = given["data-card"] or (given["id"] or "").replace("-", ":", 1)
            self.found[key] = None
        elif given.get("data-act"):
            self.found[f"{ACTION}{given['data-act']}"] = None


def keys_in(*frames: Message) -> list[str]:
    parts = [part for one in frames for part in {**one["layers"], **one["regions"]}.values()]
    return [*Keys(*parts).found]


def keys_on_board(table: Table) -> list[str]:
    return [*Keys(scene(table, "wide")["grid"]["rows"]).found]


def kind_of(key: str) -> str:
    return key.partition(":")[0]


@cache
def played(game: str, players: int) -> AnyGame:
    return play_match(game, ["greedy"] * players, seed="cards")


class Look:
    """What somebody looks at: a position or a draft, with the keys of all that is drawn then."""

    def __init__(self, game: AnyGame, viewpoint: Viewpoint, draft: Draft | None = None) -> None:
        self.table, self.viewpoint = table_of(game), viewpoint
        if draft is None:
            shown = frame(self.table, viewpoint, LOGS, at=self.table.length)
            self.fields: dict[str, Any] = {"at": self.table.length}
        else:
            shown = draft_frame(self.table, viewpoint, draft)
            self.fields = {
                "actions": list(draft.actions),
                "pick": draft.pick,
                "version": self.table.version,
            }
        self.keys = [*keys_in(shown), *keys_on_board(self.table)]

    def ask(self, what: str = "card", **more: Any) -> dict[str, Any]:
        """What the page is answered."""
        seat = self.viewpoint.seat
        message = {"ask": what, "seat": seat, "shape": "wide", **self.fields, **more}
        page = PageSession(LOGS, Updates(LOGS))
        seats = () if seat is None else (seat,)
        answer: dict[str, Any] = json.loads(page.answer(self.table, seats, message, now=0.0))
        return answer


def looks(game: str) -> Iterator[Look]:
    """Many positions as everybody sees them, on one shape of screen after the other."""
    shapes = count()
    for players in PLAYERS[game]:
        whole = played(game, players)
        for length in range(0, len(whole.actions) + 1, STEP):
            now = whole.at(length)
            for seat in (None, *range(players)):
                yield Look(now, Viewpoint(seat, SHAPES[next(shapes) % len(SHAPES)]))
            yield from drafts(now)


def drafts(now: AnyGame) -> Iterator[Look]:
    """What the player to play tries: an action, and one that is only picked."""
    if now.to_play is None:
        return
    legal = now.view(now.to_play).legal_actions
    viewpoint = Viewpoint(now.to_play, "wide")
    yield Look(now, viewpoint, Draft((legal[0],)))
    designs = Counter(one.rpartition(" ")[0] for one in legal)
    turnable = (one for one in legal if designs[one.rpartition(" ")[0]] > 1)
    for pick in (legal[-1], next(turnable, legal[0])):
        yield Look(now, viewpoint, Draft((), pick=pick))


@cache
def kinds_seen(game: str) -> dict[str, set[Language]]:
    """The kinds of things that were seen, with the languages in which their cards were read."""
    found, read = defaultdict[str, set[Language]](set), Counter[str]()
    for look in looks(game):
        for key in look.keys:
            kind = kind_of(key)
            language = CODES[read[kind] % len(CODES)]
            read[kind] += 1
            with use_language(language):
                check_card(look.ask(key=key), key)
            found[kind].add(language)
    return found


def check_card(answer: dict[str, Any], key: str) -> None:
    assert (answer["kind"], answer["key"]) == ("card", key)
    texts = texts_of(answer)
    assert len(texts) >= 2, key
    assert not any(UNFINISHED.search(text) for text in texts), (key, texts)
    assert all(text.endswith(".") for text in texts[1:]), (key, texts)
    assert len(texts) <= 6, (key, texts)


def texts_of(answer: dict[str, Any]) -> list[str]:
    """The title and the sentences of a card."""
    return [unescape(text) for text in re.findall(r"<p[^>]*>(.*?)</p>", answer["html"])]


def unescape(text: str) -> str:
    return text.replace("&#39;", "'").replace("&amp;", "&").replace("&#34;", '"')


# Everything has a card


@EVERY_GAME
def test_everything_that_is_drawn_has_a_card_in_every_language(game: str) -> None:
    seen = kinds_seen(game)
    assert all(languages == {*CODES} for languages in seen.values()), seen


@EVERY_GAME
def test_every_kind_in_the_templates_and_drawings_was_seen(game: str) -> None:
    package = files(plugin_for(game).package)
    templates = [
        *(package / "templates").iterdir(),
        *(files("howdah.table") / "templates").iterdir(),
    ]
    drawings = [one for one in (package / "svg").iterdir() if one.name.endswith(".py")]
    written = [
        *(it for one in templates for it in IN_TEMPLATES.findall(one.read_text("utf-8"))),
        *(it for one in drawings for it in IN_DRAWINGS.findall(one.read_text("utf-8"))),
    ]
    assert len(written) > 4
    assert {*written} - {"medals"} <= set(kinds_seen(game))


def test_the_medals_have_a_card() -> None:
    seats = tuple(new_seat(name) for name in ("Ada", "Bo"))
    table = create_table(NewTable("bazar", {}, seats), "1")
    for seat in (None, 0):
        drawn = frame(table, Viewpoint(seat, "wide"), LOGS, at=0)
        assert "medals" in keys_in(drawn)
        message = {"ask": "card", "key": "medals", "seat": seat, "shape": "wide"}
        page = PageSession(LOGS, Updates(LOGS))
        answer = json.loads(page.answer(table, () if seat is None else (seat,), message, 0.0))
        check_card(answer, "medals")


@EVERY_GAME
def test_no_card_is_for_nothing(game: str) -> None:
    """Each kind that has a card is drawn somewhere, or listed in the legend."""
    listed = {
        kind_of(key)
        for length in (0, len(played(game, PLAYERS[game][1]).actions) // 2)
        for group in cards_of(game).legend(played(game, PLAYERS[game][1]).at(length).view(0))
        for key in group.keys
    }
    known: set[str] = set(plugin_for(game).load("info_cards").CARDS)
    assert known <= {*kinds_seen(game), *listed}
    assert {*CONTROLS} <= set(kinds_seen(game))


@EVERY_LANGUAGE
@EVERY_GAME
def test_the_legend_has_every_kind_once_with_its_sentence(game: str, language: Language) -> None:
    with use_language(language):
        for players in PLAYERS[game]:
            whole = played(game, players)
            for length in range(0, len(whole.actions) + 1, 4 * STEP):
                for seat in (None, 0):
                    check_legend(Look(whole.at(length), Viewpoint(seat, "wide")))


def check_legend(look: Look) -> None:
    drawn = look.ask("legend")
    assert drawn["kind"] == "legend"
    assert not UNFINISHED.search(re.sub("<[^>]*>", "", drawn["html"]))
    keys = re.findall("data-card='(.*?)'", drawn["html"])
    kinds = re.findall("<b>(.*?)</b>", drawn["html"])
    assert len(keys) == len(kinds) == len({*kinds}) > 8
    for key in keys:
        check_card(look.ask(key=key), key)


# Secrets


class Forbidden:
    """A game that nobody may look at, but for why an own action cannot be played."""

    def __init__(self, game: AnyGame | None = None) -> None:
        self._game = game

    def why_not(self, action: str) -> Any:
        assert self._game is not None, "not in the turn of another player"
        return self._game.why_not(action)


@EVERY_GAME
def test_cards_are_made_from_the_view_alone(game: str) -> None:
    for look in looks(game):
        seat = look.viewpoint.seat
        now = look.table.game
        assert now is not None
        if "actions" in look.fields:
            continue
        view = now.view(seat)
        allowed: Any = Forbidden(now if seat == now.to_play else None)
        for key in look.keys:
            if key not in CONTROLS:
                cards_of(game).info_card(allowed, view, key, None)


def test_nobody_reads_on_a_card_what_is_behind_a_screen() -> None:
    signs = ("rupees", "clients", "city-tokens")
    for length in (0, 20, 60):
        now = played("bombay", 5).at(length)
        for seat in (None, 0, 3):
            look = Look(now, Viewpoint(seat, "wide"))
            for other in range(5):
                said = [texts_of(look.ask(key=f"{sign}:{other}")) for sign in signs]
                is_hidden = [text[1] == "Hidden behind the screen." for text in said]
                assert is_hidden == [other != seat] * len(signs)
                empire = " ".join(texts_of(look.ask(key=f"empire:{other}")))
                assert ("hidden clients" in empire) == (other != seat)


def test_the_cards_of_a_draft_do_not_show_what_others_have() -> None:
    now = howdah.new("bombay", players=3, set_up="first-game", seed=1)
    seat = now.to_play or 0
    look = Look(now, Viewpoint(seat, "wide"), Draft(("wait",)))
    others = [other for other in range(3) if other != seat]
    for other in others:
        assert texts_of(look.ask(key=f"rupees:{other}"))[1] == "Hidden behind the screen."
    assert texts_of(look.ask(key=f"rupees:{seat}"))[1] == "3 rupees."


def test_the_screens_fall_for_who_looks_back_at_a_game_that_is_over() -> None:
    table = table_of(played("bombay", 2))
    page = PageSession(LOGS, Updates(LOGS))
    message = {"ask": "card", "key": "rupees:1", "seat": 0, "shape": "wide", "at": 40}
    running = json.loads(page.answer(table, (0,), {**message, "past": False}, 0.0))
    assert texts_of(running)[1] == "Hidden behind the screen."
    past = json.loads(page.answer(table, (0,), {**message, "past": True}, 0.0))
    assert texts_of(past)[1].endswith((" rupees.", " rupee."))


# Refusals

WRONG_KEYS: Final[tuple[Any, ...]] = (
    *(None, 7, [], {}, "", ":", "x", "x:1", "site", "site:", "site:Z9", "demand:D1", "demand:D1:3"),
    *("demand:E1:0", "tokens:A", "market:", "market:far", "bag:1", "silk:green", "elephant:5"),
    *("elephant:-1", "player:", "player:x", "rupees:0:now", "rupees:0:final", "stars:1", "clock:x"),
    *("action:", "action:fly", "action:move", "action:move Z9", "action:sell green"),
    *(
        "action:buy blue",
        "action:restock yyyppbbbo",
        "first-player:0",
        "cell:0-0",
        "cell:",
        "head:N",
    ),
    *("trunk:9", "tip:9", "length:9", "pile:99", "pile:", "preview", "preview:1", "turn:1"),
    *("action:place 01 9", "action:place 01", "medals:1", "tiles-placed:1", "solo", "undo:1"),
    "site:" + "E" * 9999,
)


@EVERY_GAME
@pytest.mark.parametrize("key", WRONG_KEYS, ids=str)
def test_what_is_not_there_has_no_card(game: str, key: Any) -> None:
    look = Look(howdah.new(game, players=2, seed=1), Viewpoint(0, "wide"))
    with pytest.raises(TableError) as refused:
        look.ask(key=key)
    assert refused.value.code == "invalid-request"


def test_a_game_without_cards_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "noughts", "tests.noughts.plugin")
    assert info_cards_for("noughts") is None
    table = table_of(howdah.new("noughts", seed=1))
    page = PageSession(LOGS, Updates(LOGS))
    for what in ("card", "legend"):
        with pytest.raises(TableError):
            page.answer(table, (), {"ask": what, "key": "x", "shape": "wide"}, 0.0)


def test_an_empty_board_has_no_cards_before_the_set_up() -> None:
    table = replace(table_of(howdah.new("bombay", seed=1)), game=None, seed_sharing=sharing())
    assert not table.is_seed_made
    page = PageSession(LOGS, Updates(LOGS))
    with pytest.raises(TableError):
        page.answer(table, (), {"ask": "card", "key": "bag", "shape": "wide"}, 0.0)


def test_the_card_of_a_draft_for_an_old_version_is_refused() -> None:
    now = howdah.new("bombay", players=2, seed=1)
    look = Look(now, Viewpoint(now.to_play, "wide"), Draft(("wait",)))
    with pytest.raises(TableError) as refused:
        look.ask(key="bag", version=9)
    assert refused.value.code == "stale-version"


# What the cards say in Bombay


def first_game(*actions: str, players: int = 2) -> AnyGame:
    game = howdah.new("bombay", players=players, set_up="first-game", seed=1, names=NAMES[:players])
    for action in actions:
        game.play(action)
    return game


NAMES: Final = ["Ada", "Bo", "Cy", "Dev"]


def read(game: AnyGame, key: str, seat: int | None = 0, **view: Any) -> InfoCard:
    """The card of a thing as a seat reads it, in English."""
    seen = game.view(seat).with_fields(**view)
    card = cards_of(game.name).info_card(game, seen, key, None)
    assert card is not None
    return card


def test_a_demand_says_what_a_sale_brings_with_bonuses_and_the_token() -> None:
    columns = {"D1": ("yellow", "purple", "blue"), "D2": ("orange", "blue", "purple")}
    game = first_game()
    demands = {**game.view().demands, **columns}
    assert read(game, "demand:D1:0", demands=demands).now == (
        "Sells here for 4 rupees + 1 rupee for yellow + 1 city token.",
    )
    assert read(game, "demand:D2:2", demands=demands).now == (
        "Sells here for 1 rupee + 1 client + 1 client for purple + 1 city token.",
    )
    assert read(game, "demand:D2:2", None, demands=demands).now == (
        "Sells here for 1 rupee + 1 client + 1 client for purple.",
    ), "a spectator gets no token"
    assert read(game, "demand:D2:2", demands=demands, clients_left=1).now == (
        "Sells here for 1 rupee + 1 client + 1 city token.",
    ), "the bank has no more"


def test_a_city_says_whether_the_reader_can_get_its_token() -> None:
    game = first_game()
    assert "1 city token left. Your first sale here earns you one." in read(game, "site:D1").now
    none_left = {**game.view().city_tokens_left, "D1": 0}
    assert "0 city tokens left." in read(game, "site:D1", city_tokens_left=none_left).now
    (ada, bo) = game.view(0).players
    ada = type(ada)(**{**vars(ada), "cities": ("D1",), "bales": ("yellow",)})
    said = read(game, "tokens:D1", players=(ada, bo)).now
    assert said == ("1 city token left. You already have one.",)


def test_a_city_says_what_the_own_bales_bring() -> None:
    game = first_game()
    (ada, bo) = game.view(0).players
    ada = type(ada)(**{**vars(ada), "bales": ("orange", "purple")})
    demands = {**game.view().demands, "D2": ("orange", "blue", "yellow")}
    said = read(game, "site:D2", players=(ada, bo), demands=demands).now
    assert said[0] == "Buys orange (4 rupees), blue (3 rupees), yellow (2 rupees and 1 client)."
    assert said[1:3] == (
        "Your orange bale brings 4 rupees + 1 city token.",
        "Nagpur doesn't buy purple silk.",
    )


def test_a_post_says_the_price_or_why_it_is_closed() -> None:
    game = first_game()
    view = game.view()
    site, colour = next((site, it) for site, it in view.posts.items() if it not in view.closed)
    markets: Any = ({}, {colour: 2}, {})
    card = read(game, f"site:{site}", markets=markets, closed=())
    assert card.now == ("Middle market: 1 rupee and 2 stars per bale, 2 bales left.",)
    closed = read(game, f"site:{site}", markets=({}, {}, {}), closed=(colour,))
    assert closed.now == (
        f"Closed: no market has {colour} silk.",
        "It can open with the next restock.",
    )
    last = read(game, f"site:{site}", markets=({}, {}, {}), closed=(colour,), set_number=4)
    assert last.now[1] == "It stays closed: this is the last set."


def test_a_palace_says_who_earns_by_it() -> None:
    game = first_game()
    assert read(game, "site:G1", palaces={"G1": 1}, palace_tokens={}).now == (
        "If you enter, Bo gets 1 rupee. It costs you nothing.",
    )
    assert read(game, "site:G1", palaces={"G1": 0}, palace_tokens={}).now == (
        "It's yours: entering it pays you nothing.",
    )
    assert read(game, "site:G1", None, palaces={"G1": 0}, palace_tokens={}).now == ()


def test_a_palace_token_says_what_it_gives_now() -> None:
    game = first_game()
    tokens = {"G1": "bale"}
    markets: Any = ({}, {"blue": 1, "orange": 1}, {"yellow": 2})
    card = read(game, "site:G1", palace_tokens=tokens, palaces={}, markets=markets)
    assert card.now == ("Now your choice would be: blue, orange.",)
    empty = read(game, "site:G1", palace_tokens=tokens, palaces={}, markets=({}, {}, {}))
    assert empty.now == ("All markets are empty now: it gives nothing.",)


def test_a_site_where_one_can_go_says_the_price() -> None:
    game = first_game()
    seat = game.to_play
    assert "Moving here costs 1 star." in read(game, "action:move E4", seat).now
    assert read(game, "site:E4", seat) == read(game, "action:move E4", seat)
    assert "Moving here costs 1 star." not in read(game, "site:E4", 1 - (seat or 0)).now


def test_an_action_says_its_price_or_all_reasons_against_it() -> None:
    game = first_game()
    seat = game.to_play
    assert read(game, "action:wait", seat).now == ("3 stars, gain 1 rupee.",)
    assert read(game, "action:buy", seat).now == ("There is no trading post at A.",)
    assert read(game, "action:sell", seat).now == ("Your elephant carries no silk.",)
    assert read(game, "action:buy", 1 - (seat or 0)).now == (), "it is another player's turn"
    game.play("move E4")
    assert read(game, "action:wait", seat).now == ("Waiting takes all 3 stars: you have 2.",)


def test_the_empire_has_the_prizes_for_the_number_of_players() -> None:
    for players, prizes in ((2, "4"), (3, "6, 2"), (4, "8, 4, 2")):
        assert f"by rank: {prizes}. " in read(first_game(players=players), "empire:0").about


def test_the_clock_counts_the_turns_that_the_reader_has_left() -> None:
    game = first_game(players=4)
    counted = [read(game, "clock", 0).now[0]]
    while game.turns_played < 8:
        game.play("wait")
        counted.append(read(game, "clock", 0).now[0])
    numbers = [int(re.findall(r"\d+", text)[0]) for text in counted]
    assert numbers[0] == 16
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[-1] in (14, 15)
    assert read(game, "clock", None).now == ("3 more sets follow.",)


def test_a_silk_lists_the_cities_that_buy_it_the_best_first() -> None:
    demands = {
        "D1": ("yellow", "purple", "blue"),
        "D2": ("orange", "blue", "yellow"),
        "D3": ("purple", "orange", "blue"),
        "D4": ("purple", "yellow", "orange"),
    }
    card = read(first_game(), "silk:yellow", demands=demands)
    assert card.about == "Every sale of yellow silk pays 1 rupee more."
    assert card.now == (
        "Sells now in: Indore (5 rupees), Hyderabad (4 rupees), Nagpur (2 rupees and 1 client).",
        "The game has 3 bales of it.",
    )


# What the cards say in Bombay Bazar


def bazar(players: int = 2, *actions: str) -> AnyGame:
    game = howdah.new("bazar", players=players, seed=1, starter="seat 0", names=NAMES[:players])
    for action in actions:
        game.play(action)
    return game


def test_a_pile_says_whether_its_tile_fits() -> None:
    game = bazar()
    fitting = {action.split(" ")[1] for action in game.view(0).legal_actions}
    for design in game.view().piles:
        said = read(game, f"pile:{design}", 0).now[1]
        assert said.startswith("It fits in ") == (design in fitting)
        assert len(read(game, f"pile:{design}", 1).now) == 1, "nothing fits out of turn"
    gone = {**game.view().piles, "02": 0}
    assert read(game, "pile:02", piles=gone).now[1] == "No tiles of this kind left."


def test_a_space_says_what_is_on_it() -> None:
    game = bazar(2, "place 02 2")
    tile = read(game, "cell:1-1", 0)
    assert (tile.kind, tile.now) == ("Tile", ("Ada's trunk: north-west and south-west.",))
    tip = read(game, "cell:2-1", 0)
    assert (tip.kind, tip.now[0]) == ("Empty space", "Ada's tip, entry: north-east.")
    assert read(game, "cell:1-5", 0).kind == "End piece"
    own = read(game, "cell:9-5", 1)
    assert own.now[1] == "5 kinds of tiles fit here."
    assert len(read(game, "cell:9-5", 0).now) == 1


def test_the_longest_trunk_is_called_so() -> None:
    game = bazar(2, "place 02 2")
    assert read(game, "trunk:0").now == ("It is the longest trunk.",)
    assert read(game, "trunk:1").now == ()
    game.play("place 02 5" if "place 02 5" in game.view(1).legal_actions else "place 02 3")
    assert read(game, "trunk:0").now == read(game, "trunk:1").now == ("No trunk is longer.",)


def test_a_solo_game_explains_its_score() -> None:
    game = bazar(1)
    card = read(game, "solo")
    assert card.title.startswith("Your score: ")
    assert card.now == ("Tiles 0 \N{MINUS SIGN} empty spaces 58 \N{MINUS SIGN} openings 0.",)
    assert "score counts, not the length" in read(game, "trunk:0").about


def test_the_preview_says_how_trunks_would_grow() -> None:
    look = Look(bazar(), Viewpoint(0, "wide"), Draft((), pick="place 02 2"))
    assert "preview" in look.keys
    assert "Your trunk grows by 1 segment" in texts_of(look.ask(key="preview"))[1]
    assert texts_of(look.ask(key="action:place 02 2"))[1] == "Gain 1 segment."


def test_the_card_of_confirming_says_what_is_missing() -> None:
    now = first_game()
    viewpoint = Viewpoint(now.to_play, "wide")
    begun = Look(now, viewpoint, Draft(("move E4",)))
    assert texts_of(begun.ask(key="commit"))[1] == "Use all your stars or end your turn first."
    complete = Look(now, viewpoint, Draft(("wait",)))
    assert texts_of(complete.ask(key="commit"))[1:] == ["Your turn counts once you confirm it."]
