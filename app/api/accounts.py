"""Accounts and their entries."""

from datetime import date
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Path, Query
from pydantic import create_model
from starlette.responses import Response

from app.acts import accounts
from app.acts.correcting import forget_layout_of, layouts_of_account
from app.api.problems import NothingNamed, documented
from app.api.requests import (
    Amount,
    Body,
    Caller,
    DayInQuery,
    DayOrBlank,
    Decides,
    Fenced,
    Looks,
    Name,
    Row,
    RowInPath,
    Trial,
    Words,
)
from app.api.route import (
    USUAL,
    ApiRoute,
    Cursor,
    Limit,
    PageShape,
    answer,
    day_of,
    number_of,
    paged,
    place_of,
)
from app.queries.account_pages import one_account
from app.queries.listing import accounts_after, entries_after
from app.shapes.ledger import (
    AccountChangeShape,
    AccountShape,
    EntryShape,
    ForgottenLayoutShape,
    LayoutsShape,
)
from db.accounts.facts import AccountEdit
from db.words import ACCOUNT_FIELDS, AccountKind

router: Final = APIRouter(
    prefix="/accounts", tags=["accounts"], route_class=ApiRoute, responses=documented()
)
_LIST: Final = "accounts"
_ENTRIES: Final = "entries"
Sent = TypeVar("Sent", bound=Body)
Part = Annotated[str | None, Query(min_length=1, max_length=200)]
LayoutInPath = Annotated[str, Path(min_length=1, max_length=40)]


def _with_fields(body: type[Sent]) -> type[Sent]:
    """The same body that takes every field of an account too."""
    types = {date: DayOrBlank | None, str: Words | None}
    taken: Any = {name: (types[kind], None) for name, kind in ACCOUNT_FIELDS.items()}
    return create_model(body.__name__, __base__=body, __doc__=body.__doc__, **taken)


@_with_fields
class NewAccount(Trial):
    """An account that is to be; a checking account unless another kind is named."""

    name: Name
    currency: Name
    digits: Words | None = None
    institution: Words | None = None
    kind: AccountKind | None = None
    opening_balance: Amount | None = None


@_with_fields
class EditAccount(Fenced):
    """What is to be said instead; what is left out stays. A blank text takes a fact away."""

    name: Name | None = None
    currency: Name | None = None
    digits: Words | None = None
    institution: Words | None = None
    kind: AccountKind | None = None
    opening_balance: Amount | None = None


class Change(Fenced):
    """A change of an account that needs no more."""


class Merge(Change):
    """Into which account it goes, and with which opening balance where that is not certain."""

    into: Row
    opening_balance: Amount | None = None


@router.get("", response_model=PageShape[AccountShape])
def list_accounts(
    caller: Looks, as_of: DayInQuery = None, limit: Limit = USUAL, cursor: Cursor = None
) -> Response:
    """The accounts by number, each with its balance at the end of `as_of`, or after all entries."""
    found = accounts_after(caller.engine, number_of(_LIST, cursor) or 0, limit + 1, as_of)
    return answer(paged(found, limit, _LIST, lambda each: [each.id]))


@router.post("", status_code=201, response_model=AccountChangeShape)
def add_account(caller: Decides, wanted: NewAccount) -> Response:
    """Add an account."""
    facts = AccountEdit.of(wanted.model_dump(exclude={"dry_run"}))
    done = accounts.add(caller.engine, facts, dry_run=wanted.dry_run, actor=caller.name)
    return answer(done, 201)


@router.get("/{account_id}", response_model=AccountShape)
def get_account(caller: Looks, account_id: RowInPath) -> Response:
    """One account, with its balance."""
    _, found = one_account(caller.engine, account_id)
    return answer(found)


@router.patch("/{account_id}", response_model=AccountChangeShape)
def edit_account(caller: Decides, account_id: RowInPath, wanted: EditAccount) -> Response:
    """Correct what an account is known by."""
    said = wanted.model_dump(exclude={"dry_run", "seen"})
    if all(each is None for each in said.values()):
        raise NothingNamed
    word = _word(caller, account_id)
    return answer(accounts.edit(caller.engine, word, AccountEdit.of(said), **wanted.how(caller)))


@router.post("/{account_id}/merge", response_model=AccountChangeShape)
def merge_account(caller: Decides, account_id: RowInPath, wanted: Merge) -> Response:
    """Make one account of two: this one goes into the other."""
    done = accounts.merge(
        caller.engine,
        _word(caller, account_id),
        _word(caller, wanted.into),
        wanted.opening_balance,
        **wanted.how(caller),
    )
    return answer(done)


@router.post("/{account_id}/flip-signs", response_model=AccountChangeShape)
def flip_signs(caller: Decides, account_id: RowInPath, wanted: Change) -> Response:
    """Turn the sign of every entry, where a ledger has them the other way round."""
    word = _word(caller, account_id)
    return answer(accounts.flip_signs(caller.engine, word, **wanted.how(caller)))


@router.post("/{account_id}/undo", response_model=AccountChangeShape)
def undo_change(caller: Decides, account_id: RowInPath, wanted: Change) -> Response:
    """Take the last change of an account back."""
    word = _word(caller, account_id)
    return answer(accounts.undo(caller.engine, word, **wanted.how(caller)))


@router.get("/{account_id}/layouts", response_model=LayoutsShape)
def list_layouts(caller: Looks, account_id: RowInPath) -> Response:
    """What the account's statements look like, and what rests on each."""
    return answer(layouts_of_account(caller.engine, _word(caller, account_id)))


@router.post("/{account_id}/layouts/{layout_id}/forget", response_model=ForgottenLayoutShape)
def forget_layout(
    caller: Decides, account_id: RowInPath, layout_id: LayoutInPath, wanted: Trial
) -> Response:
    """Forget a layout: what rests on it is proven again without it."""
    done = forget_layout_of(
        caller.engine,
        _word(caller, account_id),
        layout_id,
        dry_run=wanted.dry_run,
        actor=caller.name,
    )
    return answer(done)


@router.get("/{account_id}/entries", response_model=PageShape[EntryShape])
def list_entries(
    caller: Looks,
    account_id: RowInPath,
    start: DayInQuery = None,
    end: DayInQuery = None,
    search: Part = None,
    limit: Limit = USUAL,
    cursor: Cursor = None,
) -> Response:
    """The account's entries by day, from `start` to `end`, both included."""
    of = f"{_ENTRIES}/{account_id}"
    place = place_of(of, cursor, str, int)
    after = None if place is None else (day_of(str(place[0])), int(place[1]))
    found = entries_after(caller.engine, account_id, (start, end), search, after, limit + 1)
    return answer(paged(found, limit, of, lambda each: [each.date.isoformat(), each.id]))


def _word(caller: Caller, account_id: int) -> str:
    """The account by a word that names no other. Raises ``UnknownAccount``."""
    one_account(caller.engine, account_id)
    return str(account_id)
