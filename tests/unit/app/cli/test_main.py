"""Whatever happens, the command ends with its documented code and says why on stderr."""

from pathlib import Path

import click
import pytest

from app.cli import main
from app.cli.output import ExitCode
from app.texts import terminal as texts
from pipeline.pages.errors import PasswordNeeded


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


def test_a_wrong_verb_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["reconcile-everything"]) == ExitCode.USAGE
    assert "No such command" in capsys.readouterr().err


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
