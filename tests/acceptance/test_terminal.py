"""On a terminal there is a bar, colour and a prompt; elsewhere there is none of them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.process import TIEOUT, Demo

RED_TO_WHITE = "\x1b[3"


@contextmanager
def terminal() -> Iterator[tuple[int, int]]:
    """The person's side and the program's side of a terminal."""
    person, program = pty.openpty()
    try:
        yield person, program
    finally:
        os.close(person)
        os.close(program)


def seen(person: int) -> str:
    """What was written to the terminal so far, or is written next."""
    return os.read(person, 1_000_000).decode()


def test_a_bar_moves_on_stderr_and_leaves_stdout_alone(made_demo: Demo, books: Path) -> None:
    file = made_demo.statement_file("polderbank")
    with terminal() as (person, program):
        ran = subprocess.run(
            [TIEOUT, "import", file, "--json"], cwd=books, stdout=subprocess.PIPE, stderr=program
        )
        bar = seen(person)

    assert json.loads(ran.stdout)[0]["status"] == "matched"
    assert "1/1" in bar
    assert "polderbank" in bar


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_is_for_terminals_that_want_it(
    made_demo: Demo, environment: dict[str, str], coloured: bool
) -> None:
    told = {**os.environ, "TERM": "xterm-256color", **environment}
    with terminal() as (person, program):
        subprocess.run([TIEOUT, "review"], cwd=made_demo.folder, stdout=program, env=told)
        text = seen(person)

    assert "differences" in text
    assert (RED_TO_WHITE in text) is coloured


def test_a_person_at_a_terminal_is_asked_for_the_password(made_demo: Demo) -> None:
    with terminal() as (person, program):
        reader = subprocess.Popen(
            [TIEOUT, "read", made_demo.statement_file("locked"), "--json"],
            stdin=program,
            stdout=subprocess.PIPE,
            stderr=program,
            start_new_session=True,  # or it would ask on the terminal of whoever runs the tests
        )
        # What is typed before the prompt is thrown away.
        assert "Password" in seen(person)
        os.write(person, b"melur-1984\n")
        answer, _ = reader.communicate(timeout=60)

    assert json.loads(answer)["statements"][0]["account_mask"] == "9032"
