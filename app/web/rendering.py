"""Makes a page from its template, with what is around it, or says why it was refused."""

from datetime import date
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.access.rights import Right
from app.queries.todo import how_many_wait
from app.shapes.writing import money
from app.texts import pages as texts_pages
from app.texts import sentences as wording
from app.texts import terminal as texts
from app.texts import web as texts_web
from app.texts.language import LANGUAGES, _, counted, language, marked, marks
from app.texts.language import error_text as stored_error_text
from app.web.books.addresses import BookLinks, SiteAddress, chooser, led_into_book, prefix_here
from app.web.desk import Refused, RunningAct, Work, desk
from app.web.forms import field, one_of
from app.web.guard import COOKIE as LANGUAGE_COOKIE
from app.web.guard import is_user, may_decide, may_look, may_manage, person
from app.web.routing import does, shows
from db.errors import TieoutError
from db.text import shown, visible
from pipeline.intake.file import MAX_BYTES
from pipeline.review.errors import CannotResolve

_TEXTS: Final = marked(texts_web.PAGE_REFUSED)
_WHY: Final = marked(texts_web.WHY)


def refused_text(error: TieoutError) -> str:
    """Why it was refused, with a remedy that is on the page."""
    text = _TEXTS.get(error.code)
    if text is None:
        return error.message(_)
    facts = {name: shown(fact) for name, fact in error.facts.items()}
    if error.code == CannotResolve.code:
        why = str(facts["why"])
        facts["why"] = _(_WHY.get(why, why))
    return _(text).format_map(facts)


def error_text(code: str | None, message: str | None) -> str:
    return stored_error_text(code, message, _TEXTS)


#: The cookie that says that a person wants no single keys.
COOKIE: Final = "keys"

#: A title, and what each key does, in the order of the list.
KEYS: Final = (
    (
        marked("Everywhere"),
        (
            ("/", marked("search")),
            ("?", marked("this list")),
            ("u", marked("upload")),
            ("g t", marked("go to To do")),
            ("g s", marked("go to Statements")),
            ("g a", marked("go to Accounts")),
            ("g c", marked("go to Coverage")),
            ("g h", marked("go to History")),
            ("g w", marked("go to Work")),
            ("Esc", marked("leave a field or close a window")),
        ),
    ),
    (
        marked("In a list"),
        (
            ("j", marked("next")),
            ("k", marked("previous")),
            ("Enter", marked("open")),
        ),
    ),
    (
        marked("On a statement"),
        (
            ("j", marked("next difference")),
            ("k", marked("previous difference")),
            ("Space", marked("tick or untick it")),
            ("[", marked("previous statement that waits")),
            ("]", marked("next statement that waits")),
        ),
    ),
)


#: The rail: what each room is called there, and where it is.
RAIL: Final = (
    ("/", marked("To do")),
    ("/statements", marked("Statements")),
    ("/accounts", marked("Accounts")),
    ("/coverage", marked("Coverage")),
    ("/history", marked("History")),
    ("/work", marked("Work")),
)


def _finished(value: object) -> object:
    """Whatever a template puts out, so that none can forget it; Markup is a template's own."""
    if type(value) is date:
        return wording.day_text(value)
    return visible(value) if type(value) is str else value


templates: Final = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    finalize=_finished,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[BookLinks],
)


def address_of(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def here_with(request: Request, **changes: object) -> str:
    """The same page, asked for with some things changed; None takes one away."""
    query = request.url.remove_query_params([*changes])
    kept = {name: value for name, value in changes.items() if value is not None}
    asked = query.include_query_params(**kept)
    return f"{asked.path}?{asked.query}" if asked.query else asked.path


templates.globals.update(
    _=_,
    led_into_book=led_into_book,
    chooser=chooser,
    prefix_here=prefix_here,
    counted=counted,
    t=texts_web,
    texts=texts,
    wording=wording,
    marks=marks,
    money=money,
    rail=RAIL,
    key_groups=KEYS,
    error_text=error_text,
    languages=LANGUAGES,
    address_of=address_of,
    here_with=here_with,
    most_bytes=MAX_BYTES,
)


def page(request: Request, template: str, status: int = 200, **facts: object) -> Response:
    """A page from its template, for anyone who asked."""
    if "waits" not in facts:
        # A page that tells of trouble asks nothing of the ledger.
        facts["waits"] = how_many_wait(desk(request).engine) if status < 400 else 0
    text = templates.get_template(template).render(
        {
            "request": request,
            "here": request.url.path,
            "language": language(),
            "signed_in": person(request),
            "may_look": may_look(request),
            "may_decide": may_decide(request),
            "people": SiteAddress("/people") if may_manage(request) else None,
            "own_account": SiteAddress("/account") if is_user(request) else None,
            "single_keys": request.cookies.get(COOKIE) != "off",
        }
        | facts
    )
    return HTMLResponse(text, status)


_A_YEAR = 365 * 24 * 60 * 60


def keys_page(request: Request) -> Response:
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


class ActForgotten(TieoutError):
    """This task is no longer known. It was either done completely or not at all: see History."""


def followed(request: Request, what: object, back: str, work: Work, refused: Refused) -> Response:
    """Have it carried out, and lead to the page on which it can be followed."""
    act = desk(request).acts.begin(RunningAct(what, person(request) or "", back, refused), work)
    return RedirectResponse(f"/acting/{act.token}", 303)


def act_page(request: Request) -> Response:
    """How far the act is; what is shown of it once it has ended. Raises ``ActForgotten``."""
    act = desk(request).acts.find(request.path_params["token"], person(request) or "")
    if act is None:
        raise ActForgotten
    as_json = "application/json" in request.headers.get("accept", "")
    if as_json:
        return JSONResponse(_said(act))
    if act.ended:
        return act.answered(request)
    # Nothing of the ledger: it is being written.
    return page(request, "acting/progress.html", act=act, waits=0, now=_said(act))


def _said(act: RunningAct) -> dict[str, object]:
    text = texts_pages.STEPS[act.step] if act.step else texts_pages.BEGINS
    said = _(text).format(done=f"{act.done:,}", count=f"{act.of:,}")
    return {"ended": act.ended, "text": said, "done": act.done, "of": act.of}


ROUTES: Final = (
    shows("/keys", keys_page),
    does("/keys", choose_keys, needs=Right.LOOK),
    does("/language", choose_language, needs=Right.LOOK),
    shows("/acting/{token}", act_page, Right.DECIDE),
)
