"""Users: who may be one, with which password, and that somebody always manages."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import Engine, select

from app.access import users
from app.access.errors import (
    LastManager,
    NoSuchToken,
    NoSuchUser,
    PasswordCommon,
    PasswordTooLong,
    PasswordTooShort,
    TokenNameInvalid,
    UserNameInvalid,
    UserThere,
)
from app.access.rights import Right
from app.access.sessions import holder, issue, listed, revoke
from db.models import AuditLog, BookRight, User
from db.session import read_only, unit_of_work
from tests.support.books import dump
from tests.support.shown import asked_of
from tests.support.visiting import PASSWORD


def test_a_user_is_known_by_name_and_password_alone(engine: Engine) -> None:
    users.add(engine, "Sam", Right.DECIDE, PASSWORD)
    known = users.known(engine, " sam ", PASSWORD)
    assert known is not None
    assert (known.name, known.right) == ("Sam", Right.DECIDE)
    for name, password in (("sam", "wrong"), ("sam", ""), ("alex", PASSWORD), ("", PASSWORD)):
        assert users.known(engine, name, password) is None


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
    with read_only(engine) as session:
        rows = session.scalars(select(AuditLog).order_by(AuditLog.id)).all()
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
    assert listed(engine)[0].key in issued.secret


def test_no_other_secret_lets_in(engine: Engine) -> None:
    secret = issue(engine, "shop", Right.LOOK, actor="sam").secret
    other = issue(engine, "other", Right.LOOK, actor="sam").secret
    wrong = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    crossed = secret[:20] + other[20:]
    for given in (wrong, crossed, "", "tieout_", secret + "x", f" {secret}", "\ud800" * 63):
        assert holder(engine, given) is None, given


def test_a_revoked_token_lets_nobody_in_and_is_revoked_once(engine: Engine) -> None:
    issued = issue(engine, "shop", Right.MANAGE, actor="sam")
    revoke(engine, issued.id, "alex")
    assert holder(engine, issued.secret) is None
    with pytest.raises(NoSuchToken):
        revoke(engine, issued.id, "alex")
    with read_only(engine) as session:
        done = session.execute(select(AuditLog.actor, AuditLog.action)).all()
    assert done == [("sam", "token_add"), ("alex", "token_revoke")]


@pytest.mark.parametrize("name", ["", "  ", "x" * 65, "a\x1b[31m", "a\nb", "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(engine: Engine, name: str) -> None:
    with pytest.raises(TokenNameInvalid):
        issue(engine, name, Right.LOOK, actor="sam")
