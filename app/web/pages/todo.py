"""What waits, as the first page of the site, and accepting what restores both balances."""

from collections.abc import Callable
from typing import Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.access.rights import Right
from app.acts.deciding import accept_all, how_many_propose, seen_of_all
from app.acts.undoable import just_done
from app.queries.reviews import still_open
from app.queries.todo import WantedToDo, accounts_to_choose, at_stake_in, to_do
from app.shapes.lists import WaitingGroup
from app.texts import pages as texts_pages
from app.texts.language import _
from app.web.desk import Answer, Work, desk
from app.web.forms import field, number_asked_for
from app.web.guard import person
from app.web.rendering import followed, page
from app.web.routing import does, shows, with_form
from db.errors import TieoutError
from db.session import ProgressStep, Watch

#: More than any name has, and little enough to look for.
_MOST_OF_A_SEARCH: Final = 100


def to_do_page(request: Request) -> Response:
    engine, wanted = desk(request).engine, _wanted(request)
    found = to_do(engine, wanted)
    return page(
        request,
        "todo/waiting.html",
        found=found,
        wanted=wanted,
        accounts=accounts_to_choose(engine),
        still=still_open(engine),
        said=_(texts_pages.TODO_DONE.get(request.query_params.get("said", ""), "")),
        done=just_done(engine, number_asked_for(request.query_params.get("act", ""))),
        carries_out=desk(request).carries_out,
        groups=tuple(WaitingGroup),
        todo=texts_pages,
    )


def _wanted(request: Request) -> WantedToDo:
    asked = request.query_params
    text = asked.get("need", "")
    if text and text not in list(WaitingGroup):
        raise HTTPException(404)
    return WantedToDo(
        group=WaitingGroup(text) if text else None,
        account_id=number_asked_for(asked.get("account", "")),
        text=asked.get("q", "").strip()[:_MOST_OF_A_SEARCH],
        after=asked.get("after") or None,
    )


#: So many proposals are tried at once, so that nobody waits long; the next ones come after.
MOST: Final = 200
#: From so many proposals on it takes a while to try them.
_MANY: Final = 10


def accept_all_page(request: Request) -> Response:
    engine, account = desk(request).engine, _account(request.query_params.get("account", ""))

    def look(hears: Watch | None = None) -> Answer:
        found = accept_all(engine, new=False, account=account, most=MOST, dry_run=True, hears=hears)
        stakes = at_stake_in(engine, {(each.import_id, each.statement) for each in found})
        return lambda asked: page(
            asked,
            "todo/accept_all.html",
            found=found,
            seen=seen_of_all(found),
            stakes=stakes,
            account=account or "",
            most=MOST,
        )

    return _carried_out(request, ("look", account), look)


def accept_all_now(request: Request, form: FormData) -> Response:
    seen, account = field(form, "seen"), _account(str(form.get("account", "")))
    engine, actor = desk(request).engine, person(request)

    def carry_out(hears: Watch | None = None) -> Answer:
        done = accept_all(
            engine, new=False, account=account, most=MOST, seen=seen, actor=actor, hears=hears
        )
        act = f"accepted&act={done[-1].decision.act}" if done else "nothing"
        return lambda _: RedirectResponse(f"/?said={act}", 303)

    return _carried_out(request, ("accept", account, seen), carry_out)


def _carried_out(
    request: Request, what: object, work: Callable[[Watch | None], Answer]
) -> Response:
    """At once, or followed on a page of its own where there is much to try."""
    if how_many_propose(desk(request).engine, _MANY) < _MANY:
        return work(None)(request)
    return followed(request, ("accept-all", what), "/", _only_proposals(work), _refused)


def _only_proposals(work: Callable[[Watch | None], Answer]) -> Work:
    """The work, of which no more is shown than which proposals were tried."""

    def told(hears: Watch) -> Answer:
        def hear(step: ProgressStep, done: int, of: int) -> None:
            if step is ProgressStep.PROPOSALS:
                hears(step, done, of)

        return work(hear)

    return told


def _refused(_request: Request, error: TieoutError) -> Response:
    raise error


def _account(text: str) -> str | None:
    number = number_asked_for(text)
    return None if number is None else str(number)


ROUTES: Final = (
    shows("/", to_do_page),
    shows("/accept-all", accept_all_page, needs=Right.DECIDE),
    does("/accept-all", with_form(accept_all_now)),
)
