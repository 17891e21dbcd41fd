"""Another program's address that webhooks are sent to: a real server that keeps what came."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from tests.support.answering import answering


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

    with answering(Handler, tls) as server:
        place = "https://localhost" if tls else "http://127.0.0.1"
        found.url = f"{place}:{server.server_port}/hooks"
        yield found
