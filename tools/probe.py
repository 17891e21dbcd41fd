"""Finds out what a server can do by making it call a tool, and remembers the answer."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Protocol, runtime_checkable

from db.private import private_folder, write_private
from tools.formats.choose import FormatName
from tools.formats.xml import read_tagged
from tools.loop.arguments import parse_arguments, unfenced
from tools.loop.errors import ProviderError, ProviderRejectedError
from tools.loop.json_text import loads
from tools.loop.messages import ToolCall, system, user
from tools.loop.sanitise import bounded
from tools.providers.base import AnswerMode, ModelRequest, OutputSchema, Provider, Quirk, ToolSpec

_WORD = "harbour"
_TOOL = ToolSpec(
    "note_a_word",
    "Writes down one word, so that it can be read again later on by whoever asks for it.",
    {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
)
_PLAIN = ModelRequest(
    (system("Be brief."), user("This is a test."), user("Say yes.")), max_tokens=64, timeout=60
)
# Models that think need room to come to the call.
_CALL = replace(
    _PLAIN,
    messages=(
        system("Do what is asked by calling the tool."),
        user("A word is to be written down."),
        user(f"Write down the word {_WORD} with {_TOOL.name}."),
    ),
    tools=(_TOOL,),
    max_tokens=1024,
)
#: What nobody says who is asked to say yes, unless they are held to it.
_HELD_ANSWER = {"colour": "teal"}
_HELD = replace(
    _PLAIN,
    output_schema=OutputSchema(
        "reply",
        {
            "type": "object",
            "properties": {"colour": {"type": "string", "enum": ["teal"]}},
            "required": ["colour"],
            "additionalProperties": False,
        },
        AnswerMode.JSON_SCHEMA,
    ),
)


class ProbeEvidence(StrEnum):
    """What the format was chosen by."""

    CALLED = "called"  # a call with the right name and arguments came back
    CALLED_IN_TEXT = "called_in_text"  # it came back as text that its server did not recognise
    HELD = "held"  # no call, but an answer that only a schema can bring about
    NEITHER = "neither"  # only text
    NOT_ASKED = "not_asked"  # the server failed; it is asked again next time


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """How a model is to be talked to, and why; ``quirks`` are those that its template showed."""

    format: FormatName
    why: ProbeEvidence
    quirks: tuple[Quirk, ...] = ()


@runtime_checkable
class Learns(Protocol):
    """A provider that finds out by itself which order of roles its server takes."""

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """What it does by now."""


def probe(provider: Provider) -> ProbeResult:
    """Native where a call comes back, rescue where it comes back as text, else schema-held JSON,
    else ReAct. Raises leaf classes of ProviderError when the server cannot be asked at all."""
    format, why = _format(provider)
    return ProbeResult(format, why, provider.quirks if isinstance(provider, Learns) else ())


def _format(provider: Provider) -> tuple[FormatName, ProbeEvidence]:
    # Twice, since a model may answer in words where the next time it calls.
    for _ in range(2):
        format = _called(provider)
        if format is not None:
            native = format is FormatName.NATIVE
            return format, ProbeEvidence.CALLED if native else ProbeEvidence.CALLED_IN_TEXT
    if _holds_schemas(provider):
        return FormatName.JSON, ProbeEvidence.HELD
    return FormatName.REACT, ProbeEvidence.NEITHER


def _called(provider: Provider) -> FormatName | None:
    """In which of the two native formats the model called rightly, if it did."""
    try:
        response = bounded(provider.complete(_CALL))
    except ProviderRejectedError:
        return None
    if _right(response.tool_calls):
        return FormatName.NATIVE
    tagged = read_tagged(response.text, (_TOOL.name,)).calls
    return FormatName.RESCUE if _right(tagged) else None


def _right(calls: tuple[ToolCall, ...]) -> bool:
    """Whether the one call is the one asked for; a server may not add or lose anything."""
    if [call.name for call in calls] != [_TOOL.name]:
        return False
    value = parse_arguments(calls[0].arguments).value or {}
    return list(value) == ["word"] and str(value["word"]).strip().lower() == _WORD


def _holds_schemas(provider: Provider) -> bool:
    try:
        text = bounded(provider.complete(_HELD)).text
    except ProviderRejectedError:
        # Perhaps it refuses everything, such as a key that is wrong: then this is the error.
        provider.complete(_PLAIN)
        return False
    try:
        return loads(unfenced(text)) == _HELD_ANSWER
    except ValueError:
        return False


#: What was found in another way than today is not believed, but found again.
VERSION = 2


@dataclass(frozen=True, slots=True)
class ProbeCache:
    """The file; what is lost or written by another version is asked again."""

    path: Path

    def get(self, key: str) -> ProbeResult | None:
        said = self._read().get(key)
        if not isinstance(said, dict):
            return None
        try:
            quirks = tuple(Quirk(quirk) for quirk in said["quirks"])
            return ProbeResult(FormatName(said["format"]), ProbeEvidence(said["why"]), quirks)
        except (KeyError, TypeError, ValueError):
            return None

    def put(self, key: str, found: ProbeResult) -> None:
        """Remember; the file is replaced whole, so it is never half written."""
        private_folder(self.path.parent)
        fresh = self.path.with_suffix(f".{os.getpid()}.new")
        said = {"format": found.format, "why": found.why, "quirks": found.quirks}
        known = {"version": VERSION, "found": {**self._read(), key: said}}
        write_private(fresh, json.dumps(known, indent=2))
        fresh.replace(self.path)

    def _read(self) -> dict[str, object]:
        try:
            known = loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(known, dict) or known.get("version") != VERSION:
            return {}
        found = known.get("found")
        return dict(found) if isinstance(found, dict) else {}


def cached_probe(cache: ProbeCache, endpoint: str | None) -> Callable[[Provider], ProbeResult]:
    """A probe that asks each model of an endpoint once, and again where a server failed."""

    def ask(provider: Provider) -> ProbeResult:
        key = f"{endpoint or provider.name} {provider.model}"
        known = cache.get(key)
        if known is not None:
            return known
        try:
            found = probe(provider)
        except ProviderError:
            return ProbeResult(FormatName.NATIVE, ProbeEvidence.NOT_ASKED)
        cache.put(key, found)
        return found

    return ask
