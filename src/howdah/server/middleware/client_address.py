"""Visitors: where a request comes from, as limits, logs and metrics know it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from starlette.types import Scope

UNKNOWN: Final = "unknown"
FORWARDED: Final = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"}
)
"""The headers by which a proxy says that it brings someone else."""


class Client(NamedTuple):
    """Where a request comes from."""

    address: str
    """An IPv6 address stands for its whole network /64: one household has all of it."""
    is_here: bool
    """Whether it was made on this very machine, and no proxy brought it."""


def client_of(scope: Scope) -> Client:
    """Who makes a request, or opens a socket."""
    client = scope.get("client")
    address, is_loopback = _known_by(client[0] if client else "")
    return Client(address, is_loopback and not _is_forwarded(scope))


def _is_forwarded(scope: Scope) -> bool:
    return any(name in FORWARDED for name, _ in scope["headers"])


@lru_cache(maxsize=4096)
def _known_by(host: str) -> tuple[str, bool]:
    """What an address is called, and whether it is this machine.

    >>> _known_by("2001:db8:1:2:3:4:5:6")
    ('2001:db8:1:2::/64', False)
    >>> _known_by("::ffff:127.0.0.1")
    ('127.0.0.1', True)
    """
    try:
        found = ip_address(host)
    except ValueError:
        return UNKNOWN, False
    plain = _unmapped(found)
    is_wide = isinstance(plain, IPv6Address) and not plain.is_loopback
    name = IPv6Network((int(plain), 64), strict=False) if is_wide else plain
    return str(name), plain.is_loopback


def _unmapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """An IPv4 address that is written as an IPv6 one, as itself."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
