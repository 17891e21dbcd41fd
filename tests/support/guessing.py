"""Somebody who tries many passwords a second, in a process of their own, and counts the answers."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from urllib.parse import urlencode, urlsplit

_LINES = 60


@dataclass(frozen=True, slots=True)
class Guesses:
    """``names`` are tried in turn; each from ``told`` addresses that a proxy is said to have seen.

    ``own`` is the address of this machine that all of it comes from.
    """

    address: str
    rate: int
    seconds: float
    names: tuple[str, ...] = ("sam",)
    told: int = 0
    own: str = "127.0.0.2"

    def request(self, number: int) -> bytes:
        """One try, as a browser sends it."""
        name = self.names[number % len(self.names)].format(number=number)
        body = urlencode({"name": name, "password": f"wrong guess {number}"}).encode()
        host = urlsplit(self.address).netloc
        lines = [
            "POST /sign-in HTTP/1.1",
            f"Host: {host}",
            f"Origin: {self.address}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        if self.told:
            seen = number % self.told
            lines.append(f"X-Forwarded-For: 20.{seen >> 16 & 255}.{seen >> 8 & 255}.{seen & 255}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def guess(what: Guesses) -> Counter[str]:
    """How often each status came, and ``lost`` where nothing did."""
    numbers, answers = count(), Counter[str]()
    loop = asyncio.get_running_loop()
    began = loop.time()
    pending: asyncio.Queue[int] = asyncio.Queue()

    async def line() -> None:
        place = urlsplit(what.address)
        while True:
            try:
                reader, writer = await asyncio.open_connection(
                    place.hostname, place.port, local_addr=(what.own, 0)
                )
            except OSError:
                await asyncio.sleep(0.1)
                continue
            with suppress(OSError, EOFError, ValueError):
                while True:
                    writer.write(what.request(await pending.get()))
                    answers[await _status(reader)] += 1
            answers["lost"] += 1
            writer.close()

    lines = [asyncio.create_task(line()) for _ in range(_LINES)]
    while (passed := loop.time() - began) < what.seconds:
        due = int(passed * what.rate)
        while (number := next(numbers)) < due:
            pending.put_nowait(number)
        pending.put_nowait(number)
        await asyncio.sleep(0.005)
    for each in lines:
        each.cancel()
    answers["sent"] = next(numbers) - pending.qsize()
    return answers


async def _status(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    fields = dict(each.lower().split(": ", 1) for each in head.split("\r\n")[1:] if ": " in each)
    await reader.readexactly(int(fields["content-length"]))
    return head.split(" ")[1]


@contextmanager
def guessing(what: Guesses) -> Iterator[Future[Counter[str]]]:
    """While the block runs, and to its end; gives the counts."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        yield process.submit(_counted, what)


def _counted(what: Guesses) -> Counter[str]:
    return asyncio.run(guess(what))
