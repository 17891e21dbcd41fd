"""The words of an answer are handed on as they come, and never a call among them."""

from __future__ import annotations

import pytest

from app.ask import Spoken
from tools.events import Ids, RunStarted, Streamed
from tools.providers.base import Delta

IDS = Ids("r", 1)


def handed_on(format: str, final: str, *pieces: str) -> list[str]:
    said: list[str] = []
    spoken = Spoken(said.append, said.append)
    spoken(RunStarted(IDS, "openai", "m", format, ""))
    for piece in pieces:
        spoken(Streamed(IDS, Delta(text=piece)))
    spoken.finish(final)
    return said


def test_whole_lines_come_at_once_and_the_rest_at_the_end() -> None:
    assert handed_on("native", "One.\nTwo.", "On", "e.\nTw", "o.") == ["One.", "\nTwo.", "\n"]


def test_a_line_in_which_a_call_stands_is_held_back() -> None:
    said = handed_on("native", "One.", "One.\n", "<tool_call>\n{}\n", "</tool_call>\n")
    assert "".join(said) == "One.\n"


@pytest.mark.parametrize("format", ["react", "xml", "json"])
def test_in_a_text_format_only_the_end_is_handed_on(format: str) -> None:
    assert handed_on(format, "Twelve.", "Thought: I look.\nAction: x\n", "y\n") == ["Twelve.", "\n"]
