"""On a terminal there is a bar, colour and a prompt; elsewhere there is none of them."""

import contextlib
import json
import os
import pty
import subprocess
import threading
import time
from pathlib import Path

import pytest

from tests.support.process import TIEOUT, Demo

RED_TO_WHITE = "\x1b[3"


class Terminal:
    """A terminal: the program's side to hand over, and all that was ever written to it."""

    def __init__(self) -> None:
        self._person, self.program = pty.openpty()
        self._written: list[bytes] = []
        # Read all the time: a terminal that nobody reads is full after 4 KiB and stops the program.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, text: str) -> None:
        """What a person types."""
        os.write(self._person, text.encode())

    @property
    def text(self) -> str:
        """What was written so far."""
        return b"".join(self._written).decode(errors="replace")

    def wait_for(self, text: str, seconds: float = 60) -> bool:
        """Whether the text comes within the time."""
        end = time.monotonic() + seconds
        while text not in self.text and time.monotonic() < end:
            time.sleep(0.02)
        return text in self.text

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # the other side is closed: the end of the file
            while chunk := os.read(self._person, 4096):
                self._written.append(chunk)


def test_a_bar_moves_on_stderr_and_leaves_stdout_alone(made_demo: Demo, books: Path) -> None:
    file = made_demo.statement_file("polderbank")
    terminal = Terminal()

    ran = subprocess.run(
        [TIEOUT, "import", file, "--json"],
        cwd=books,
        stdout=subprocess.PIPE,
        stderr=terminal.program,
    )

    assert json.loads(ran.stdout)[0]["status"] == "matched"
    assert terminal.wait_for("polderbank")
    assert terminal.wait_for("0/1")


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_is_for_terminals_that_want_it(
    made_demo: Demo, environment: dict[str, str], coloured: bool
) -> None:
    environ = {**os.environ, "TERM": "xterm-256color", **environment}
    terminal = Terminal()

    subprocess.run([TIEOUT, "review"], cwd=made_demo.folder, stdout=terminal.program, env=environ)

    assert terminal.wait_for("tieout review")
    assert (RED_TO_WHITE in terminal.text) is coloured


def test_a_person_at_a_terminal_is_asked_for_the_password(made_demo: Demo) -> None:
    terminal = Terminal()
    reader = subprocess.Popen(
        [TIEOUT, "read", made_demo.statement_file("locked"), "--json"],
        stdin=terminal.program,
        stdout=subprocess.PIPE,
        stderr=terminal.program,
        start_new_session=True,  # or it would ask on the terminal of whoever runs the tests
    )

    # What is typed before the prompt is thrown away.
    assert terminal.wait_for("Password")
    terminal.type("melur-1984\n")
    answer, _ = reader.communicate(timeout=60)

    assert json.loads(answer)["statements"][0]["account_mask"] == "9032"
    assert "melur-1984" not in terminal.text


def test_an_export_asks_once_for_what_is_locked_and_goes_on(
    made_demo: Demo, tmp_path: Path
) -> None:
    terminal = Terminal()
    locked, open_to_all = (made_demo.statement_file(part) for part in ("locked", "polderbank"))
    reader = subprocess.Popen(
        [TIEOUT, "read", locked, open_to_all, "--to", "csv", "-o", "all.csv"],
        cwd=tmp_path,
        stdin=terminal.program,
        stderr=terminal.program,
        start_new_session=True,  # or it would ask on the terminal of whoever runs the tests
    )

    assert terminal.wait_for("Password")
    terminal.type("melur-1984\n")

    assert reader.wait(timeout=60) == 0
    assert terminal.wait_for("of 2 statement(s) to all.csv")
    assert "melur-1984" not in terminal.text
