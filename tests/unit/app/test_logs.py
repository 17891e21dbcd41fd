"""What workers write to their log, and what never stands in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from app.logs import Logged, about, log_to_stderr, without_secrets


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


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("cannot connect to redis://me:hunter2@queue:6379/0", "hunter2"),
        ("cannot connect to postgresql://books:pa55@db/books", "pa55"),
        ("refused: Authorization: Bearer abc.def-ghi", "abc.def-ghi"),
        ("key sk-proj-1234567890abcdef was refused", "sk-proj-1234567890abcdef"),
        ("card 4111 1111 1111 1111", "4111 1111"),
    ],
)
def test_keys_passwords_and_account_numbers_are_masked(text: str, secret: str) -> None:
    event = without_secrets(None, "", {"event": text, "import_id": 4})
    assert secret not in str(event["event"])
    assert event["import_id"] == 4
