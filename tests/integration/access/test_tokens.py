"""Tokens of programs: shown once, known again, and of no use when they are revoked."""

import pytest
from sqlalchemy import Engine, select

from app.access.errors import NoSuchToken, TokenNameInvalid
from app.access.rights import Right
from app.access.sessions import holder, issue, listed, revoke
from db.models import AuditLog
from db.session import read_only
from tests.support.books import dump


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
