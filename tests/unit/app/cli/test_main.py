"""Whatever happens, the command ends with its documented code and says why on stderr."""

import sys
from collections import Counter
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from app.cli import main
from app.cli.main import run
from app.cli.main import tieout as group
from app.cli.output import ExitCode, code_of, exit_code, loading
from app.texts import terminal as texts
from pipeline.pages.errors import PasswordNeeded
from tests.support.errors import ERRORS
from tests.unit.app.cli.test_helps import every_command


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """A `tieout` whose one verb raises what the test puts into the list."""
    raised: list[BaseException] = []

    @click.command("tieout")
    def verb() -> None:
        raise raised[0]

    monkeypatch.setattr(main, "tieout", verb)
    return raised


def test_an_expected_error_ends_with_its_exit_code_and_its_own(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(PasswordNeeded())

    assert main.run([]) == ExitCode.UNREADABLE
    assert "[password_needed]" in capsys.readouterr().err


def test_a_bug_shows_no_text_of_a_document_unless_asked(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(ValueError("Rent 1234-5678"))

    assert main.run([]) == ExitCode.BUG
    said = capsys.readouterr()
    assert "ValueError" in said.err
    assert "1234" not in said.err + said.out


def test_the_traceback_of_a_bug_comes_on_request(
    failing: list[BaseException],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TIEOUT_DEBUG", "1")
    failing.append(ValueError("the details"))

    assert main.run([]) == ExitCode.BUG
    assert "the details" in capsys.readouterr().err


def test_an_interrupt_tells_how_to_go_on(
    failing: list[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    failing.append(KeyboardInterrupt())

    assert main.run([]) == ExitCode.INTERRUPTED
    assert "goes on from there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(["imprt"], "tieout import"), (["ledger", "acounts"], "tieout ledger accounts")],
)
def test_a_verb_with_a_slip_says_which_is_meant(
    typed: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(typed) == ExitCode.USAGE
    assert f"Did you mean: {meant}" in capsys.readouterr().err


def test_every_verb_is_listed_once_under_what_it_is_for() -> None:
    listed = " ".join(texts.VERBS.values()).split()
    assert sorted(listed) == sorted(main.VERBS)


def test_alone_it_says_what_can_be_done_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main.run([]) == ExitCode.DONE
    assert "tieout demo" in capsys.readouterr().out
    main.run(["init"])
    capsys.readouterr()
    assert main.run([]) == ExitCode.DONE
    assert "Nothing needs you. What you can do now:" in capsys.readouterr().out


def test_no_two_errors_share_a_code() -> None:
    assert [
        code for code, count in Counter(kind.code for kind in ERRORS).items() if count > 1
    ] == []


def test_every_error_has_a_code_of_its_own_and_a_message() -> None:
    assert [kind for kind in ERRORS if "code" not in vars(kind) or not kind.__doc__] == []


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


TOO_LARGE = str(2**63)
NUMBERED = [
    (name, parameter.name)
    for name, command in every_command(group)
    for parameter in command.params
    if parameter.name and parameter.name.endswith("_id")
]


def test_there_are_verbs_that_take_a_number() -> None:
    assert len(NUMBERED) > 8


@pytest.mark.parametrize(("name", "parameter"), NUMBERED)
@pytest.mark.parametrize("number", [TOO_LARGE, "0"])
def test_a_number_that_no_row_can_have_is_a_wrong_call(
    name: str, parameter: str, number: str
) -> None:
    command = dict(every_command(group))[name]
    (taken,) = (each for each in command.params if each.name == parameter)
    words = [number] if taken.param_type_name == "argument" else [taken.opts[0], number]
    ran = CliRunner().invoke(command, words)
    assert (ran.exit_code, "range" in ran.output) == (ExitCode.USAGE, True)


def test_the_program_says_so_too() -> None:
    assert run(["review", TOO_LARGE]) == ExitCode.USAGE
