"""Tooltips of what stands on the board and in the markets; a screen reader reads them aloud."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final, NamedTuple

from howdah.games.bombay.board import STARS_TO_ENTER, BoardSite
from howdah.games.bombay.names import ColourName, FaceName, TokenName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.view import BombayView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    MARK_NAMES,
    Gain,
    capitalize,
    join_with_commas,
    stars_text,
    translate_name,
    translate_word,
)

PAINTS: Final = (
    mark("black"),
    mark("grey"),
    mark("ivory"),
    mark("brown"),
    mark("pink"),
)
TOKENS: Final[Mapping[TokenName, str]] = {
    "client": mark("Palace token at {site}: 1 client"),
    "rupees": mark("Palace token at {site}: 2 rupees"),
    "city": mark("Palace token at {site}: 1 city token"),
    "bale": mark("Palace token at {site}: 1 free bale"),
}
MARKETS: Final = (
    mark("Left market: {bales}; {price} per bale"),
    mark("Middle market: {bales}; {price} per bale"),
    mark("Right market: {bales}; {price} per bale"),
)


LETTERS: Final[Mapping[ColourName, str]] = {
    "yellow": mark("Y"),
    "purple": mark("P"),
    "blue": mark("B"),
    "orange": mark("O"),
}


def letter(colour: ColourName) -> str:
    """The initial by which a silk is known where its weave is too small to be seen."""
    return translate(LETTERS[colour])


class SiteContents(NamedTuple):
    """What is at a site, but the elephants."""

    demands: tuple[ColourName, ...]
    tokens_left: int
    post: ColourName | None
    is_closed: bool
    token: TokenName | None
    face: FaceName
    """Which face of the tokens is up."""
    palace: int | None
    """The seat whose palace it is."""


def site_contents(view: BombayView, site: BoardSite) -> SiteContents:
    """What a viewer sees at a site."""
    post = view.posts.get(site.id)
    return SiteContents(
        view.demands.get(site.id, ()),
        view.city_tokens_left.get(site.id, 0),
        post,
        post in view.closed,
        view.palace_tokens.get(site.id),
        view.face,
        view.palaces.get(site.id),
    )


def hashable_sites(view: BombayView) -> Hashable:
    """All that `site_contents` reads, to compare the sites of two views at once."""
    return (
        tuple(view.demands.items()),
        tuple(view.city_tokens_left.items()),
        tuple(view.posts.items()),
        view.closed,
        tuple(view.palace_tokens.items()),
        view.face,
        tuple(view.palaces.items()),
    )


def describe_site(standing: SiteContents, site: BoardSite) -> str:
    """A site, and all that is there but the elephants."""
    if site.kind == "city":
        return describe_city(site, standing.demands, standing.tokens_left)
    if standing.post is not None:
        return describe_post(site.id, standing.post, closed=standing.is_closed)
    if standing.token is not None:
        return describe_token(site.id, standing.token)
    if standing.palace is not None:
        return describe_palace(site.id, standing.palace)
    if site.kind == "hilltop":
        stars = stars_text(STARS_TO_ENTER[site.kind])
        return translate("Hilltop {site}: {stars} to enter", site=site.id, stars=stars)
    return translate("Free site {site}: you can build a palace here", site=site.id)


def describe_city(site: BoardSite, demands: tuple[ColourName, ...], tokens_left: int) -> str:
    """What a city demands, from the top, and its tokens left."""
    return translate_count(
        "{city}: buys {colours}; {count} city token left",
        "{city}: buys {colours}; {count} city tokens left",
        tokens_left,
        city=translate_name(site.name or ""),
        colours=join_with_commas(map(translate_word, demands)),
    )


def describe_post(site: str, colour: ColourName, *, closed: bool) -> str:
    """A trading post."""
    name = translate_word(colour)
    return capitalize(
        translate("{colour} trading post at {site}, closed", colour=name, site=site)
        if closed
        else translate("{colour} trading post at {site}, open", colour=name, site=site)
    )


def describe_token(site: str, token: TokenName) -> str:
    """A palace token."""
    return translate(TOKENS[token], site=site)


def describe_palace(site: str, seat: int) -> str:
    """A palace."""
    palace = translate(
        "{player}'s palace ({sign}) at {site}",
        player=translate(PAINTS[seat]),
        sign=translate(MARK_NAMES[seat]),
        site=site,
    )
    return capitalize(palace)


class ElephantView(NamedTuple):
    """An elephant as everyone sees it; hashable, so that drawings of it can be cached."""

    seat: int
    name: str
    site: str
    bales: tuple[ColourName, ...]


def describe_elephant(player: ElephantView) -> str:
    """An elephant, where it stands and what it carries."""
    return translate(
        "{name}: {player} elephant ({sign}) at {site}, carrying {bales}",
        name=player.name,
        player=translate(PAINTS[player.seat]),
        sign=translate(MARK_NAMES[player.seat]),
        site=player.site,
        bales=describe_bales(player.bales),
    )


def describe_bales(bales: tuple[ColourName, ...]) -> str:
    """The bales in a basket."""
    carried = [translate("{colour} silk", colour=translate_word(colour)) for colour in bales]
    match carried:
        case []:
            return translate("nothing")
        case [one, other]:
            return translate("{one} and {other}", one=one, other=other)
    return join_with_commas(carried)


def describe_market(number: int, bales: Mapping[ColourName, int]) -> str:
    """A market by its place from the left, its bales and their price."""
    held = [
        translate("{count} {colour}", count=count, colour=translate_word(colour))
        for colour, count in bales.items()
    ]
    price = join_with_commas(
        [str(Gain("rupees", BUY_RUPEES[number])), stars_text(BUY_STARS[number])]
    )
    return translate(
        MARKETS[number], bales=join_with_commas(held) or translate("nothing"), price=price
    )


def describe_bag(bales: Mapping[ColourName, int]) -> str:
    """What is in the bag."""
    held = [
        translate("{count} {colour}", count=count, colour=translate_word(colour))
        for colour, count in bales.items()
        if count
    ]
    return translate("In the bag: {bales}", bales=join_with_commas(held) or translate("nothing"))
