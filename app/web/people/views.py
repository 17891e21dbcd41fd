"""The pages of who may come in: everybody with the tokens of programs, and one user."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine
from starlette.requests import Request
from starlette.responses import Response

from app.access import tokens, users
from app.access.open_sessions import how_many, open_sessions
from app.access.rights import ROLES, USER_ROLES, Right
from app.access.tokens import IssuedToken, ListedToken
from app.access.users import ListedUser
from app.web.books.opened import OpenBooks
from app.web.coming_in import cookie_of, entrance
from app.web.desk import OpenBook
from app.web.people import words
from app.web.rendering import page
from db.errors import TieoutError

_REFUSED = 409
_REVOKED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class BookRole:
    """What a user may do in one book of the list."""

    slug: str
    name: str
    role: str


def people_page(request: Request) -> Response:
    """Every user and every token."""
    return show_people(request)


def user_page(request: Request) -> Response:
    """One user. Raises ``NoSuchUser``."""
    return show_user(request, request.query_params.get("name", ""))


def show_people(
    request: Request,
    trouble: TieoutError | None = None,
    issued: IssuedToken | None = None,
    name: str = "",
) -> Response:
    """With what was refused, or the token that was made, which is shown this once."""
    at, books = entrance(request), books_of(request)
    return page(
        request,
        "people/list.html",
        _REFUSED if trouble else 200,
        users=users.listed(at.engine),
        tokens=_tokens(at.engine),
        sessions=how_many(at.engine),
        local=at.local,
        books=books,
        roles=USER_ROLES if books else ROLES,
        token_roles=ROLES,
        usual=Right.DECIDE.role,
        trouble=trouble,
        issued=issued,
        name=name,
        said=words.DONE.get(request.query_params.get("said", "")),
        words=words,
    )


def show_user(request: Request, name: str, trouble: TieoutError | None = None) -> Response:
    """With what was refused. Raises ``NoSuchUser``."""
    engine, books = entrance(request).engine, books_of(request)
    user = users.one(engine, name)
    return page(
        request,
        "people/user.html",
        _REFUSED if trouble else 200,
        user=user,
        sessions=open_sessions(engine, user.name, cookie_of(request)),
        books=_roles_in(books, user),
        roles=USER_ROLES if books or user.right is Right.NONE else ROLES,
        book_roles=USER_ROLES,
        trouble=trouble,
        said=words.DONE.get(request.query_params.get("said", "")),
        words=words,
    )


def books_of(request: Request) -> dict[str, tuple[str, OpenBook]]:
    """The books of the site with their names, by their addresses; none where there is one
    ledger."""
    books: OpenBooks | None = getattr(request.state, "open_books", None)
    if books is None:
        return {}
    found = books.listed().found
    opened = books.opened(tuple(each.slug for each in found))
    return {each.slug: (each.name, opened[each.slug]) for each in found}


def _tokens(engine: Engine) -> tuple[ListedToken, ...]:
    """Those that stand, and of those that were revoked the last."""
    found = tokens.listed(engine)
    revoked = [each for each in found if each.revoked_at is not None][-_REVOKED_SHOWN:]
    return tuple(each for each in found if each.revoked_at is None or each in revoked)


def _roles_in(books: dict[str, tuple[str, OpenBook]], user: ListedUser) -> tuple[BookRole, ...]:
    by_identity = {each.identity: each.role for each in user.books}
    by_address = {each.book: each.role for each in user.books}
    none = Right.NONE.role
    return tuple(
        BookRole(
            slug,
            name,
            by_identity.get(book.identity, none) if book.identity else by_address.get(slug, none),
        )
        for slug, (name, book) in books.items()
    )
