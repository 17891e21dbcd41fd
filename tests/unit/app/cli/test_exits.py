"""Each error ends in the exit code its kind deserves, and no two errors share a stable code."""

from collections import Counter

import pytest

from app.cli.output import ExitCode, code_of, exit_code
from db.errors import TieoutError
from tests.support.errors import ERRORS


def test_no_two_errors_share_a_code() -> None:
    assert [
        code for code, count in Counter(kind.code for kind in ERRORS).items() if count > 1
    ] == []


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.code)
def test_every_error_has_a_code_of_its_own_and_a_message(kind: type[TieoutError]) -> None:
    assert "code" in vars(kind)
    assert kind.__doc__


@pytest.mark.parametrize(
    ("code", "ends"),
    [
        ("unreadable_pdf", ExitCode.UNREADABLE),
        ("password_needed", ExitCode.UNREADABLE),
        ("not_a_pdf", ExitCode.UNREADABLE),
        ("no_statement", ExitCode.UNREADABLE),
        ("csv_bad_cell", ExitCode.UNREADABLE),
        ("no_ledger", ExitCode.CONFIGURATION),
        ("ledger_busy", ExitCode.CONFIGURATION),
        ("setting_invalid", ExitCode.CONFIGURATION),
        ("password_file_unreadable", ExitCode.CONFIGURATION),
        ("provider_unreachable", ExitCode.CONFIGURATION),
        ("never_heard_of", ExitCode.CONFIGURATION),
        (None, ExitCode.CONFIGURATION),
    ],
)
def test_what_is_about_the_input_is_distinguished_from_what_is_about_the_set_up(
    code: str | None, ends: ExitCode
) -> None:
    assert code_of(code) is ends


def test_a_class_and_its_code_end_alike() -> None:
    assert all(code_of(kind.code) is exit_code(kind) for kind in ERRORS)
