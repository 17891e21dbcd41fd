"""Another program's address that webhooks are sent to: a real server that keeps what came."""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass(slots=True)
class Receiver:
    """``answers`` are the statuses given in turn, the last again and again; ``drips`` is how long
    it takes to send each byte of an answer."""

    answers: list[int] = field(default_factory=lambda: [204])
    drips: float = 0.0
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""

    def bodies(self) -> list[bytes]:
        """What came, without its headers."""
        return [body for _, body in self.came]


@contextmanager
def receiving(receiver: Receiver | None = None, tls: Path | None = None) -> Iterator[Receiver]:
    """A receiver at an address of this machine; ``tls`` holds its certificate and key."""
    found = receiver or Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.came.append(({k.lower(): v for k, v in self.headers.items()}, body))
            status = found.answers.pop(0) if len(found.answers) > 1 else found.answers[0]
            text = f"HTTP/1.1 {status} x\r\nLocation: {found.url}/elsewhere\r\n"
            for each in f"{text}Content-Length: 0\r\n\r\n":
                try:
                    self.wfile.write(each.encode())
                except OSError:
                    return
                time.sleep(found.drips)

        def log_message(self, *_: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_port}/hooks"
        if tls is not None:
            found.url = f"https://localhost:{server.server_port}/hooks"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tls)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()
