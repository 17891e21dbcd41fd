"""Every kind of probe over every format: each ends in its own status, and nothing acts."""

import os
import subprocess
import sys
import zlib
from contextlib import ExitStack
from io import BufferedIOBase

import pytest

from tests.support.model_server import Reply, model_server
from tests.support.probing.kinds import FORMATS, Kind
from tests.support.probing.running import PROBES, ran
from tests.support.probing.servers import drip, endless
from tests.support.waiting import PATIENCE_S
from tools.loop.outcome import Status


@pytest.mark.parametrize("kind", PROBES, ids=lambda kind: kind.name.replace(" ", "-"))
def test_each_ends_in_its_status_in_every_format(kind: Kind) -> None:
    found = {format: ran(kind, format) for format in FORMATS}
    assert {format: one.status for format, one in found.items()} == {
        format: kind.expected(format) for format in FORMATS
    }
    assert not any(one.acted for one in found.values())


def test_the_kinds_are_distinct_and_at_least_as_many_as_were_ever_tried() -> None:
    assert len({kind.name for kind in PROBES}) == len(PROBES) >= 92


MOST_KB = 200_000
#: Asks each of the addresses whole and in a stream, and prints how that ended and what the process
#: has taken at most until then.
ASKING = r"""
import importlib, re, sys
# Before the time runs.
importlib.import_module("anthropic" if sys.argv[1] == "anthropic" else "openai")
from tools.loop import Limits, ToolLoop
from tools.providers.anthropic import AnthropicProvider
from tools.providers.openai import OpenAIProvider
from tools.providers.responses import ResponsesProvider

speaks = {"openai": OpenAIProvider, "responses": ResponsesProvider}
for asked in sys.argv[2:]:
    address, seconds = asked.split("=")
    provider = speaks.get(sys.argv[1], AnthropicProvider)("m", base_url=address, max_retries=0)
    limits = Limits(seconds=float(seconds), grace=0.2, request_seconds=float(seconds))
    for stream in (False, True):
        result = ToolLoop(provider, limits=limits, stream=stream).ask("How much?")
        # Not what getrusage says, which begins with what the parent had when it forked.
        most = re.search("VmHWM: *([0-9]+)", open("/proc/self/status").read().replace("\t", " "))
        print(result.status.value, most[1])
"""


def _bomb(out: BufferedIOBase) -> None:
    """400 MB of spaces, packed into 400 kB."""
    out.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
    packing = zlib.compressobj(wbits=31)
    for _ in range(400):
        out.write(packing.compress(b" " * 1_000_000))
    out.write(packing.flush())


#: What is sent without end, and in how many seconds it is given up for what.
ENDLESS = ((_bomb, 5, Status.PROVIDER_ERROR), (endless, 5, Status.PROVIDER_ERROR),
           (drip, 0.5, Status.DEADLINE))  # fmt: skip


@pytest.mark.parametrize("provider", ["openai", "responses", "anthropic"])
def test_what_has_no_end_costs_200_megabytes_at_most(provider: str) -> None:
    with ExitStack() as stack:
        asked = [
            f"{stack.enter_context(model_server(*[Reply(wire=sent)] * 4)).base_url}={seconds}"
            for sent, seconds, _ in ENDLESS
        ]
        done = subprocess.run(
            [sys.executable, "-c", ASKING, provider, *asked],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
    ended = [line.split() for line in done.stdout.splitlines()]
    assert [status for status, _ in ended] == [each for *_, each in ENDLESS for _ in range(2)]
    assert [most for _, most in ended if int(most) >= MOST_KB] == []
