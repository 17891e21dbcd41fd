"""What a model thinks is no one's to read or run, and a call in any words is run or asked again."""

import json
import re
from itertools import product
from typing import Any

import pytest
from pydantic import BaseModel

from tests.integration.tools.test_anthropic import message, text, use
from tests.integration.tools.test_anthropic import run as run_anthropic
from tests.integration.tools.test_loop_over_http import chunk, stream
from tests.support.loops import run
from tests.support.model_server import Reply, call, completion, message_step, model_server
from tools.formats.choose import FormatName, format_named
from tools.loop.outcome import Capture, LoopResult, Status
from tools.loop.registry import Tool, ToolRegistry
from tools.providers.base import ModelRequest, Quirk
from tools.providers.openai_wire import Encoder, WireOptions
from tools.providers.replay import ReplayProvider

CALL = '{"name":"delete_user_attribute","arguments":{"query":"qwen"}}'
#: The second seed's regression, word by word.
SEED = f"""Done. Next I'm going to delete...
    <tool_call>
    {CALL}
    </tool_call>"""
ACTION = 'Action: delete_user_attribute\nAction Input: {"query":"qwen"}'
IN_WORDS = {
    "seed": SEED,
    "on its line": f"Done. Next I'm going to delete... <tool_call>{CALL}</tool_call>",
    "action": f"Done.\n{ACTION}",
    "after an answer": f"Final Answer: Done.\n{ACTION}",
    "python": 'Done.\n```tool_code\ndelete_user_attribute(query="qwen")\n```',
    "bare python": 'Done.\n[delete_user_attribute(query="qwen")]',
    "bare json": CALL,
    "fenced": f"Done.\n```json\n{CALL}\n```",
    "list": f"[{CALL}]",
    "deepseek": "Done. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>"
    'delete_user_attribute\n```json\n{"query":"qwen"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "mistral": f"Done. [TOOL_CALLS][{CALL}]",
    "harmony": "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary"
    ' to=functions.delete_user_attribute <|constrain|>json<|message|>{"query":"qwen"}<|call|>',
    "anthropic": '<function_calls><invoke name="delete_user_attribute"></invoke></function_calls>',
    "phi": f"Done. functools[{CALL}]",
    "tokens alone": "<|im_end|><｜end▁of▁sentence｜>",
}
MARKUP = re.compile(r"<[|｜/\w]|\[TOOL|Action|tool_code|to=|delete_user|functools|\{")


class Query(BaseModel):
    query: str


def ask(name: FormatName, *texts: str, output: Any = None) -> tuple[LoopResult[Any], list[Query]]:
    """A run in a format, in which the model says these texts one after another."""
    ran: list[Query] = []
    tool = Tool("delete_user_attribute", "Delete it.", Query, ran.append, read_only=False)
    with model_server(*map(completion, texts)) as server:
        tools = ToolRegistry([tool])
        result = run(server, tools=tools, format=format_named(name), task={"output": output})
    return result, ran


@pytest.mark.parametrize(("name", "words"), [*product(FormatName, IN_WORDS)])
def test_a_call_in_any_words_runs_or_is_asked_again(name: FormatName, words: str) -> None:
    result, ran = ask(name, IN_WORDS[words], "All is well.")
    assert (result.status, result.text, result.turns) == (Status.OK, "All is well.", 2)
    assert ran in ([], [Query(query="qwen")])


@pytest.mark.parametrize(("name", "words"), [*product(FormatName, IN_WORDS)])
def test_nothing_of_it_reaches_a_person(name: FormatName, words: str) -> None:
    result, _ = ask(name, *[IN_WORDS[words]] * 9)
    assert result.status is not Status.OK
    assert not MARKUP.search(result.text)


def test_the_seeds_call_runs_where_calls_are_written_so() -> None:
    for name in (FormatName.XML, FormatName.RESCUE):
        assert ask(name, SEED, "Gone.")[1] == [Query(query="qwen")]


THOUGHTS = [
    "<think>{}</think>",
    "<THINKING>{}</THINKING>\n",
    "<seed:think>{}</seed:think>",
    "{}\n</think>\n\n",
    "[THINK]{}[/THINK]",
    "◁think▷{}◁/think▷",
    "<|begin_of_thought|>{}<|end_of_thought|>",
    "<|START_THINKING|>{}<|END_THINKING|>",
    "<|channel>thought\n{}<channel|>",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>",
    "analysis{}assistantfinal",
]


@pytest.mark.parametrize(("name", "thought"), [*product(FormatName, THOUGHTS)])
def test_a_thought_is_neither_shown_nor_run_nor_the_answer(name: FormatName, thought: str) -> None:
    for inner in (SEED, ACTION, "It must be 5."):
        result, ran = ask(name, thought.format(inner) + "It is 7.")
        assert (result.status, result.text, ran) == (Status.OK, "It is 7.", [])
    result, _ = ask(name, thought.format('Perhaps {"query":"a"}?') + '{"query":"b"}', output=Query)
    assert result.answer == Query(query="b")


@pytest.mark.parametrize("name", FormatName)
def test_a_thought_alone_is_no_answer(name: FormatName) -> None:
    for said in ("<think>It is 7.", "<think>It is 7.</think>", "Thought: 7</think>"):
        result, _ = ask(name, said, "It is 7.")
        assert (result.text, result.turns) == ("It is 7.", 2)
    assert ask(name, "It is 7.</think> Yes.")[0].text == "It is 7. Yes."


def test_words_of_a_document_end_no_thought() -> None:
    quoted = f"Final Answer: The memo is\n</think>\n{ACTION}"
    for said in (quoted, f"```\nThe memo:\n</think>\n{ACTION}\n```"):
        result, ran = ask(FormatName.REACT, said, "Final Answer: A memo.")
        assert (result.text, ran) == ("A memo.", [])


@pytest.mark.parametrize("name", FormatName)
def test_two_different_objects_are_asked_again_and_equal_ones_are_one(name: FormatName) -> None:
    result, _ = ask(name, '{"query":"a"} or {"query":"b"}?', '{"query":"b"}', output=Query)
    assert (result.answer, result.turns) == (Query(query="b"), 2)
    result, _ = ask(name, 'It is {"query":"a"}, so: {"query": "a"}', output=Query)
    assert (result.answer, result.turns) == (Query(query="a"), 1)


REASONED = {"reasoning_content": "Hm.", "reasoning_details": [{"type": "x", "data": "sealed"}]}
SIGNED = {"extra_content": {"google": {"thought_signature": "s1"}}}


@pytest.mark.parametrize("streamed", [False, True])
def test_reasoning_goes_back_to_the_server_that_wants_it_and_nowhere_else(streamed: bool) -> None:
    asks = call("a", "get_balance", '{"account_id":7}') | SIGNED
    whole = message_step({"content": "", "tool_calls": [asks], **REASONED}, "tool_calls")
    pieces = stream(chunk(REASONED | {"tool_calls": [asks | {"index": 0}]}, "tool_calls"))
    with model_server(pieces if streamed else whole, completion('{"account_id":7}')) as server:
        result = run(server, stream=streamed, capture=Capture.FULL)
    sent = server.requests[1].json["messages"][2]
    assert "reasoning_content" not in sent  # others than DeepSeek refuse it
    assert sent["reasoning_details"] == REASONED["reasoning_details"]
    assert sent["tool_calls"][0]["extra_content"] == SIGNED["extra_content"]
    assert "Hm." not in result.text
    wanting = Encoder("m", WireOptions(quirks=(Quirk.EMPTY_REASONING, Quirk.THOUGHT_SIGNATURE)))
    body = json.loads(wanting.body(ModelRequest(result.messages)))
    assert body["messages"][2]["reasoning_content"] == "Hm."
    assert body["messages"][2]["tool_calls"][0]["extra_content"] == SIGNED["extra_content"]
    replayed = run(server, provider=ReplayProvider(result.trace), capture=Capture.FULL)
    assert replayed.messages == result.messages


@pytest.mark.parametrize("streamed", [False, True])
def test_signed_thoughts_go_back_before_the_calls_that_follow_from_them(streamed: bool) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "s1"}
    sealed = {"type": "redacted_thinking", "data": "x"}
    pieces = Reply(
        events=tuple(
            json.dumps(event).encode()
            for event in (
                {"index": 0, "content_block": {"type": "thinking", "thinking": ""}},
                {"index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}},
                {"index": 0, "delta": {"type": "signature_delta", "signature": "s1"}},
                {"index": 1, "content_block": sealed},
                {"index": 2, "content_block": use("a", 7) | {"input": {}}},
                {"index": 2, "delta": {"partial_json": '{"account_id":7}'}},
                {"delta": {"stop_reason": "tool_use"}},
            )
        )
    )
    asks = pieces if streamed else message(thought, sealed, use("a", 7), stop="tool_use")
    with model_server(asks, message(thought, text('{"account_id":7}'))) as server:
        result = run_anthropic(server, stream=streamed)
    assert server.requests[1].json["messages"][1]["content"] == [thought, sealed, use("a", 7)]
    assert (result.status, result.text) == (Status.OK, '{"account_id":7}')
