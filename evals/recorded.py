"""Real small models, replayed: what they said when they were tried, word for word.

A transcript holds runs of one model in one format, a JSON line each. Whatever it is asked here, a
replayed model says the next thing that it said then: the proof must withstand real nonsense, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from tools.formats.choose import FormatName
from tools.loop.messages import Role, ToolCall
from tools.providers.base import FinishReason, ModelRequest, ModelResponse

TRANSCRIPTS = Path(__file__).with_name("transcripts")


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """One run: where it comes from, and the model's turns in order."""

    source: str
    turns: tuple[ModelResponse, ...]

    def answer(self, request: ModelRequest) -> ModelResponse:
        """The turn that follows as many as the conversation has; at the end the last again."""
        said = sum(message.role is Role.ASSISTANT for message in request.messages)
        return self.turns[min(said, len(self.turns) - 1)]


@dataclass(frozen=True, slots=True)
class Transcript:
    """The runs of one model in one format."""

    model: str
    format: FormatName
    runs: tuple[RecordedRun, ...]

    @property
    def name(self) -> str:
        """As the table of scores calls it."""
        return f"recorded: {self.model}"

    def answer(self, request: ModelRequest) -> ModelResponse:
        """What the model said in one of its runs; the question decides which."""
        asked = next(m.content for m in request.messages if m.role is Role.USER)
        return self.runs[crc32(asked.encode()) % len(self.runs)].answer(request)


def transcripts(folder: Path = TRANSCRIPTS) -> list[Transcript]:
    """Every transcript, by the names of their files: ``MODEL.FORMAT.jsonl``."""
    return [_transcript(path) for path in sorted(folder.glob("*.jsonl"))]


def recorded_minds() -> dict[str, tuple[Callable[[ModelRequest], ModelResponse], FormatName]]:
    """Each transcript as a model among others."""
    return {f"{each.name} {each.format}": (each.answer, each.format) for each in transcripts()}


def _transcript(path: Path) -> Transcript:
    model, _, format = path.stem.rpartition(".")
    lines = path.read_text(encoding="utf-8").splitlines()
    return Transcript(model, FormatName(format), tuple(_run(json.loads(line)) for line in lines))


def _run(line: Mapping[str, Any]) -> RecordedRun:
    return RecordedRun(line["run"], tuple(_turn(turn) for turn in line["turns"]))


def _turn(turn: Mapping[str, Any]) -> ModelResponse:
    calls: Sequence[tuple[str, str]] = turn["calls"]
    return ModelResponse(
        text=turn["text"],
        tool_calls=tuple(ToolCall("", name, arguments) for name, arguments in calls),
        finish_reason=FinishReason(turn["finish"]),
    )
