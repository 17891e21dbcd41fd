"""The same call again is answered from memory, until a write makes what was read uncertain."""

from tools.ledger.workspace import Arguments
from tools.loop.dispatch import ToolDispatcher
from tools.loop.messages import ToolCall
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.run_state import Repeats


class Nothing(Arguments):
    note: str = ""


TOOLS = ToolDispatcher(
    ToolRegistry(
        [
            Tool("read", "Reads.", Nothing, lambda _: 1),
            Tool("write", "Writes.", Nothing, lambda _: 1, read_only=False),
        ]
    )
)


def made(repeats: Repeats, *names: str) -> list[bool]:
    """Whether each call, one after another, was run."""
    ran = []
    for name in names:
        tool, _, note = name.partition(":")
        prepared = TOOLS.prepare(ToolCall("a", tool, f'{{"note":"{note}"}}'))
        ran.append(repeats.notice(prepared) is None)
        if ran[-1]:
            repeats.remember(prepared, TOOLS.run([prepared])[0])
    return ran


def test_a_read_is_not_made_again() -> None:
    repeats = Repeats()
    assert made(repeats, "read", "read", "read") == [True, False, False]
    assert repeats.worst == 3


def test_after_a_write_it_is_and_the_count_begins_anew() -> None:
    repeats = Repeats()
    assert made(repeats, "read", "write:1", "read", "write:2", "read") == [True] * 5
    assert repeats.worst == 1


def test_the_same_write_again_and_again_is_still_a_rut() -> None:
    repeats = Repeats()
    assert made(repeats, "write", "write") == [True, False]
    assert made(repeats, "read", "write", "write:other", "read") == [True, False, True, True]
    assert repeats.worst == 3
