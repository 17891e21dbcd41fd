"""What workers write to their log, and what never stands in it."""

import json
import logging
from collections.abc import Iterator

import pytest

from app.telemetry.logs import Logged, about, log_to_stderr


@pytest.fixture(autouse=True)
def _root_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_a_line_is_json_with_the_import_and_the_stage(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    with about(import_id=12):
        Logged().stage("pages")
    (line,) = capsys.readouterr().err.splitlines()
    said = json.loads(line)
    assert (said["event"], said["import_id"], said["stage"]) == ("stage", 12, "pages")
    assert said["timestamp"].endswith("Z")


def test_an_error_has_its_places_in_code_and_no_account_number(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log_to_stderr()
    try:
        raise ValueError("account DE89370400440532013000 is odd")
    except ValueError:
        logging.getLogger("rq.worker").exception("job failed")
    said = json.loads(capsys.readouterr().err)
    assert "test_logs.py" in said["exception"]
    assert "37040044053201" not in said["exception"]


def test_a_stage_that_ended_says_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    logged = Logged()
    logged.stage("pages")
    logged.stage("record")
    logged.over()
    said = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    ended = [(each["stage"], each["seconds"] >= 0) for each in said if "seconds" in each]
    assert ended == [("pages", True), ("record", True)]
    assert all(isinstance(each["worker"], int) for each in said)


def test_a_person_at_a_terminal_gets_lines_and_not_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    log_to_stderr("warning", secrets=["hunter2"])
    logging.getLogger("x").info("too quiet")
    logging.getLogger("x").warning("no hunter2 \x1b[2J", extra={"import_id": 7})
    (line,) = capsys.readouterr().err.splitlines()
    assert "warning no …" in line
    assert "import_id=7" in line
    assert "\x1b" not in line
