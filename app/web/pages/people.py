"""The pages of who may come in: users with their rights, and tokens of programs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from sqlalchemy import Engine
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access import sessions, users
from app.access.errors import NoSuchUser, PasswordsDiffer
from app.access.rights import ROLES, USER_ROLES, Right
from app.access.sessions import IssuedToken, end_sessions, how_many, open_sessions
from app.access.users import ListedUser, set_right
from app.texts import administration as texts
from app.web.books.opened import OpenBooks
from app.web.coming_in import cookie_of, entrance
from app.web.desk import OpenBook
from app.web.forms import field, one_of, plain_number
from app.web.guard import person
from app.web.rendering import page
from app.web.routing import does, shows, with_form
from db.errors import TieoutError

_REFUSED = 409
_REVOKED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class BookRole:
    """What a user may do in one book of the list."""

    slug: str
    name: str
    role: str


def user_page(request: Request) -> Response:
    """One user. Raises ``NoSuchUser``."""
    return show_user(request, request.query_params.get("name", ""))


def show_people(
    request: Request,
    trouble: TieoutError | None = None,
    issued: IssuedToken | None = None,
    name: str = "",
) -> Response:
    """Every user and token, with what was refused, or a new token, which is shown this once."""
    at, books = entrance(request), books_of(request)
    found = sessions.listed(at.engine)
    revoked = [each for each in found if each.revoked_at is not None][-_REVOKED_SHOWN:]
    return page(
        request,
        "people/list.html",
        _REFUSED if trouble else 200,
        users=users.listed(at.engine),
        tokens=tuple(each for each in found if each.revoked_at is None or each in revoked),
        sessions=how_many(at.engine),
        local=at.local,
        books=books,
        roles=USER_ROLES if books else ROLES,
        token_roles=ROLES,
        usual=Right.DECIDE.role,
        trouble=trouble,
        issued=issued,
        name=name,
        said=texts.PEOPLE_DONE.get(request.query_params.get("said", "")),
        words=texts,
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
        said=texts.PEOPLE_DONE.get(request.query_params.get("said", "")),
        words=texts,
    )


def books_of(request: Request) -> dict[str, tuple[str, OpenBook]]:
    """The site's books by address, with their names; none where there is one ledger."""
    books: OpenBooks | None = getattr(request.state, "open_books", None)
    if books is None:
        return {}
    found = books.listed().found
    opened = books.opened(tuple(each.slug for each in found))
    return {each.slug: (each.name, opened[each.slug]) for each in found}


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


_Does = Callable[[Request, Engine, FormData], str]
_RIGHTS: Final = {role: Right.of_role(role) for role in USER_ROLES}
_OF_TOKENS: Final = {role: Right.of_role(role) for role in ROLES}


def act(name: str) -> Callable[[Request], Awaitable[Response]]:
    return with_form(lambda request, form: _done(request, name, form))


def new_password(form: FormData) -> str:
    """The one that was typed twice. Raises ``PasswordsDiffer``."""
    first, again = form.get("password"), form.get("again")
    if not isinstance(first, str) or first != again:
        raise PasswordsDiffer
    return first


def _done(request: Request, act: str, form: FormData) -> Response:
    name = str(form.get("name", ""))
    try:
        said = ACTS[act](request, entrance(request).engine, form)
    except NoSuchUser:
        raise
    except TieoutError as refused:
        if act in _ON_ONE:
            return show_user(request, name, refused)
        return show_people(request, refused, name=name)
    if act in _ON_ONE:
        return RedirectResponse(f"/people/user?{urlencode({'name': name, 'said': said})}", 303)
    return RedirectResponse(f"/people?said={said}", 303)


def issue_token(request: Request, form: FormData) -> Response:
    right, slug = one_of(_OF_TOKENS, field(form, "role")), str(form.get("book", ""))
    try:
        book = _book(request, slug) if slug else None
        issued = sessions.issue(
            entrance(request).engine,
            str(form.get("name", "")),
            right,
            actor=person(request),
            book=slug or None,
            identity=book.identity if book else None,
        )
    except TieoutError as refused:
        return show_people(request, refused)
    return show_people(request, issued=issued)


def _add(request: Request, engine: Engine, form: FormData) -> str:
    right = one_of(_RIGHTS, field(form, "role"))
    password = None if "proxy_only" in form else new_password(form)
    users.add(engine, str(form.get("name", "")), right, password, person(request))
    return "added"


def _role(request: Request, engine: Engine, form: FormData) -> str:
    right = one_of(_RIGHTS, field(form, "role"))
    users.set_role(engine, field(form, "name"), right, person(request))
    return "role"


def _right(request: Request, engine: Engine, form: FormData) -> str:
    right, slug = one_of(_RIGHTS, field(form, "role")), field(form, "book")
    identity = _book(request, slug).identity or ""
    set_right(engine, field(form, "name"), right, slug, identity, person(request))
    return "right"


def _book(request: Request, slug: str) -> OpenBook:
    """Raises ``HTTPException`` 404, and what keeps the book from being opened."""
    _name, book = one_of(books_of(request), slug)
    if book.trouble is not None:
        raise book.trouble
    return book


def _password(request: Request, engine: Engine, form: FormData) -> str:
    users.set_password(engine, field(form, "name"), new_password(form), person(request))
    return "password"


def _remove(request: Request, engine: Engine, form: FormData) -> str:
    users.remove(engine, field(form, "name"), person(request))
    return "removed"


def _sign_out(request: Request, engine: Engine, form: FormData) -> str:
    only = plain_number(form.get("session"))
    end_sessions(engine, field(form, "name"), only, person(request))
    return "ended"


def _revoke(request: Request, engine: Engine, form: FormData) -> str:
    sessions.revoke(engine, plain_number(form.get("token")) or 0, person(request))
    return "revoked"


#: By the last word of the address of each; each gives the word that is said of it.
ACTS: Final[Mapping[str, _Does]] = {
    "add": _add,
    "role": _role,
    "right": _right,
    "password": _password,
    "sign-out": _sign_out,
    "remove": _remove,
    "revoke": _revoke,
}
#: On the page of one user.
_ON_ONE: Final = frozenset({"role", "right", "password", "sign-out"})


_MOST_BYTES: Final = 16 * 1024

ROUTES: Final = (
    shows("/people", show_people, needs=Right.MANAGE, of_site=True),
    shows("/people/user", user_page, needs=Right.MANAGE, of_site=True),
    does("/people/token", with_form(issue_token), Right.MANAGE, _MOST_BYTES, of_site=True),
    *(does(f"/people/{name}", act(name), Right.MANAGE, _MOST_BYTES, of_site=True) for name in ACTS),
)
