"""The same run in every format: other bytes on the wire, the same result."""

import pytest

from tests.support.loops import Kept, run
from tests.support.model_server import Reply, completion, model_server
from tools.formats.choose import FormatName, format_named
from tools.loop.outcome import Status

ASKS = {
    FormatName.REACT: 'Thought: t\nAction: get_balance\nAction Input: {"account_id": 7}\n',
    FormatName.XML: '<tool_call>{"name":"get_balance","arguments":{"account_id":7}}</tool_call>',
    FormatName.JSON: '{"tool":"get_balance","args":{"account_id":7}}',
}
ANSWERS = {
    FormatName.REACT: 'Thought: I know the answer\nFinal Answer: {"account_id":7}',
    FormatName.XML: '{"account_id":7}',
    FormatName.JSON: '{"final":{"account_id":7}}',
}
RESULT = '{"ok":true,"data":{"balance":"10.10","on":"2026-01-31"},"warnings":[],"errors":[]}'
RESULTS = {
    FormatName.REACT: f"Observation: {RESULT}",
    FormatName.XML: f"<tool_response>{RESULT}</tool_response>",
    FormatName.JSON: f'{{"result":{RESULT}}}',
}


@pytest.mark.parametrize("name", ASKS)
def test_a_call_and_its_result_travel_as_text(name: FormatName) -> None:
    kept = Kept()
    with model_server(completion(ASKS[name]), completion(ANSWERS[name])) as server:
        result = run(server, kept, format=format_named(name))
    assert result.status is Status.OK
    assert result.answer is not None
    assert [asked.account_id for asked in kept.asked] == [7]
    messages = server.requests[1].json["messages"]
    assert messages[-1] == {"role": "user", "content": RESULTS[name]}
    assert messages[-2]["role"] == "assistant"
    assert all("tools" not in request.json for request in server.requests)


def test_json_holds_the_server_to_the_schema_and_steps_down_where_it_cannot() -> None:
    refused = Reply(b"{}", 400)
    with model_server(refused, completion(ANSWERS[FormatName.JSON])) as server:
        result = run(server, format=format_named(FormatName.JSON))
    assert result.status is Status.OK
    kinds = [request.json["response_format"]["type"] for request in server.requests]
    assert kinds == ["json_schema", "json_object"]
