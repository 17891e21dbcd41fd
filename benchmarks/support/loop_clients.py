"""The same conversation with one model, held in several ways, for the loop benchmark."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from typing import Any, TypeAlias

Client: TypeAlias = Callable[[int], None]

PROMPT = "You look up balances. " * 20
QUESTION = "Which balances are there?"
RESULT = {"balance": "10.10", "currency": "EUR", "rows": [["2026-01-31", "-1.25", "x" * 40]] * 5}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"account_id": {"type": "integer"}},
    "required": ["account_id"],
}
TOOL = {
    "type": "function",
    "function": {"name": "get_balance", "description": "A balance.", "parameters": SCHEMA},
}


def raw_httpx(base_url: str) -> Client:
    """The least that can be done: everything by hand, nothing checked."""
    import httpx2

    client = httpx2.Client(headers={"Authorization": "Bearer none"})

    def converse(turns: int) -> None:
        messages = _opening()
        while True:
            body = {"model": f"turns-{turns}", "messages": messages, "tools": [TOOL]}
            reply = client.post(f"{base_url}/chat/completions", json=body).json()
            message = reply["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                return
            for call in message["tool_calls"]:
                json.loads(call["function"]["arguments"])
                messages.append(_tool_message(call["id"]))

    return converse


def tieout(base_url: str) -> Client:
    """`ToolLoop` as it is used: validated, in threads, traced, limited."""
    from tools.ledger.workspace import Arguments
    from tools.loop.loop import ToolLoop
    from tools.loop.messages import system, user
    from tools.loop.outcome import Limits, Status
    from tools.loop.registry import Tool, ToolRegistry
    from tools.loop.run_state import Task
    from tools.providers.openai import OpenAIProvider

    class Lookup(Arguments):
        account_id: int

    registry = ToolRegistry([Tool("get_balance", "A balance.", Lookup, lambda _: RESULT)])
    limits = Limits(turns=100, calls=400, tokens=None)
    providers: dict[int, OpenAIProvider] = {}

    def converse(turns: int) -> None:
        provider = providers.setdefault(turns, OpenAIProvider(f"turns-{turns}", base_url=base_url))
        task: Task[Arguments] = Task((system(PROMPT), user(QUESTION)), registry)
        result = ToolLoop(provider, limits=limits).run(task)
        assert result.status is Status.OK
        assert result.calls == 2 * turns

    return converse


def naive_openai(base_url: str) -> Client:
    """The loop that the `openai` package's own examples show."""
    from openai import OpenAI

    client = OpenAI(base_url=base_url, api_key="none")

    def converse(turns: int) -> None:
        messages: Any = _opening()
        tools: Any = [TOOL]
        while True:
            reply = client.chat.completions.create(
                model=f"turns-{turns}", messages=messages, tools=tools
            )
            message = reply.choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                return
            for call in message.tool_calls:
                messages.append(_tool_message(call.id))

    return converse


def pydantic_ai(base_url: str) -> Client:
    """The peer with most users; `pip install -r benchmarks/peers.txt`."""
    from pydantic_ai import Agent, UsageLimits  # type: ignore[import-not-found,unused-ignore]
    from pydantic_ai.models.openai import OpenAIChatModel  # type: ignore[import-not-found,unused-ignore]
    from pydantic_ai.providers.openai import OpenAIProvider  # type: ignore[import-not-found,unused-ignore]

    def get_balance(account_id: int) -> dict[str, Any]:
        del account_id
        return RESULT

    def converse(turns: int) -> None:
        endpoint = OpenAIProvider(base_url=base_url, api_key="none")
        model = OpenAIChatModel(f"turns-{turns}", provider=endpoint)
        agent = Agent(model, system_prompt=PROMPT, tools=[get_balance])
        agent.run_sync(QUESTION, usage_limits=UsageLimits(request_limit=None))

    return converse


def langgraph(base_url: str) -> Client:
    """The other one; `pip install -r benchmarks/peers.txt`."""
    from langchain.agents import create_agent  # type: ignore[import-not-found,unused-ignore]
    from langchain_openai import ChatOpenAI  # type: ignore[import-not-found,unused-ignore]

    def get_balance(account_id: int) -> str:
        """A balance."""
        del account_id
        return json.dumps(RESULT)

    def converse(turns: int) -> None:
        model = ChatOpenAI(model=f"turns-{turns}", base_url=base_url, api_key="none")
        agent: Any = create_agent(model, tools=[get_balance], system_prompt=PROMPT)
        messages = [{"role": "user", "content": QUESTION}]
        agent.invoke({"messages": messages}, {"recursion_limit": 1_000})

    return converse


def installed_peers() -> dict[str, Callable[[str], Client]]:
    """The peers that happen to be here."""
    known = {"pydantic_ai": pydantic_ai, "langchain_openai": langgraph}
    return {name: make for name, make in known.items() if importlib.util.find_spec(name)}


def _opening() -> list[dict[str, Any]]:
    return [{"role": "system", "content": PROMPT}, {"role": "user", "content": QUESTION}]


def _tool_message(call_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": json.dumps(RESULT)}
