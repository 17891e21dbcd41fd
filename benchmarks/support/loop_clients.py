"""The same conversation with one model, held in several ways, for the loop benchmark."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from importlib import metadata
from typing import Any, TypeAlias

#: Asks the model of that name, and gives what a person would be shown in the end.
Client: TypeAlias = Callable[[str], str]

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

    def converse(name: str) -> str:
        messages = _opening()
        while True:
            body = {"model": name, "messages": messages, "tools": [TOOL]}
            reply = client.post(f"{base_url}/chat/completions", json=body).json()
            message = reply["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                return str(message["content"])
            for call in message["tool_calls"]:
                json.loads(call["function"]["arguments"])
                messages.append(_tool_message(call["id"]))

    return converse


def toolloop(base_url: str) -> Client:
    """`ToolLoop` as it is used: validated, in threads, traced, limited."""
    from pydantic import BaseModel, ConfigDict

    from tools.loop.loop import ToolLoop
    from tools.loop.messages import system, user
    from tools.loop.outcome import Limits
    from tools.loop.registry import Tool, ToolRegistry
    from tools.loop.run_state import Task
    from tools.providers.openai import OpenAIProvider

    class Lookup(BaseModel):
        model_config = ConfigDict(frozen=True, extra="forbid")

        account_id: int

    registry = ToolRegistry([Tool("get_balance", "A balance.", Lookup, lambda _: RESULT)])
    limits = Limits(turns=100, calls=400, tokens=None)
    providers: dict[str, OpenAIProvider] = {}

    def converse(name: str) -> str:
        provider = providers.setdefault(name, OpenAIProvider(name, base_url=base_url))
        task: Task[BaseModel] = Task((system(PROMPT), user(QUESTION)), registry)
        return ToolLoop(provider, limits=limits).run(task).text

    return converse


def naive_openai(base_url: str) -> Client:
    """The loop that the `openai` package's own examples show."""
    from openai import OpenAI  # type: ignore[import-not-found,unused-ignore]

    client = OpenAI(base_url=base_url, api_key="none")

    def converse(name: str) -> str:
        messages: Any = _opening()
        tools: Any = [TOOL]
        while True:
            reply = client.chat.completions.create(model=name, messages=messages, tools=tools)
            message = reply.choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                return str(message.content)
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

    def converse(name: str) -> str:
        endpoint = OpenAIProvider(base_url=base_url, api_key="none")
        model = OpenAIChatModel(name, provider=endpoint)
        agent = Agent(model, system_prompt=PROMPT, tools=[get_balance])
        ended = agent.run_sync(QUESTION, usage_limits=UsageLimits(request_limit=None))
        return str(ended.output)

    return converse


def langgraph(base_url: str) -> Client:
    """The other one; `pip install -r benchmarks/peers.txt`."""
    from langchain.agents import create_agent  # type: ignore[import-not-found,unused-ignore]
    from langchain_openai import ChatOpenAI  # type: ignore[import-not-found,unused-ignore]

    def get_balance(account_id: int) -> str:
        """A balance."""
        del account_id
        return json.dumps(RESULT)

    def converse(name: str) -> str:
        model = ChatOpenAI(model=name, base_url=base_url, api_key="none")
        agent: Any = create_agent(model, tools=[get_balance], system_prompt=PROMPT)
        messages = [{"role": "user", "content": QUESTION}]
        ended = agent.invoke({"messages": messages}, {"recursion_limit": 1_000})
        return str(ended["messages"][-1].content)

    return converse


def openai_agents(base_url: str) -> Client:
    """OpenAI's own; `pip install -r benchmarks/peers.txt`."""
    from agents import (  # type: ignore[import-not-found,unused-ignore]
        Agent,
        OpenAIChatCompletionsModel,
        Runner,
        function_tool,
        set_tracing_disabled,
    )
    from openai import AsyncOpenAI

    set_tracing_disabled(True)

    def get_balance(account_id: int) -> str:
        """A balance."""
        del account_id
        return json.dumps(RESULT)

    def converse(name: str) -> str:
        client = AsyncOpenAI(base_url=base_url, api_key="none")
        model = OpenAIChatCompletionsModel(name, client)
        agent: Any = Agent(
            "a", instructions=PROMPT, tools=[function_tool(get_balance)], model=model
        )
        return str(Runner.run_sync(agent, QUESTION, max_turns=1_000).final_output)

    return converse


def smolagents(base_url: str) -> Client:
    """Its agent for tool calls; `pip install -r benchmarks/peers.txt`."""
    from smolagents import (  # type: ignore[import-not-found,unused-ignore]
        LogLevel,
        OpenAIServerModel,
        ToolCallingAgent,
        tool,
    )

    def get_balance(account_id: int) -> dict:  # type: ignore[type-arg]
        """A balance.

        Args:
            account_id: Whose.
        """
        del account_id
        return RESULT

    def converse(name: str) -> str:
        model = OpenAIServerModel(name, api_base=base_url, api_key="none")
        agent = ToolCallingAgent([tool(get_balance)], model, verbosity_level=LogLevel.OFF)
        return str(agent.run(QUESTION, max_steps=100))

    return converse


def llm(base_url: str) -> Client:
    """Simon Willison's; `pip install -r benchmarks/peers.txt`."""
    from llm.default_plugins.openai_models import (  # type: ignore[import-not-found,unused-ignore]
        Chat,
    )

    def get_balance(account_id: int) -> str:
        """A balance."""
        del account_id
        return json.dumps(RESULT)

    def converse(name: str) -> str:
        model: Any = Chat(name, key="none", api_base=base_url, supports_tools=True)
        asked = {"system": PROMPT, "tools": [get_balance], "stream": False, "key": "none"}
        chain = model.conversation().chain(QUESTION, chain_limit=1_000, **asked)
        return str(chain.text())

    return converse


def installed_peers() -> dict[str, Callable[[str], Client]]:
    """The peers that happen to be here, with their versions."""
    known = {
        "openai": ("openai", naive_openai),
        "pydantic-ai-slim": ("pydantic_ai", pydantic_ai),
        "openai-agents": ("agents", openai_agents),
        "langchain": ("langchain_openai", langgraph),
        "smolagents": ("smolagents", smolagents),
        "llm": ("llm", llm),
    }
    return {
        f"{name} {metadata.version(name)}": make
        for name, (module, make) in known.items()
        if importlib.util.find_spec(module)
    }


def _opening() -> list[dict[str, Any]]:
    return [{"role": "system", "content": PROMPT}, {"role": "user", "content": QUESTION}]


def _tool_message(call_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": json.dumps(RESULT)}
