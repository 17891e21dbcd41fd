"""Sessions of browsers and tokens of programs: made, known again, listed, and ended."""

import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Engine, Update, and_, delete, func, not_, select, update

from app.access.errors import NoSuchSession, NoSuchToken, TokenNameInvalid
from app.access.rights import Right, digest, new_secret, person, tidy
from app.access.users import SignedIn, user_named
from app.shapes.administration import TokenShape
from app.shapes.writing import shaped
from db.engine import LedgerBusy
from db.log import log
from db.models import Token, User, WebSession
from db.session import NOW, database_now, read_only, unit_of_work

#: After so long without a page, and after so long whatever was done, one signs in again.
IDLE: Final = timedelta(hours=8)
WHOLE: Final = timedelta(days=7)
#: So seldom is it written down that somebody is still there.
_WRITTEN_EVERY: Final = timedelta(minutes=5)


def begin(engine: Engine, who: SignedIn) -> str:
    """A new session, always with a new secret for its cookie; those that are over are dropped."""
    secret, user_id = new_secret(), who.user_id
    with unit_of_work(engine) as session:
        now = database_now(session)
        session.execute(delete(WebSession).where(over(now)))
        row = WebSession(digest=digest(secret), user_id=user_id, name=who.name, role=who.right.role)
        row.created_at = row.seen_at = now
        session.add(row)
    return secret


def found(engine: Engine, secret: str, *, local: bool, lives: bool = True) -> SignedIn | None:
    """Who has the session of this secret, if it is not over; ``lives`` if it goes on by that. One
    without a user counts only where the site is ``local``."""
    # One query, for every page asks.
    wanted = (
        select(WebSession, User, NOW.label("now"))
        .outerjoin(User, User.id == WebSession.user_id)
        .where(WebSession.digest == digest(secret))
    )
    with read_only(engine) as session:
        row = session.execute(wanted).one_or_none()
    if row is None or _is_over(row.WebSession, row.now) or (row.User is None and not local):
        return None
    if lives and row.now - row.WebSession.seen_at > _WRITTEN_EVERY:
        own = update(WebSession).where(WebSession.id == row.WebSession.id)
        _kept(engine, own.values(seen_at=row.now))
    # As the user is now: sessions end when a role changes, and this holds even if one did not.
    who = row.User or row.WebSession
    return SignedIn(who.name, Right.of_role(who.role), row.User.id if row.User else None)


def end(engine: Engine, secret: str) -> None:
    """End the session of this secret, if there is one."""
    with unit_of_work(engine) as session:
        session.execute(delete(WebSession).where(WebSession.digest == digest(secret)))


def over(now: datetime) -> ColumnElement[bool]:
    """Which are over at that moment; also what is so far ahead of it that its clock was wrong."""
    seen, created = WebSession.seen_at, WebSession.created_at
    return not_(
        and_(seen.between(now - IDLE, now + IDLE), created.between(now - WHOLE, now + WHOLE))
    )


def _kept(engine: Engine, use: Update) -> None:
    # A ledger that is busy is no reason to keep anybody out.
    with suppress(LedgerBusy), unit_of_work(engine) as session:
        session.execute(use)


def _is_over(row: WebSession, now: datetime) -> bool:
    return abs(now - row.seen_at) > IDLE or abs(now - row.created_at) > WHOLE


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser in which a user is signed in; ``here``: it is the one that asks."""

    id: int
    began: datetime
    seen: datetime
    here: bool


def open_sessions(engine: Engine, name: str, secret: str | None = None) -> tuple[OpenSession, ...]:
    """A user's sessions, the newest first; ``secret`` is the asker's. Raises ``NoSuchUser``."""
    with read_only(engine) as session:
        user = user_named(session, name)
        own = select(WebSession).where(WebSession.user_id == user.id)
        stand = own.where(~over(database_now(session))).order_by(WebSession.id.desc())
        rows = session.scalars(stand).all()
    here = digest(secret) if secret else None
    return tuple(
        OpenSession(row.id, row.created_at, row.seen_at, row.digest == here) for row in rows
    )


def how_many(engine: Engine) -> dict[int, int]:
    """How many are open of each user, by the user's number."""
    with read_only(engine) as session:
        stand = select(WebSession.user_id, func.count()).where(
            WebSession.user_id.is_not(None), ~over(database_now(session))
        )
        rows = session.execute(stand.group_by(WebSession.user_id)).all()
    return {user_id: number for user_id, number in rows if user_id is not None}


def end_sessions(
    engine: Engine, name: str, only: int | None = None, actor: str | None = None
) -> None:
    """End one session of a user, or all. Raises ``NoSuchUser`` and ``NoSuchSession``."""
    with unit_of_work(engine) as session:
        user = user_named(session, name)
        own = select(WebSession.id).where(WebSession.user_id == user.id)
        ended = session.scalars(own if only is None else own.where(WebSession.id == only)).all()
        if only is not None and not ended:
            raise NoSuchSession
        session.execute(delete(WebSession).where(WebSession.id.in_(ended)))
        after = {"name": user.name, "sessions": len(ended)}
        log(session, actor or person(), "session_end", f"users:{user.id}", after=after)


def how_much_lets_in(engine: Engine) -> tuple[int, int]:
    """How many sessions there are, and how many tokens that are not revoked."""
    with read_only(engine) as session:
        sessions = session.scalars(select(WebSession.id)).all()
        tokens = session.scalars(select(Token.id).where(Token.revoked_at.is_(None))).all()
    return len(sessions), len(tokens)


def end_all(engine: Engine) -> None:
    who = person()
    with unit_of_work(engine) as session:
        session.execute(delete(WebSession))
        now = database_now(session)
        for row in session.scalars(select(Token).where(Token.revoked_at.is_(None))):
            row.revoked_at = now
            before = {"name": row.name, "role": row.role, "book": row.book}
            log(session, who, "token_revoke", f"tokens:{row.id}", before=before)


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
    ``identity`` is of the ledger that this book was when the token was made."""

    id: int
    name: str
    right: Right
    book: str | None = None
    identity: str | None = None

    def may_use(self, identity: str | None) -> bool:
        """Whether it is let into the ledger of that identity; None is the site's own."""
        return self.book is None or (identity is not None and identity == self.identity)


def issue(
    engine: Engine,
    name: str,
    scopes: frozenset[Right] | Right,
    *,
    actor: str | None = None,
    book: str | None = None,
    identity: str | None = None,
) -> IssuedToken:
    """A new token with these rights, of which the greatest holds the others; for one book alone, if
    its address and the identity of its ledger are given. Raises ``TokenNameInvalid``."""
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


def listed(engine: Engine) -> tuple[TokenShape, ...]:
    """Every token, also those that were revoked; the newest last."""
    with read_only(engine) as session:
        rows = session.scalars(select(Token).order_by(Token.id)).all()
        return tuple(shaped(TokenShape, row, begins_with=_PREFIX + row.key) for row in rows)


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
        _kept(engine, update(Token).where(Token.id == row.id).values(last_used_on=today))
    return TokenHolder(row.id, row.name, Right.of_role(row.role), row.book, row.identity)
