"""A download shows a bar on a terminal, and nothing where nobody looks."""

import sys
from io import StringIO

import pytest

from app.cli.output import loading


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(stream: StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with loading("small", 1_100_000_000) as show:
        show(550_000_000)
        show(1_100_000_000)
    return stream.getvalue()


def test_a_terminal_shows_how_much_has_arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(Terminal(), monkeypatch)
    assert "small" in text
    assert "1.1/1.1 GB" in text


def test_elsewhere_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(StringIO(), monkeypatch) == ""
