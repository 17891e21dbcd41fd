"""A person's decision about an import, as a form of its page says it."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar, get_args
from urllib.parse import quote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import imports as acts
from app.acts.correcting import (
    NEW,
    StatedByPerson,
    attached_to,
    correct_reading,
    note_line,
    remove_note_of,
    state_facts,
    take_back_answered,
    take_back_correction,
)
from app.acts.imports import ResolutionRequest, understood
from app.acts.undoable import take_suggested
from app.one_statement.after import after_resolving
from app.shapes.decisions import DecisionShape
from app.texts import pages as texts_pages
from app.web.desk import MANY, Answer, desk
from app.web.forms import (
    chosen_one,
    day_of,
    field,
    named,
    numbers,
    one_of,
    plain_amount,
    plain_number,
    text_in,
    ticked,
)
from app.web.guard import person
from app.web.rendering import followed, page
from app.web.statement.after import confirm, shown_as_it_is
from app.web.statement.facts import address_of
from db.errors import TieoutError
from db.session import Watch, read_only
from db.statements.notes import Attached, Noted
from db.statements.pages import NoSuchImport, import_of
from pipeline.record.correcting import Correction, What

Decision = Callable[[Request, int, FormData], Response]
_MOST_FIELDS: Final = 100_000


async def decide(request: Request) -> Response:
    """What a person decided; afterwards the import as it is then, also if it was refused."""
    decided = one_of(_DECISIONS, request.path_params.get("decision", "note"))
    number = named(request, "import_id")
    async with request.form(max_fields=_MOST_FIELDS) as form:
        try:
            return await run_in_threadpool(decided, request, number, form)
        except NoSuchImport:
            raise
        except TieoutError as error:
            return await run_in_threadpool(shown_as_it_is, request, number, form, error)


def _accept(request: Request, number: int, form: FormData) -> Response:
    wanted, seen = ticked(form), field(form, "seen")
    if not wanted.only and not wanted.of:
        return _back_to(number, form, "nothing")
    engine, actor = desk(request).engine, person(request)

    def carry_out(hears: Watch | None = None) -> Answer:
        done = acts.accept(
            engine,
            number,
            wanted.only,
            dry_run=False,
            of=wanted.of,
            as_before=wanted.as_before,
            legs=dict(wanted.legs),
            seen=seen,
            actor=actor,
            hears=hears,
        )
        return lambda _: _back_to(number, form, "accepted", done)

    def refused(asked: Request, error: TieoutError) -> Response:
        return shown_as_it_is(asked, number, form, error)

    if len(wanted.only) < MANY:
        return carry_out()(request)
    what = "accept", number, seen, wanted
    return followed(request, what, f"/imports/{number}", carry_out, refused)


def _reject(request: Request, number: int, form: FormData) -> Response:
    reason, seen = field(form, "reason"), field(form, "seen")
    of, actor = numbers(form, "proposal"), person(request)
    done = acts.reject(desk(request).engine, number, reason, of=of, seen=seen, actor=actor)
    return _back_to(number, form, "rejected", done)


def _refresh(request: Request, number: int, form: FormData) -> Response:
    left = acts.propose_again(desk(request).engine, number)
    return _back_to(number, form, "refreshed" if left else "settled")


def _suggested(request: Request, number: int, form: FormData) -> Response:
    only, seen = numbers(form, "only"), field(form, "seen")
    if len(only) != 1:
        return _back_to(number, form, "nothing")
    engine, actor = desk(request).engine, person(request)
    done = take_suggested(engine, number, only, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, form, "taken", done.decisions)


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
    done = acts.resolve(engine, number, difference, wish, dry_run=False, seen=seen, actor=actor)
    return _back_to(number, form, "resolved", [done])


def _state(request: Request, number: int, form: FormData) -> Response:
    first, last = day_of(form, "first"), day_of(form, "last")
    said = StatedByPerson(
        account=NEW if form.get("new") == "yes" else text_in(form, "account") or None,
        period=(first, last) if first and last else None,
        largest=choice_in(form, "largest", "in", "out"),
        balance=choice_in(form, "balance", "have", "owe"),
        currency=text_in(form, "currency") or None,
        order=choice_in(form, "order", "dmy", "mdy", "ymd"),
        booking=choice_in(form, "booking", "day", "second"),
        decimals=choice_in(form, "decimals", "as-read"),
        stands=False if form.get("stands") == "no" else None,
    )
    state_facts(
        desk(request).engine,
        number,
        said,
        number=plain_number(form.get("statement")),
        reason=text_in(form, "reason"),
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
        text=text_in(form, "text"),
        day=text_in(form, "day"),
        balance=text_in(form, "balance"),
        about=text_in(form, "about"),
        way=choice_in(form, "way", "in", "out") or "",
        page=plain_number(form.get("page")) or 0,
    )
    correct_reading(
        desk(request).engine,
        number,
        [said],
        number=plain_number(form.get("statement")),
        reason=text_in(form, "reason"),
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


def _note(request: Request, number: int, form: FormData) -> Response:
    line, file = plain_number(form.get("line")) or 0, form.get("file")
    attached = None
    if isinstance(file, UploadFile) and file.filename:
        attached = Attached(file.filename, file.file.read())
    noted = Noted(text_in(form, "text"), text_in(form, "tag"), attached)
    engine, of = desk(request).engine, plain_number(form.get("statement"))
    note_line(engine, number, line, noted, number=of, actor=person(request))
    return _beside(number, form, "noted")


def _unnote(request: Request, number: int, form: FormData) -> Response:
    engine, note = desk(request).engine, plain_number(form.get("note")) or 0
    remove_note_of(engine, number, note, dry_run=False, actor=person(request))
    return _beside(number, form, "unnoted")


def _beside(number: int, form: FormData, said: str) -> Response:
    """The import's page, where the line of the note is still looked at."""
    kept = ("statement", "difference" if "difference" in form else "line")
    query = [(name, form[name]) for name in kept if plain_number(form.get(name))]
    return RedirectResponse(f"/imports/{number}?{urlencode([*query, ('said', said)])}#notes", 303)


def attachment(request: Request) -> Response:
    """The file of a note, to be saved and never shown. Raises ``NoSuchNote``."""
    found = attached_to(desk(request).engine, named(request, "import_id"), named(request, "note"))
    disposition = f"attachment; filename*=UTF-8''{quote(found.name, safe='')}"
    headers = {"Content-Disposition": disposition}
    return Response(found.data, 200, headers, "application/octet-stream")


def _reprocess(request: Request, number: int, form: FormData) -> Response:
    at = desk(request)
    acts.reprocess(at.engine, number, at.import_options(at.passwords))
    return _back_to(number, form, "read_again")


def _undo(request: Request, number: int, form: FormData) -> Response:
    # The import is gone afterwards, so what became of it is shown here and now.
    of = field(form, "sha256")
    engine, actor = desk(request).engine, person(request)
    undone = acts.undo(engine, number, dry_run=False, of=of, actor=actor)
    return page(request, "statement/undone.html", undone=undone, past=texts_pages)


_DECISIONS: Final[dict[str, Decision]] = {
    "accept": _accept,
    "reject": _reject,
    "refresh": _refresh,
    "suggested": _suggested,
    "resolve": _resolve,
    "state": _state,
    "correct": _correct,
    "take-back": _take_back,
    "note": _note,
    "unnote": _unnote,
    "reprocess": _reprocess,
    "undo": _undo,
}


def _back_to(
    number: int, form: FormData, said: str, done: Sequence[DecisionShape] = ()
) -> Response:
    """The import's page, which says what was done, with how to undo it beside it."""
    statement = plain_number(form.get("statement"))
    which = f"statement={statement}&" if statement else ""
    act = f"&act={done[-1].act}" if done else ""
    return RedirectResponse(f"/imports/{number}?{which}said={said}{act}", 303)


_Choice = TypeVar("_Choice", bound=str)
_APART: Final = re.compile(r"[\s;,]+")


def asked_in(form: FormData) -> ResolutionRequest:
    """The wish in a person's words. Raises ``HTTPException`` 400 for what is no number or day."""
    return ResolutionRequest(
        act=text_in(form, "act"),
        lines=(*_ticked(form, "line"), *_written(form, "other_line")),
        entries=(*_ticked(form, "entry"), *_written(form, "other_entry")),
        day=day_of(form, "to_day"),
        account=text_in(form, "to_account") or None,
        amounts=tuple(each for each in _APART.split(plain_amount(text_in(form, "amount"))) if each),
        reason=text_in(form, "reason"),
    )


def choice_in(form: FormData, name: str, *allowed: _Choice) -> _Choice | None:
    """One of a few words; None for nothing. Raises ``HTTPException`` 400."""
    text = text_in(form, name)
    if not text:
        return None
    found = next((each for each in allowed if each == text), None)
    if found is None:
        raise HTTPException(400)
    return found


def _ticked(form: FormData, name: str) -> tuple[int, ...]:
    return tuple(_number(text) for text in form.getlist(name))


def _written(form: FormData, name: str) -> tuple[int, ...]:
    return tuple(_number(text) for text in _APART.split(text_in(form, name)) if text)


def _number(text: object) -> int:
    number = plain_number(text)
    if number is None:
        raise HTTPException(400)
    return number


def undo_page(request: Request) -> Response:
    number, of = named(request, "import_id"), field(request.query_params, "sha256")
    engine, actor = desk(request).engine, person(request)
    undone = acts.undo(engine, number, dry_run=True, of=of, actor=actor)
    with read_only(engine) as session:
        file = import_of(session, number).source_name
    template = "statement/undo.html"
    return page(request, template, undone=undone, file=file, sha256=of, past=texts_pages)
