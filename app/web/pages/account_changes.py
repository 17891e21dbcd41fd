"""Adds, corrects and merges accounts: shows first what would follow, then does it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from sqlalchemy import Engine
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.acts import accounts
from app.acts.refusals import How
from app.queries.account_pages import one_account, others_like
from app.shapes.ledger import AccountChangeShape
from app.texts import pages as texts_pages
from app.web.desk import desk
from app.web.forms import day_of, field, named, plain_amount
from app.web.guard import person
from app.web.rendering import page, refused_text
from app.web.routing import with_form
from db.accounts.facts import AccountEdit
from db.errors import TieoutError
from db.words import ACCOUNT_FIELDS, AccountKind

#: What an account's form holds; all of it goes with the question whether one is sure.
_FIELDS = (
    "name", "institution", "digits", "kind", "currency", "opening_balance", *ACCOUNT_FIELDS, "into",
)  # fmt: skip


_Does: TypeAlias = Callable[[Engine, int, FormData, How], AccountChangeShape]


@dataclass(frozen=True, slots=True)
class _AccountAct:
    """One act: how it is done, and the template of its form."""

    does: _Does
    form: str


def _add(engine: Engine, _account_id: int, form: FormData, how: How) -> AccountChangeShape:
    return accounts.add(engine, _edit_of(form), dry_run=how["dry_run"], actor=how["actor"])


def _edit(engine: Engine, account_id: int, form: FormData, how: How) -> AccountChangeShape:
    return accounts.edit(engine, str(account_id), _edit_of(form), **how)


def _merge(engine: Engine, account_id: int, form: FormData, how: How) -> AccountChangeShape:
    into, opening = field(form, "into"), _amount(form)
    return accounts.merge(engine, str(account_id), into, opening or None, **how)


def _flip(engine: Engine, account_id: int, _form: FormData, how: How) -> AccountChangeShape:
    return accounts.flip_signs(engine, str(account_id), **how)


def _undo(engine: Engine, account_id: int, _form: FormData, how: How) -> AccountChangeShape:
    return accounts.undo(engine, str(account_id), **how)


#: By the word of the address.
_ACTS: Mapping[str, _AccountAct] = {
    "new": _AccountAct(_add, "accounts/form.html"),
    "edit": _AccountAct(_edit, "accounts/form.html"),
    "merge": _AccountAct(_merge, "accounts/merge.html"),
    "flip-signs": _AccountAct(_flip, "accounts/question.html"),
    "undo": _AccountAct(_undo, "accounts/question.html"),
}


def form_page(word: str) -> Callable[[Request], Response]:
    return lambda request: _form(request, word, {})


def act(word: str) -> Callable[[Request], Awaitable[Response]]:
    return with_form(lambda request, form: _carried_out(request, word, form))


def _carried_out(request: Request, word: str, form: FormData) -> Response:
    account_id, sure = _account_id(request), "sure" in form
    seen = field(form, "seen") if sure and account_id else None
    if account_id:
        one_account(desk(request).engine, account_id)  # the word may name another, if it is gone
    how = How(dry_run=not sure, seen=seen, actor=person(request))
    try:
        change = _ACTS[word].does(desk(request).engine, account_id, form, how)
    except TieoutError as error:
        return _form(request, word, _said_in(form), error)
    if not change.changed:
        return _form(request, word, _said_in(form), same=True)
    if sure:
        return RedirectResponse(_afterwards(change), 303)
    return page(
        request,
        "accounts/sure.html",
        change=change,
        fields=_said_in(form),
        account_id=account_id,
        words=texts_pages,
    )


def _afterwards(change: AccountChangeShape) -> str:
    if change.after is None:
        return "/accounts?said=gone"
    return f"/accounts/{change.account_id}?said={change.act.value}"


def _form(
    request: Request,
    word: str,
    given: Mapping[str, str],
    error: TieoutError | None = None,
    *,
    same: bool = False,
) -> Response:
    engine, account_id = desk(request).engine, _account_id(request)
    facts = one_account(engine, account_id)[0] if account_id else None
    others = others_like(engine, facts) if facts and word == "merge" else []
    status = 409 if error else 200
    return page(
        request,
        _ACTS[word].form,
        status,
        word=word,
        facts=facts,
        given=given,
        others=others,
        trouble=None if error is None else (refused_text(error), error.code),
        same=same,
        chosen_kinds=list(AccountKind),
        fields=ACCOUNT_FIELDS,
        words=texts_pages,
    )


def _account_id(request: Request) -> int:
    """The account that the address names; 0 if it names none."""
    return named(request, "account_id") if "account_id" in request.path_params else 0


def _edit_of(form: FormData) -> AccountEdit:
    kind = _said(form, "kind")
    if kind is not None and kind not in list(AccountKind):
        raise HTTPException(400)
    return AccountEdit.of(
        {
            "name": _said(form, "name"),
            "digits": _said(form, "digits"),
            "institution": _said(form, "institution"),
            "kind": None if kind is None else AccountKind(kind),
            "currency": _said(form, "currency"),
            "opening_balance": _amount(form) or None,
            **{name: _field(form, name) for name in ACCOUNT_FIELDS},
        }
    )


def _field(form: FormData, name: str) -> str | date | None:
    text = _said(form, name)
    return day_of(form, name) if text and ACCOUNT_FIELDS[name] is date else text


def _amount(form: FormData) -> str | None:
    """The balance that is stated, which may have been copied off a page."""
    typed = _said(form, "opening_balance")
    return typed and plain_amount(typed)


def _said(form: FormData, name: str) -> str | None:
    text = form.get(name)
    return text.strip() if isinstance(text, str) else None


def _said_in(form: FormData) -> dict[str, str]:
    said = ((name, _said(form, name)) for name in _FIELDS)
    return {name: text for name, text in said if text is not None}
