"""What a person chooses for every page: the language, and whether single keys act."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.web.forms import field, one_of
from app.web.frame.keys import COOKIE
from app.web.frame.speaking import COOKIE as LANGUAGE_COOKIE
from app.web.rendering import page
from app.wording.language import LANGUAGES

_A_YEAR = 365 * 24 * 60 * 60


def keys_page(request: Request) -> Response:
    """Every key, for whoever has no script."""
    return page(request, "frame/keys.html")


async def choose_keys(request: Request) -> Response:
    """Turn single keys on or off in this browser."""
    async with request.form() as form:
        chosen = one_of({"on": "on", "off": "off"}, field(form, "keys"))
    return _kept("/keys", COOKIE, chosen)


async def choose_language(request: Request) -> Response:
    """Speak that language in this browser, and show the same page again."""
    async with request.form() as form:
        code, back = field(form, "lang"), field(form, "back")
    one_of(dict(LANGUAGES), code)
    return _kept(_of_this_site(back), LANGUAGE_COOKIE, code)


def _kept(address: str, cookie: str, value: str) -> Response:
    answer = RedirectResponse(address, 303)
    answer.set_cookie(cookie, value, max_age=_A_YEAR, httponly=True, samesite="lax")
    return answer


def _of_this_site(address: str) -> str:
    """The address if it leads nowhere else; browsers read a backslash as a slash."""
    plain = address.isprintable() and "\\" not in address
    return address if plain and address.startswith("/") and address[1:2] != "/" else "/"
