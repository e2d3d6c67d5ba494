"""Bombay in words: what an action costs and gives, what has just happened, how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.consequences import MoveFacts, facts_of_move, sale_gains
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES, ColourName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS, STARS
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    ActionDescription,
    Gain,
    add_result,
    join_with_commas,
    printable,
    translate_name,
    translate_word,
)

CITIES: Final = (mark("Indore"), mark("Nagpur"), mark("Bombay"), mark("Hyderabad"))
"""The cities of the shipped boards, whose names are translated."""

TOKEN_GAINS = {
    "client": Gain("clients", 1),
    "rupees": Gain("rupees", 2),
    "city": Gain("city-tokens", 1),
    "bale": Gain("bales", 1),
}
"""What the palace tokens give."""


def action_label(view: BombayView, action: str) -> str:
    """A legal action of the view's position in one line, for a label."""
    return str(describe_action(view, action))


def describe_action(view: BombayView, action: str) -> ActionDescription:
    """A legal action of the view's position as a choice."""
    verb, _, thing = action.partition(" ")
    match verb:
        case "move":
            return describe_move(facts_of_move(view, _mover(view), site_of(view, thing)))
        case "buy":
            return _buy(view)
        case "sell":
            return _sell(view, cast(ColourName, thing))
        case "build":
            return _build(view, thing)
        case "take":
            return ActionDescription(
                translate("Take {colour}", colour=translate_word(thing)), note=translate("free")
            )
        case "wait":
            return ActionDescription(
                translate("Wait for fortune"), stars=STARS, gains=(Gain("rupees", 1),)
            )
        case _:
            return ActionDescription(translate("End turn"), note=_describe_lost_stars(view))


def describe_site(view: BombayView, site: BoardSite) -> str:
    """A site by its name, and what stands there."""
    return _describe_place(site, view.posts.get(site.id))


def _describe_place(site: BoardSite, post: ColourName | None) -> str:
    if site.kind == "city":
        return translate("{city} ({site})", city=translate_name(site.name or ""), site=site.id)
    if site.kind == "hilltop":
        return translate("hilltop {site}", site=site.id)
    if post is not None:
        return translate(
            "the {colour} trading post ({site})", site=site.id, colour=translate_word(post)
        )
    if site.kind == "crossroads":
        return translate("crossroads {site}", site=site.id)
    return translate("site {site}", site=site.id)


def describe_move(move: MoveFacts) -> ActionDescription:
    """A move as a choice: who earns a rupee by it, and what could be sold there."""
    what = translate("Move to {place}", place=_describe_place(move.site, move.post))
    note = join_with_commas(_describe_consequences(move))
    return ActionDescription(what, stars=move.stars, note=note)


def _describe_consequences(move: MoveFacts) -> Iterator[str]:
    if move.toll_owner is not None:
        yield translate("{name} earns 1 rupee", name=move.owner_name)
    for colour, gains in move.sales:
        yield translate(
            "sell {colour} there: {gains}",
            colour=translate_word(colour),
            gains=" + ".join(map(str, gains)),
        )


def _buy(view: BombayView) -> ActionDescription:
    colour = view.posts[_mover(view).site]
    market = next(number for number, bales in enumerate(view.markets) if colour in bales)
    what = translate("Buy {colour}", colour=translate_word(colour))
    return ActionDescription(what, stars=BUY_STARS[market], rupees=BUY_RUPEES[market])


def _sell(view: BombayView, colour: ColourName) -> ActionDescription:
    mover = _mover(view)
    what = translate("Sell {colour}", colour=translate_word(colour))
    return ActionDescription(what, stars=1, gains=sale_gains(view, mover, mover.site, colour))


def _build(view: BombayView, colour: str) -> ActionDescription:
    gain = _token_gain(view, _mover(view).site)
    what = translate("Build with {colour}", colour=translate_word(colour))
    return ActionDescription(what, stars=1, gains=(gain,) if gain and gain.count else ())


def _token_gain(view: BombayView, site: str) -> Gain | None:
    """What the palace token at a site gives now; no bale while all markets are empty."""
    token = view.palace_tokens.get(site)
    if token == "bale" and not any(view.markets):
        return Gain("bales", 0)
    return None if token is None else TOKEN_GAINS[token]


def _describe_lost_stars(view: BombayView) -> str:
    if not view.stars:
        return ""
    return translate_count("{count} star unused", "{count} stars unused", view.stars)


def site_of(view: BombayView, site_id: str) -> BoardSite:
    """The site with an id."""
    return next(site for site in view.board.sites if site.id == site_id)


def _mover(view: BombayView) -> PlayerView:
    return next(player for player in view.players if player.seat == view.to_play)


def report(before: BombayView, after: BombayView, action: str) -> str:
    """What an action did; the views are open ones, as every change is public."""
    verb, _, thing = action.partition(" ")
    if verb == "restock":
        return translate("Restock: {bales}.", bales=join_with_commas(_describe_draw(thing)))
    seat = before.to_play or 0
    name, here = printable(before.names[seat]), after.players[seat].site
    match verb:
        case "move":
            return _describe_move(before, after, name, thing)
        case "buy":
            return translate(
                "{name} buys {colour} silk at {site} for {rupees}.",
                name=name,
                site=here,
                colour=translate_word(before.posts[here]),
                rupees=Gain("rupees", _rupees(before, seat) - _rupees(after, seat)),
            )
        case "sell":
            return translate(
                "{name} sells {colour} silk in {city}: {gains}.",
                name=name,
                city=translate_name(site_of(before, here).name or ""),
                colour=translate_word(thing),
                gains=join_with_commas(map(str, _gains(before, after, seat))),
            )
        case "build":
            return _describe_build(before, after, name, thing)
        case "take":
            return translate(
                "{name} takes {colour} silk for free.", name=name, colour=translate_word(thing)
            )
        case "wait":
            return translate("{name} waits and gains 1 rupee.", name=name)
        case _:
            return translate("{name} ends their turn.", name=name)


def report_briefly(before: BombayView, after: BombayView, action: str) -> str:
    """What an action did in a few words, after the name of the player; the views are open ones."""
    verb, _, thing = action.partition(" ")
    seat = before.to_play or 0
    here = after.players[seat].site
    match verb:
        case "restock":
            return translate("New silk: {bales}", bales=join_with_commas(_describe_draw(thing)))
        case "move":
            return add_result(_move_briefly(before, thing), _tolls(before, after))
        case "buy":
            bought = translate("bought {colour}", colour=translate_word(before.posts[here]))
            return add_result(
                bought, [f"\N{MINUS SIGN}{_rupees(before, seat) - _rupees(after, seat)}"]
            )
        case "sell":
            city = translate_name(site_of(before, here).name or "")
            sold = translate("sold {colour} in {city}", colour=translate_word(thing), city=city)
            return add_result(sold, map(_count_briefly, _gains(before, after, seat)))
        case "build":
            return add_result(translate("built at {site}", site=here), _token_briefly(before, here))
        case "take":
            return translate("took {colour}", colour=translate_word(thing))
        case "wait":
            return add_result(translate("waited"), ["+1"])
        case _:
            return translate("passed") if before.stars == STARS else _describe_lost_stars(before)


def _move_briefly(view: BombayView, site_id: str) -> str:
    """A move; one after the other reads as one way."""
    site = site_of(view, site_id)
    city = translate_name(site.name or "") if site.kind == "city" else ""
    if view.stars < STARS and view.actions[-1].startswith("move"):
        return translate("then {place}", place=city or site_id)
    if city:
        return translate("moved to {city}", city=city)
    return translate("moved to {site}", site=site_id)


def _tolls(before: BombayView, after: BombayView) -> Iterator[str]:
    """Who earned a rupee by a move."""
    for seat, name in enumerate(before.names):
        if _rupees(after, seat) > _rupees(before, seat):
            yield f"{printable(name)} +1"


def _count_briefly(gain: Gain) -> str:
    """A gain where there is little room: rupees are a number."""
    return f"+{gain.count}" if gain.thing == "rupees" else str(gain)


def _token_briefly(view: BombayView, site: str) -> Iterator[str]:
    """What a palace token gave; a bale is taken as the next action."""
    gain = _token_gain(view, site)
    if gain is not None and gain.thing != "bales":
        yield _count_briefly(gain)


def _describe_draw(letters: str) -> Iterator[str]:
    for letter, colour in zip(COLOUR_LETTERS, COLOUR_NAMES):
        if count := letters.count(letter):
            yield translate("{count} {colour}", count=count, colour=translate_word(colour))


def _describe_move(before: BombayView, after: BombayView, name: str, site_id: str) -> str:
    """The move, and who earned a toll by it."""
    place = describe_site(before, site_of(before, site_id))
    moved = translate("{name} moves to {place}.", name=name, place=place)
    for seat, other in enumerate(before.names):
        if _rupees(after, seat) > _rupees(before, seat):
            moved += " " + translate("{name} earns 1 rupee from a palace.", name=printable(other))
    return moved


def _describe_build(before: BombayView, after: BombayView, name: str, colour: str) -> str:
    """The palace, and what the palace token gave."""
    seat = before.to_play or 0
    site = after.players[seat].site
    built = translate(
        "{name} builds a palace at {site} with {colour} silk.",
        name=name,
        site=site,
        colour=translate_word(colour),
    )
    gain = _token_gain(before, site)
    return built if gain is None else f"{built} {_describe_token(gain)}"


def _describe_token(gain: Gain) -> str:
    if not gain.count:
        return translate("Palace token: no bale, as all markets are empty.")
    return translate("Palace token: {gain}.", gain=gain)


def _rupees(view: BombayView, seat: int) -> int:
    return view.players[seat].rupees or 0


def _gains(before: BombayView, after: BombayView, seat: int) -> Iterator[Gain]:
    """What a player has more than before."""
    old, new = before.players[seat], after.players[seat]
    found = (
        Gain("rupees", (new.rupees or 0) - (old.rupees or 0)),
        Gain("clients", (new.clients or 0) - (old.clients or 0)),
        Gain("city-tokens", (new.city_tokens or 0) - (old.city_tokens or 0)),
    )
    yield from (gain for gain in found if gain.count > 0)


def describe_progress(view: BombayView) -> str:
    """How far the game is."""
    return translate(
        "Set {number} of {sets}, turn {turn} of {turns}",
        number=view.set_number,
        sets=view.sets,
        turn=view.game_turn,
        turns=view.game_turns,
    )


def describe_stars_left(view: BombayView) -> str:
    """The stars that are left in this turn."""
    return translate_count("{count} star left", "{count} stars left", view.stars)


def final_rupees(view: BombayView, seat: int) -> int | None:
    """The rupees of a seat with all prizes; None while the game is on."""
    rupees = (view.result or {}).get("rupees")
    found = rupees[seat] if isinstance(rupees, list) else None
    return found if isinstance(found, int) else None
