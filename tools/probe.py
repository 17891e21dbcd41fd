"""What a server can do, asked once: some drop the tools silently and answer HTTP 200 all the same.

The same tiny request is sent with and without a tool. A server that knows tools counts more input
tokens for the first; one that counts the same has thrown the tool away.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from db.private import private_folder, write_private
from tools.errors import ProviderError, ProviderRejectedError
from tools.formats.choose import FormatName
from tools.jsontext import loads
from tools.messages import user
from tools.providers.base import AnswerMode, ModelRequest, OutputSchema, Provider, ToolSpec

_TOOL = ToolSpec(
    "note_a_word",
    "Writes down one word, so that it can be read again later on by whoever asks for it.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)
_PLAIN = ModelRequest((user("Say yes."),), max_tokens=16, timeout=60)
_HELD = replace(
    _PLAIN,
    output_schema=OutputSchema(
        "reply",
        {
            "type": "object",
            "properties": {"yes": {"type": "boolean"}},
            "required": ["yes"],
            "additionalProperties": False,
        },
        AnswerMode.JSON_SCHEMA,
    ),
)


@dataclass(frozen=True, slots=True)
class ProbeCache:
    """What was found, by endpoint and model, in a small JSON file."""

    path: Path

    def get(self, key: str) -> FormatName | None:
        """The format found earlier, if any."""
        found = self._read().get(key)
        return FormatName(found) if found in set(FormatName) else None

    def put(self, key: str, format: FormatName) -> None:
        """Remember a format; the file is replaced whole, so it is never half written."""
        private_folder(self.path.parent)
        fresh = self.path.with_suffix(f".{os.getpid()}.new")
        known = {**self._read(), key: format.value}
        write_private(fresh, json.dumps(known, indent=2))
        fresh.replace(self.path)

    def _read(self) -> dict[str, str]:
        try:
            known = loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            # What is lost is asked again.
            return {}
        found = known.items() if isinstance(known, dict) else ()
        return {key: value for key, value in found if isinstance(value, str)}


def cached_probe(cache: ProbeCache, endpoint: str | None) -> Callable[[Provider], FormatName]:
    """A probe that asks each model at an endpoint only once; a server that fails is asked again
    next time."""

    def probe(provider: Provider) -> FormatName:
        key = f"{endpoint or provider.name} {provider.model}"
        known = cache.get(key)
        if known is not None:
            return known
        try:
            found = probe_format(provider)
        except ProviderError:
            return FormatName.NATIVE
        cache.put(key, found)
        return found

    return probe


def probe_format(provider: Provider) -> FormatName:
    """Native where tools reach the model, else schema-held JSON, else ReAct.

    Raises leaf classes of ProviderError when the server cannot be asked at all.
    """
    without = provider.complete(_PLAIN).usage.input_tokens
    if _counts_tools(provider, without):
        return FormatName.NATIVE
    return FormatName.JSON if _holds_schemas(provider) else FormatName.REACT


def _counts_tools(provider: Provider, without: int) -> bool:
    try:
        used = provider.complete(replace(_PLAIN, tools=(_TOOL,))).usage.input_tokens
    except ProviderRejectedError:
        return False
    # A server that counts nothing shows nothing; most know tools.
    return used > without or used == 0


def _holds_schemas(provider: Provider) -> bool:
    try:
        text = provider.complete(_HELD).text
    except ProviderRejectedError:
        return False
    return text.lstrip().startswith("{")
