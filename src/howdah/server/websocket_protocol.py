"""The sockets of the house: compressed for slow lines, and light while nothing is said."""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": 3}
)
"""Each message by itself: a socket that remembered the last one would keep 50 kB for it."""


class LowMemoryWebSocketProtocol(WebSocketsSansIOProtocol):
    """A socket that holds no memory for compression between messages."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.available_extensions = [COMPRESSION]
