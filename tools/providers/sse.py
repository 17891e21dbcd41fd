"""The pieces of a stream of server-sent events, also where a server ignored that one was asked for.

Lines end at line feeds alone: a text may hold every other character that Python takes for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tools.jsontext import Plain, loads_around

_DONE = "[DONE]"
_BESIDE = (":", "event:", "id:", "retry:")


@dataclass(slots=True)
class Events:
    """Reads a body's chunks. ``rest`` is what was no event: all of it, if the server sent a whole
    body instead of a stream."""

    rest: list[str] = field(default_factory=list)
    seen: bool = False

    def of(self, chunks: Iterable[bytes]) -> Iterator[Plain]:
        """The data of each event, up to the end of the stream. Raises ValueError for what is no
        JSON."""
        data: list[str] = []
        for line in _lines(chunks):
            if line.startswith("data:"):
                data.append(line[5:].strip())
            elif not line and data:
                yield from self._parsed(data)
                data = []
            elif line and not line.startswith(_BESIDE):
                self.rest.append(line)
        yield from self._parsed(data)

    def _parsed(self, data: list[str]) -> Iterator[Plain]:
        """One event's lines; some servers leave out the blank line between two events."""
        for text in ["\n".join(data)] if _whole(data) else data:
            self.seen = True
            if text and text != _DONE:
                yield loads_around(text)


def _whole(data: list[str]) -> bool:
    """Whether the lines are one JSON text rather than one each."""
    return not all(line == _DONE or (line[:1] == "{" and line[-1:] == "}") for line in data)


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    pending: list[bytes] = []
    for chunk in chunks:
        *whole, last = chunk.split(b"\n")
        for part in whole:
            yield b"".join([*pending, part]).rstrip(b"\r").decode(errors="replace")
            pending = []
        pending.append(last)
    yield b"".join(pending).rstrip(b"\r").decode(errors="replace")
    yield ""
