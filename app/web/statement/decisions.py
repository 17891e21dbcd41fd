"""A person's decision about an import, as a form of its page says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.acts.correcting import correct_reading, take_back_answered, take_back_correction
from app.acts.stating import NEW, Statements, state_facts
from app.acts.suggestions import take_suggested
from app.acts.wishes import understood
from app.one_statement.after import after_resolving
from app.web.acting.acts import MANY, Answer
from app.web.acting.views import followed
from app.web.desk import desk
from app.web.forms import beyond, chosen_one, field, named, numbers, one_of, plain_number
from app.web.guard import person
from app.web.statement.after import confirm
from app.web.statement.asked import address_of
from app.web.statement.refused import shown_as_it_is
from app.web.statement.resolutions import asked_in, choice_in, day_in, text_in
from app.web.statement.undoing import undone_page
from db.errors import TieoutError
from db.imports import NoSuchImport
from db.watched import Watch
from pipeline.record.correcting import Correction, What

Decision = Callable[[Request, int, FormData], Response]
_MOST_FIELDS: Final = 100_000


async def decide(request: Request) -> Response:
    """What a person decided; afterwards the import as it stands then, also if it was refused."""
    decided = one_of(_DECISIONS, request.path_params["decision"])
    number = named(request, "import_id")
    async with request.form(max_fields=_MOST_FIELDS) as form:
        try:
            return await run_in_threadpool(decided, request, number, form)
        except NoSuchImport:
            raise
        except TieoutError as error:
            return await run_in_threadpool(shown_as_it_is, request, number, form, error)


def _accept(request: Request, number: int, form: FormData) -> Response:
    only, seen = numbers(form, "only") | beyond(form), field(form, "seen")
    of = numbers(form, "proposal")
    if not only and not of:
        return _back_to(number, form, "nothing")
    engine, actor = desk(request).engine, person(request)

    def carry_out(hears: Watch | None = None) -> Answer:
        acts.accept(engine, number, only, dry_run=False, of=of, seen=seen, actor=actor, hears=hears)
        return lambda _: _back_to(number, form, "accepted")

    def refused(asked: Request, error: TieoutError) -> Response:
        return shown_as_it_is(asked, number, form, error)

    if len(only) < MANY:
        return carry_out()(request)
    what = "accept", number, seen, frozenset(only), frozenset(of)
    return followed(request, what, f"/imports/{number}", carry_out, refused)


def _reject(request: Request, number: int, form: FormData) -> Response:
    reason, seen = field(form, "reason"), field(form, "seen")
    of, actor = numbers(form, "proposal"), person(request)
    acts.reject(desk(request).engine, number, reason, of=of, seen=seen, actor=actor)
    return _back_to(number, form, "rejected")


def _refresh(request: Request, number: int, form: FormData) -> Response:
    left = acts.propose_again(desk(request).engine, number)
    return _back_to(number, form, "refreshed" if left else "settled")


def _suggested(request: Request, number: int, form: FormData) -> Response:
    only, seen = numbers(form, "only"), field(form, "seen")
    if len(only) != 1:
        return _back_to(number, form, "nothing")
    engine, actor = desk(request).engine, person(request)
    take_suggested(engine, number, only, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, form, "taken")


def _resolve(request: Request, number: int, form: FormData) -> Response:
    difference = chosen_one(form, "difference") or 0
    asked, engine, actor = asked_in(form), desk(request).engine, person(request)
    wish = understood(engine, number, difference, asked)
    # The statement as a whole is left without any difference to have looked at.
    seen = field(form, "seen") if difference else None
    if form.get("first") and seen:
        after = after_resolving(engine, number, difference, wish, seen=seen, actor=actor)
        sent = [(name, text) for name, text in form.multi_items() if name != "first"]
        fields = {name: [text for other, text in sent if other == name] for name, _ in sent}
        return confirm(request, address_of(request, number), "resolve", after, fields)
    acts.resolve(engine, number, difference, wish, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, form, "resolved")


def _state(request: Request, number: int, form: FormData) -> Response:
    first, last = day_in(form, "first"), day_in(form, "last")
    said = Statements(
        account=NEW if form.get("new") == "yes" else text_in(form, "account"),
        period=(first, last) if first and last else None,
        largest=choice_in(form, "largest", "in", "out"),
        balance=choice_in(form, "balance", "have", "owe"),
        currency=text_in(form, "currency"),
        order=choice_in(form, "order", "dmy", "mdy", "ymd"),
        stands=False if form.get("stands") == "no" else None,
    )
    state_facts(
        desk(request).engine,
        number,
        said,
        number=plain_number(form.get("statement")),
        reason=text_in(form, "reason") or "",
        seen=field(form, "seen"),
        actor=person(request),
    )
    return _back_to(number, form, "stated")


def _correct(request: Request, number: int, form: FormData) -> Response:
    what = field(form, "what")
    if what not in get_args(What):
        raise HTTPException(400)
    said = Correction(
        what,  # type: ignore[arg-type]
        line=plain_number(form.get("line")) or 0,
        text=text_in(form, "text") or "",
        day=text_in(form, "day") or "",
        balance=text_in(form, "balance") or "",
        about=text_in(form, "about") or "",
        way=choice_in(form, "way", "in", "out") or "",
        page=plain_number(form.get("page")) or 0,
    )
    correct_reading(
        desk(request).engine,
        number,
        [said],
        number=plain_number(form.get("statement")),
        reason=text_in(form, "reason") or "",
        seen=field(form, "seen"),
        actor=person(request),
    )
    return _back_to(number, form, "corrected")


def _take_back(request: Request, number: int, form: FormData) -> Response:
    engine, of = desk(request).engine, plain_number(form.get("statement"))
    seen, actor = field(form, "seen"), person(request)
    if hypothesis := text_in(form, "hypothesis"):
        take_back_answered(engine, number, hypothesis, number=of, seen=seen, actor=actor)
    else:
        take_back_correction(engine, number, number=of, seen=seen, actor=actor)
    return _back_to(number, form, "taken_back")


def _reprocess(request: Request, number: int, form: FormData) -> Response:
    at = desk(request)
    acts.reprocess(at.engine, number, at.import_options(at.passwords))
    return _back_to(number, form, "read_again")


def _undo(request: Request, number: int, form: FormData) -> Response:
    # The import is gone afterwards, so what became of it is shown here and now.
    return undone_page(request, number, field(form, "sha256"))


_DECISIONS: Final[dict[str, Decision]] = {
    "accept": _accept,
    "reject": _reject,
    "refresh": _refresh,
    "suggested": _suggested,
    "resolve": _resolve,
    "state": _state,
    "correct": _correct,
    "take-back": _take_back,
    "reprocess": _reprocess,
    "undo": _undo,
}


def _back_to(number: int, form: FormData, said: str) -> Response:
    statement = plain_number(form.get("statement"))
    which = f"statement={statement}&" if statement else ""
    return RedirectResponse(f"/imports/{number}?{which}said={said}", 303)
