"""Clients: the address that a request comes from, and the seat that it proves."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple

from starlette.types import Scope

UNKNOWN: Final = "unknown"
PROXY_HEADERS: Final = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"}
)
"""A request with one of these was forwarded by a proxy."""


class Client(NamedTuple):
    """Where a request comes from."""

    address: str
    """An IPv6 address is replaced by its /64 network: one household has all of it."""
    is_local: bool
    """Whether it was sent from the host itself, and not by a proxy for another client."""


def client_of(scope: Scope) -> Client:
    """Return the client of a request or a WebSocket."""
    client = scope.get("client")
    address, is_loopback = normalize(client[0] if client else "")
    return Client(address, is_loopback and not _is_forwarded(scope))


def _is_forwarded(scope: Scope) -> bool:
    return any(name in PROXY_HEADERS for name, _ in scope["headers"])


@lru_cache(maxsize=4096)
def normalize(host: str) -> tuple[str, bool]:
    """Return the address or network of a host, and whether it is a loopback address.

    >>> normalize("2001:db8:1:2:3:4:5:6")
    ('2001:db8:1:2::/64', False)
    >>> normalize("::ffff:127.0.0.1")
    ('127.0.0.1', True)
    """
    try:
        address = _unmap(ip_address(host))
    except ValueError:
        return UNKNOWN, False
    has_network = isinstance(address, IPv6Address) and not address.is_loopback
    name = IPv6Network((int(address), 64), strict=False) if has_network else address
    return str(name), address.is_loopback


def _unmap(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an IPv4-mapped IPv6 address as IPv4, any other as it is."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
