"""Every misbehaviour of the list, by the real loop and a real server: its status and the bytes."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tests.support.loops import Answer, Lookup, registry
from tests.support.misbehaviour import Misbehaviour, balance
from tests.support.misbehaviours import MISBEHAVIOURS
from tests.support.model_server import ModelServer, model_server
from tools.formats.choose import FormatName, format_named
from tools.loop.loop import ToolLoop
from tools.loop.messages import system, user
from tools.loop.outcome import LoopResult
from tools.loop.run_state import Task
from tools.providers.openai import OpenAIProvider


def drive(server: ModelServer, case: Misbehaviour, ran: list[Lookup]) -> LoopResult[Answer]:
    def tool(arguments: Lookup) -> object:
        ran.append(arguments)
        return (case.tool or balance)(arguments)

    provider = OpenAIProvider("m", base_url=server.base_url, max_retries=case.retries)
    task = Task(
        (system("Be brief."), user("Which account?")),
        registry(tool, timeout=case.timeout),
        Answer if case.output else None,
    )
    name = FormatName.NATIVE
    if case.probed:
        from tools.probe import probe

        name = probe(provider).format
    return ToolLoop(
        provider, format=format_named(name), limits=case.limits, stream=case.stream
    ).run(task)


def messages(body: bytes) -> bytes:
    """The messages of a request as they were sent."""
    inside = body.partition(b'"messages":[')[2]
    return re.split(rb'\],"(?:tools|max_tokens)":', inside)[0]


def tools(body: bytes) -> bytes:
    """The tools of a request as they were sent: the same in every one, also in the closing one."""
    return body.partition(b'],"tools":')[2].rpartition(b',"tool_choice":')[0]


def additions(bodies: Sequence[bytes]) -> Iterator[bytes]:
    """What each request appends to the messages of the one before; nothing else may change."""
    for earlier, later in pairwise(map(messages, bodies)):
        assert later.startswith(earlier)
        yield later[len(earlier) :].removeprefix(b",")


@pytest.mark.parametrize("case", MISBEHAVIOURS, ids=lambda case: case.name.replace(" ", "-"))
def test_each_ends_in_its_status_and_the_next_request_is_these_bytes(case: Misbehaviour) -> None:
    ran: list[Lookup] = []
    with model_server(*case.steps) as server:
        result = drive(server, case, ran)
    assert result.status is case.status
    assert (result.error.code if result.error else None) == case.code
    assert len(ran) == case.ran
    bodies = [request.body for request in server.requests[case.probed :]]
    assert len({tools(body) for body in bodies}) == 1
    assert [*additions(bodies)][-1:] == ([] if case.added is None else [case.added])
