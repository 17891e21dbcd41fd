"""`tieout user` and `tieout token`, as somebody types them."""

from pathlib import Path

import pytest

from app.access import sessions, users
from app.access.rights import Right
from app.cli.main import run
from db.engine import make_engine
from tests.support.visiting import PASSWORD


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    file = str(tmp_path / "tieout.db")
    assert run(["init", "--database", file]) == 0
    return file


def test_a_user_is_added_with_the_first_line_of_a_file(ledger: str, tmp_path: Path) -> None:
    file = tmp_path / "password.txt"
    file.write_text(f"{PASSWORD}\r\nnot this\n")
    options = ["--role", "manage", "--password-file", str(file), "--database", ledger]
    assert run(["user", "add", "Sam", *options]) == 0
    known = users.known(make_engine(ledger), "sam", PASSWORD)
    assert known is not None
    assert known.right is Right.MANAGE


def test_a_password_is_asked_for_twice(
    ledger: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for typed, code in (([PASSWORD, "another"], 7), (["", ""], 7), ([PASSWORD, PASSWORD], 0)):
        answers = iter(typed)
        monkeypatch.setattr("getpass.getpass", lambda _prompt, given=answers: next(given))
        assert run(["user", "add", "Sam", "--database", ledger]) == code
    said = capsys.readouterr()
    assert "[password_not_given]" in said.err
    assert PASSWORD not in said.out + said.err
    assert users.known(make_engine(ledger), "sam", PASSWORD) is not None


def test_where_nobody_can_be_asked_a_file_is_needed(
    ledger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["user", "add", "Sam", "--database", ledger]) == 7
    assert "--password-file" in capsys.readouterr().err
    assert users.listed(make_engine(ledger)) == ()


def test_a_role_is_changed_and_a_user_removed(
    ledger: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("add Sam --role manage --proxy-only", "add Alex --proxy-only"):
        assert run(["user", *words.split(), "--database", ledger]) == 0
    assert run(["user", "role", "alex", "look", "--database", ledger]) == 0
    assert run(["user", "remove", "sam", "--database", ledger]) == 7
    assert "[last_manager]" in capsys.readouterr().err
    assert run(["user", "list", "--database", ledger]) == 0
    listed = capsys.readouterr().out
    assert ("Alex" in listed, "look" in listed, "by a proxy" in listed) == (True, True, True)


def test_a_token_is_shown_once_and_revoked(ledger: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["token", "add", "shop", "--role", "decide", "--database", ledger]) == 0
    secret = capsys.readouterr().out.splitlines()[-1]
    engine = make_engine(ledger)
    assert sessions.holder(engine, secret) is not None
    assert run(["token", "list", "--database", ledger]) == 0
    assert secret[20:] not in capsys.readouterr().out
    assert run(["token", "revoke", "1", "--database", ledger]) == 0
    assert sessions.holder(engine, secret) is None
