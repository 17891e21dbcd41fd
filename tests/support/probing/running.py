"""Running one probe with the real loop, the real client and a real server, and what came of it."""

import time
from dataclasses import dataclass

from tests.support.loops import Answer, Lookup, registry
from tests.support.misbehaviour import balance
from tests.support.model_server import model_server
from tests.support.probing.kinds import FORBIDDEN, MODEL_FAULTS, Kind
from tests.support.probing.servers import ROLE_FAULTS, SERVER_FAULTS, STREAM_FAULTS
from tools.formats.choose import FormatName, format_named
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import Status
from tools.loop.run_state import Task
from tools.providers.openai import OpenAIProvider

PROBES: tuple[Kind, ...] = (*SERVER_FAULTS, *STREAM_FAULTS, *ROLE_FAULTS, *MODEL_FAULTS)
_MOST_ASKED = 16


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of it: the status, whether a call ran that must not, seconds over the limit."""

    status: Status
    acted: bool
    over: float


def ran(kind: Kind, format: FormatName) -> Ran:
    """Run the kind in the format."""
    asked: list[int] = []

    def tool(arguments: Lookup) -> object:
        asked.append(arguments.account_id)
        return (kind.tool or balance)(arguments)

    steps = [move(format) for move in kind.moves]
    tools = registry(tool, timeout=kind.tool_seconds)
    task = Task((system("Be brief."), user("Which account?")), tools, Answer, needs=kind.needs)
    begun = time.monotonic()
    with model_server(*steps, *[steps[-1]] * _MOST_ASKED) as server:
        provider = OpenAIProvider("m", base_url=server.base_url, max_retries=kind.retries)
        loop = ToolLoop(
            provider, format=format_named(format), limits=kind.limits, stream=kind.stream
        )
        begun = time.monotonic()
        result = loop.run(task)
        seconds = time.monotonic() - begun
    allowed = kind.limits.seconds + kind.limits.grace
    return Ran(result.status, FORBIDDEN in asked, max(0.0, seconds - allowed))
