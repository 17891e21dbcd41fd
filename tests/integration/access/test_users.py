"""Users, tokens and sessions, by verbs too, and under wrong clocks."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from app.access import sessions, users
from app.access.entrance import Links
from app.access.errors import (
    LastManager,
    NoSuchUser,
    PasswordCommon,
    PasswordTooLong,
    PasswordTooShort,
    TokenNameInvalid,
    UserNameInvalid,
    UserThere,
)
from app.access.rights import Right
from app.access.sessions import holder, issue, listed
from app.access.throttle import Throttle
from app.access.users import SignedIn
from app.cli.main import run
from db import outside
from db.engine import make_engine
from db.models import AnsweredRequest, AuditLog, BookRight, User, WebSession
from db.outside import KeyedRequest
from db.session import unit_of_work
from tests.support.books import all_of, do_in, dump
from tests.support.clocks import clock_ahead
from tests.support.shown import asked_of
from tests.support.visiting import PASSWORD


def test_one_is_found_with_their_books_by_a_question_for_them_alone(engine: Engine) -> None:
    for name in ("Alex", "Sam", "Zoë"):
        users.add(engine, name, Right.LOOK, None)
    with unit_of_work(engine) as session:
        for user in session.scalars(select(User)):
            for book in ("b", "a"):
                own = f"{book}{user.id}"
                session.add(BookRight(user_id=user.id, identity=own, book=own, role="decide"))
    with asked_of(engine) as asked:
        sam = users.one(engine, " SAM ")
    assert (sam.name, [each.book for each in sam.books]) == ("Sam", [f"a{sam.id}", f"b{sam.id}"])
    assert len(asked) == 1
    assert "WHERE users.key =" in asked[0].replace('"', "")
    found = users.listed(engine)
    assert [(each.name, len(each.books)) for each in found] == [("Alex", 2), ("Sam", 2), ("Zoë", 2)]
    with pytest.raises(NoSuchUser):
        users.one(engine, "nobody")


def test_a_letter_typed_in_another_way_is_the_same_letter(engine: Engine) -> None:
    users.add(engine, "Zoë", Right.LOOK, "sieben stühle rot")
    assert users.known(engine, "Zoe\u0308", "sieben stu\u0308hle rot") is not None


def test_one_without_a_password_cannot_sign_in(engine: Engine) -> None:
    users.add(engine, "Sam", Right.DECIDE, None)
    assert users.known(engine, "sam", "") is None
    assert users.named(engine, "sam") is not None


@pytest.mark.parametrize(
    ("password", "refused"),
    [
        ("x", PasswordTooShort),
        ("elevenchars", PasswordTooShort),
        ("aaaaaaaaaaaaaaaa", PasswordCommon),
        ("123456789012", PasswordCommon),
        ("abcdefghijklmn", PasswordCommon),
        ("Password2026!", PasswordCommon),
        ("passwordpassword", PasswordCommon),
        ("correcthorsebatterystaple", PasswordCommon),
        ("samantha1234", PasswordCommon),
        ("x7!" * 100, PasswordTooLong),
    ],
)
def test_a_password_that_is_tried_first_is_not_taken(
    engine: Engine, password: str, refused: type[Exception]
) -> None:
    with pytest.raises(refused):
        users.add(engine, "Samantha", Right.LOOK, password)
    assert users.listed(engine) == ()


@pytest.mark.parametrize("name", ["", " ", "x" * 65, "a\x1b[2J", "a\u202eb", "a\nb"])
def test_a_name_that_cannot_be_shown_is_not_taken(engine: Engine, name: str) -> None:
    with pytest.raises(UserNameInvalid):
        users.add(engine, name, Right.LOOK, PASSWORD)


@pytest.mark.parametrize(
    "name", ["token:shop", "TOKEN:shop", "\uff34oken:shop", "model:x", "tieout"]
)
def test_nobody_is_called_as_the_log_calls_what_is_no_person(engine: Engine, name: str) -> None:
    with pytest.raises(UserNameInvalid):
        users.add(engine, name, Right.LOOK, PASSWORD)


def test_no_two_users_look_alike(engine: Engine) -> None:
    users.add(engine, "Sam", Right.LOOK, PASSWORD)
    for name in ("sam", "SAM", "\uff33am"):
        with pytest.raises(UserThere):
            users.add(engine, name, Right.LOOK, PASSWORD)


def test_somebody_always_manages_while_there_are_users(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Alex", Right.DECIDE, PASSWORD)
    with pytest.raises(LastManager):
        users.remove(engine, "sam")
    with pytest.raises(LastManager):
        users.set_role(engine, "sam", Right.LOOK)
    users.set_role(engine, "alex", Right.MANAGE)
    users.remove(engine, "sam")
    users.remove(engine, "alex")
    with pytest.raises(NoSuchUser):
        users.remove(engine, "alex")


def test_two_who_take_the_right_from_each_other_leave_one_who_manages(engine: Engine) -> None:
    for name in ("Sam", "Alex"):
        users.add(engine, name, Right.MANAGE, PASSWORD)
    for _ in range(8):
        both = threading.Barrier(2)

        def take_from(name: str, both: threading.Barrier = both) -> None:
            both.wait()
            with suppress(LastManager):
                users.set_role(engine, name, Right.LOOK)

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(take_from, ("sam", "alex")))
        assert [each.right for each in users.listed(engine)].count(Right.MANAGE) == 1
        for name in ("Sam", "Alex"):
            users.set_role(engine, name, Right.MANAGE)


def test_what_was_done_to_users_stands_in_the_log_without_a_password(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD, "root")
    users.set_password(engine, "sam", "nine green chairs", "root")
    users.set_role(engine, "sam", Right.MANAGE, "root")
    users.remove(engine, "sam", "root")
    rows = all_of(engine, select(AuditLog).order_by(AuditLog.id))
    done = ["user_add", "user_password", "user_role", "user_remove"]
    assert [row.action for row in rows] == done
    assert "chairs" not in str([(row.before, row.after) for row in rows])
    assert "argon2" not in str([(row.before, row.after) for row in rows])


def test_a_token_lets_in_with_its_rights_and_keeps_the_day(engine: Engine) -> None:
    issued = issue(engine, "shop", frozenset({Right.LOOK, Right.DECIDE}), actor="sam", book="acme")
    assert listed(engine)[0].last_used_on is None
    found = holder(engine, issued.secret)
    assert found is not None
    assert (found.id, found.name, found.right, found.book) == (1, "shop", Right.DECIDE, "acme")
    assert listed(engine)[0].last_used_on is not None


def test_the_secret_stands_nowhere_but_in_the_answer(engine: Engine) -> None:
    issued = issue(engine, "shop", Right.LOOK, actor="sam")
    secret = issued.secret[20:]
    assert secret not in str(dump(engine)) + repr(issued) + str(listed(engine))
    assert listed(engine)[0].begins_with in issued.secret


def test_no_other_secret_lets_in(engine: Engine) -> None:
    secret = issue(engine, "shop", Right.LOOK, actor="sam").secret
    other = issue(engine, "other", Right.LOOK, actor="sam").secret
    wrong = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    crossed = secret[:20] + other[20:]
    for given in (wrong, crossed, "", "tieout_", secret + "x", f" {secret}", "\ud800" * 63):
        assert holder(engine, given) is None, given


@pytest.mark.parametrize("name", ["", "  ", "x" * 65, "a\x1b[31m", "a\nb", "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(TokenNameInvalid):
        issue(engine, name, Right.LOOK, actor="sam")


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


HOUR = timedelta(hours=1)
ASKED = KeyedRequest("token:1", "key-1", "0" * 64)


def clock_goes(engine: Engine, by: timedelta) -> None:
    """What was written stands earlier by as much as the clock goes forward."""
    with unit_of_work(engine) as session:
        for row in session.query(WebSession):
            for name in ("created_at", "seen_at"):
                setattr(row, name, getattr(row, name) - by)
        for request in session.query(AnsweredRequest):
            request.created_at -= by


@pytest.mark.parametrize(
    ("by", "stands"),
    [
        (HOUR, True),
        (-HOUR, True),
        (timedelta(hours=9), False),
        # Begun while the clock was wrong by a year, it would be open for a year.
        (timedelta(days=-365), False),
        (timedelta(hours=-9), False),
    ],
)
def test_a_session_stands_as_long_as_the_clock_is_nearly_right(
    engine: Engine, by: timedelta, stands: bool
) -> None:
    secret = sessions.begin(engine, SignedIn("sam", Right.LOOK))
    clock_goes(engine, by)
    assert (sessions.found(engine, secret, local=True) is not None) == stands
    # Whoever comes in now has the others that are over dropped, and no more.
    sessions.begin(engine, SignedIn("lou", Right.LOOK))
    clock_goes(engine, -by)
    assert (sessions.found(engine, secret, local=True) is not None) == stands


@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
def test_a_wait_is_as_long_whatever_the_clock_says(seconds: float) -> None:
    throttle = Throttle()
    while not throttle.take("sam", "10.0.0.1", is_user=True):
        pass
    with clock_ahead(seconds):
        assert 1 <= throttle.take("sam", "10.0.0.1", is_user=True) <= 2
        links = Links()
        secret = links.new()
    assert [links.take(secret), links.take(secret)] == [True, False]


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_what_was_answered_is_answered_the_same_whatever_the_clock_says(
    engine: Engine, by: timedelta
) -> None:
    with unit_of_work(engine) as session:
        assert outside.begin(session, ASKED) is None
        outside.end(session, ASKED, 201, {}, b"done")
    clock_goes(engine, by)
    again = do_in(engine, outside.begin, ASKED)
    assert again is not None
    assert (again.status, again.body) == (201, b"done")


def test_a_request_that_goes_on_while_the_clock_goes_back_is_not_carried_out_twice(
    engine: Engine,
) -> None:
    do_in(engine, outside.begin, ASKED)
    clock_goes(engine, -HOUR)
    assert do_in(engine, outside.begin, ASKED) is not None
    # Whoever took a key while the clock was wrong by a year, and died, does not keep it.
    clock_goes(engine, timedelta(days=-365))
    assert do_in(engine, outside.begin, ASKED) is None
