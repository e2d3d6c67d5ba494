"""Seat links: each is exchanged once for the token of a browser, and then void.

A person's seat has one token, so who takes it by a new link replaces who had it. The seat itself
can make such a link, to move to another device. The host can make one for a friend who joins by a
link, and everyone is shown that: nobody takes the seat of another in secret.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from howdah.i18n import translate, translate_count
from howdah.table.errors import OutOfDate, invalid, not_your_seat
from howdah.table.model import LinkNotice, Table, TableSeat, hash_secret

SECRET_BYTES: Final = 18
SECRET_LENGTH: Final = 24
"""The characters of a token or a link."""
MOST_VOID_LINKS: Final = 20
"""How many old links of a seat are remembered, to say that they have been used."""

Seats = tuple[TableSeat, ...]


def new_secret() -> str:
    """A token or a link that nobody can guess."""
    return secrets.token_urlsafe(SECRET_BYTES)


def derive_token(secret: str, purpose: str) -> str:
    """A token that only those who know the secret can compute; the same one each time.

    A request that is sent twice, because its response was lost, thus gets the same token.

    >>> derive_token("secret", "table") == derive_token("secret", "table")
    True
    """
    key, message = (text.encode("utf-8", "surrogatepass") for text in (secret, purpose))
    digest = hmac.digest(key, message, "sha256")
    return urlsafe_b64encode(digest).decode()[:SECRET_LENGTH]


@dataclass(frozen=True)
class LinkTarget:
    """The seat that a link leads to, and whether it can still be taken by it."""

    seat: int
    is_open: bool


def find_link(table: Table, link: str, token: str) -> LinkTarget | None:
    """What a link leads to; None if there never was such a link.

    `token` is what it would be exchanged for: a link is open to who has got this token by it. The
    token of a seat opens it too, which is how links of tables of the HTTP interface work.
    """
    seat = table.seat_of(link)
    if seat is not None:
        return LinkTarget(seat, is_open=True)
    digest = hash_secret(link)
    for number, found in enumerate(table.seats):
        if digest in (found.link_hash, *found.void_links):
            is_open = digest == found.link_hash or table.seat_of(token) == number
            return LinkTarget(number, is_open)
    return None


def claim_seat(table: Table, link: str, token: str) -> Seats:
    """The seats after a browser has taken one by its link, for which it gets the token."""
    target = find_link(table, link, token)
    if target is None:
        raise not_your_seat()
    if not target.is_open:
        raise link_used()
    seat = table.seats[target.seat]
    if hash_secret(link) != seat.link_hash:  # it is a token, or this browser has used the link
        return table.seats
    taken = replace(_void_link(seat), token_hash=hash_secret(token))
    if len(table.hosts) > 1:  # it leaves the device that created the table; the others stay there
        taken = replace(taken, is_remote=True)
    return _replace_seat(table, target.seat, taken)


def link_used() -> OutOfDate:
    """A link that was used or replaced."""
    return OutOfDate("link-used", translate("This link has already been used."))


def add_link(table: Table, number: int, link: str, held: Collection[int]) -> Seats:
    """The seats after someone who holds some of them has made a new link to one."""
    if not 0 <= number < len(table.seats) or not table.seats[number].is_person:
        raise invalid(translate("Nobody can take this seat."))
    if not may_make_link(table, number, held):
        raise not_your_seat()
    seat = replace(_void_link(table.seats[number]), link_hash=hash_secret(link))
    if number not in held:
        host = min(set(held) & set(table.hosts))
        seat = replace(seat, notices=_add_notice(seat.notices, table.version, host))
    return _replace_seat(table, number, seat)


def may_make_link(table: Table, number: int, held: Collection[int]) -> bool:
    """Whether someone who holds some seats may make a new link to one.

    It is their own, or they are the host and it is the seat of a friend who joins by a link.
    """
    is_host = bool(set(held) & set(table.hosts))
    return number in held or (is_host and table.seats[number].is_remote)


def take_seats(table: Table, tokens: Mapping[int, str]) -> Seats:
    """The seats after their owners have come with tokens; a seat that is taken stays as it is."""
    return tuple(
        replace(_void_link(seat), token_hash=hash_secret(tokens[number]))
        if number in tokens and seat.token_hash is None
        else seat
        for number, seat in enumerate(table.seats)
    )


def describe_notices(table: Table) -> list[str]:
    """A sentence for everyone about each time that the host made links to a seat, oldest first."""
    notices = [
        (number, notice) for number, seat in enumerate(table.seats) for notice in seat.notices
    ]
    return [
        translate_count(
            "Turn {turn}: {host} created {count} new link for {name}'s seat.",
            "Turn {turn}: {host} created {count} new links for {name}'s seat.",
            notice.count,
            turn=notice.version + 1,
            host=table.seats[notice.host].name,
            name=table.seats[number].name,
        )
        for number, notice in sorted(notices, key=lambda pair: pair[1].version)
    ]


def _void_link(seat: TableSeat) -> TableSeat:
    """A seat whose open link, if there is one, can no longer be used."""
    if seat.link_hash is None:
        return seat
    void = (*seat.void_links, seat.link_hash)[-MOST_VOID_LINKS:]
    return replace(seat, link_hash=None, void_links=void)


def _add_notice(notices: tuple[LinkNotice, ...], version: int, host: int) -> tuple[LinkNotice, ...]:
    """The notices with one more; those of one version are counted, so that there are never many."""
    if notices and (notices[-1].version, notices[-1].host) == (version, host):
        return (*notices[:-1], replace(notices[-1], count=notices[-1].count + 1))
    return (*notices, LinkNotice(version, host, 1))


def _replace_seat(table: Table, number: int, seat: TableSeat) -> Seats:
    return tuple(seat if other == number else kept for other, kept in enumerate(table.seats))
