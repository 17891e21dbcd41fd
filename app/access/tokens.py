"""Tokens, by which programs come in: made, shown once, listed, revoked, and known again."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from sqlalchemy import Engine, select

from app.access.errors import NoSuchToken, TokenNameInvalid
from app.access.rights import Right, digest, new_secret, person, tidy
from db.engine import LedgerBusy
from db.log import log
from db.models import Token
from db.session import database_now, read_only, unit_of_work

_PREFIX: Final = "tieout_"
_KEY_BYTES: Final = 6
_WRITTEN: Final = re.compile(rf"{_PREFIX}([0-9a-f]{{{2 * _KEY_BYTES}}})_[\w-]{{43}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token; the ``secret`` is shown once and kept nowhere."""

    id: int
    name: str
    right: Right
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class TokenHolder:
    """The program that a token let in. ``book``: the only one that it may see; None is any.

    ``identity`` is of the ledger that this book was when the token was made.
    """

    id: int
    name: str
    right: Right
    book: str | None = None
    identity: str | None = None

    def may_use(self, identity: str | None) -> bool:
        """Whether it is let into the ledger of that identity; None is the site's own."""
        return self.book is None or (identity is not None and identity == self.identity)


@dataclass(frozen=True, slots=True)
class ListedToken:
    """What may be shown of a token; ``key`` is the beginning by which its owner knows it."""

    id: int
    name: str
    key: str
    right: Right
    book: str | None
    created_at: datetime
    created_by: str
    last_used_on: date | None
    revoked_at: datetime | None


def issue(
    engine: Engine,
    name: str,
    scopes: frozenset[Right] | Right,
    *,
    actor: str | None = None,
    book: str | None = None,
    identity: str | None = None,
) -> IssuedToken:
    """A new token with these rights, of which the greatest holds the others; for one book alone,
    if its address and the identity of its ledger are given.

    Raises ``TokenNameInvalid``.
    """
    plain, who = tidy(name), actor or person()
    if plain is None:
        raise TokenNameInvalid(name=name)
    right = scopes if isinstance(scopes, Right) else max(scopes)
    key = secrets.token_hex(_KEY_BYTES)
    secret = f"{_PREFIX}{key}_{new_secret()}"
    row = Token(
        key=key,
        digest=digest(secret),
        name=plain,
        role=right.role,
        book=book,
        identity=identity,
        created_by=who,
    )
    with unit_of_work(engine) as session:
        session.add(row)
        session.flush()
        after = {"name": plain, "role": right.role, "book": book}
        log(session, who, "token_add", f"tokens:{row.id}", after=after)
    return IssuedToken(row.id, plain, right, secret)


def revoke(engine: Engine, token_id: int, actor: str | None = None) -> None:
    """Let no one in by this token any more. Raises ``NoSuchToken``."""
    with unit_of_work(engine) as session:
        row = session.get(Token, token_id)
        if row is None or row.revoked_at is not None:
            raise NoSuchToken(token_id=token_id)
        row.revoked_at = database_now(session)
        before = {"name": row.name, "role": row.role, "book": row.book}
        log(session, actor or person(), "token_revoke", f"tokens:{token_id}", before=before)


def listed(engine: Engine) -> tuple[ListedToken, ...]:
    """Every token, also those that were revoked; the newest last."""
    with read_only(engine) as session:
        rows = session.scalars(select(Token).order_by(Token.id)).all()
    return tuple(map(_listed, rows))


def holder(engine: Engine, secret: str) -> TokenHolder | None:
    """Whom the token lets in, if it is one of ours and valid; the day of its use is kept."""
    written = _WRITTEN.fullmatch(secret)
    if written is None:
        return None
    with read_only(engine) as session:
        row = session.scalars(select(Token).where(Token.key == written[1])).one_or_none()
        today = database_now(session).date()
    # Compared in either case, so that the time says nothing of which tokens there are.
    right = secrets.compare_digest(digest(secret), row.digest if row else "")
    if row is None or not right or row.revoked_at is not None:
        return None
    if row.last_used_on != today:
        _used(engine, row.id, today)
    return TokenHolder(row.id, row.name, Right.of_role(row.role), row.book, row.identity)


def _used(engine: Engine, token_id: int, today: date) -> None:
    # A ledger that is busy is no reason to keep anybody out.
    with suppress(LedgerBusy), unit_of_work(engine) as session:
        row = session.get(Token, token_id)
        if row is not None:
            row.last_used_on = today


def _listed(row: Token) -> ListedToken:
    return ListedToken(
        id=row.id,
        name=row.name,
        key=_PREFIX + row.key,
        right=Right.of_role(row.role),
        book=row.book,
        created_at=row.created_at,
        created_by=row.created_by,
        last_used_on=row.last_used_on,
        revoked_at=row.revoked_at,
    )
