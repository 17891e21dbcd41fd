"""A server that lets listeners go before it waits for what is still being answered."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from app.web.live.streams import end_streams


class EndingServer(uvicorn.Server):
    """Without it a page that listens would keep the server from ending."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Called by the server, in its loop. Whoever is not answered by then is cut off: a loop
        that ends closes no connection."""
        end_streams()
        await super().shutdown(sockets)
        for each in list(self.server_state.connections):
            each.transport.abort()
        await asyncio.sleep(0)
