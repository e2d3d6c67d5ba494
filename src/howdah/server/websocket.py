"""The WebSocket protocol of the server: compression without memory, and the size of messages."""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

MAX_MESSAGE_BYTES: Final = 65_536
"""Far more than any message of ours needs."""
COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": 3}
)
"""Each message by itself: a context kept between messages would cost 50 kB a socket."""


class LowMemoryWebSocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol of uvicorn, without compression memory between messages."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.available_extensions = [COMPRESSION]
