"""Proposes an account that the ledger lacks, and opens it once a person says yes."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.accounts.pages import Sought, account_names
from db.errors import LONGEST_NAME
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount
from db.models import Account
from db.money import UnknownCurrency
from db.words import AccountKind, Origin
from pipeline.account.lookups import facts_of, printed_number
from pipeline.claims import Refusal
from pipeline.drafts import StatementDraft
from pipeline.reading.table.orientation import LIABILITIES
from pipeline.results import StatementResult
from tools.ledger.account_fit import best_accounts

_MASK_DIGITS = 4


def new_account(
    session: Session, result: StatementResult, otherwise: str | None = None
) -> dict[str, Any] | None:
    """The change that would add the account, for a proven reading; None if one may be there.

    ``otherwise`` is the currency where the statement prints none.

    ``{op: account, name, institution, kind, currency, mask, number, amount, date}``: amount and
    date are its opening balance (minor units) and the day that it begins with.
    """
    draft = result.draft
    start, opening = draft.period_start, draft.opening_balance
    currency = draft.currency or otherwise
    if result.refusal is not Refusal.NO_ACCOUNT or not result.findings.reading_holds:
        return None
    if start is None or opening is None or currency is None or fitting(session, draft):
        return None
    return {
        "op": "account",
        "name": free_name(session, draft),
        "institution": draft.institution,
        "kind": draft.kind.value,
        "currency": currency,
        "mask": _mask(draft),
        "number": printed_number(draft),
        "amount": opening,
        "date": start.isoformat(),
    }


def fitting(session: Session, draft: StatementDraft) -> list[int]:
    """The ids of the ledger's accounts that the statement may be of, as well as any other."""
    about = {**facts_of("1", draft).model_dump(), "number": printed_number(draft)}
    sought = Sought(currency=draft.printed_currency, may_end=about["mask"])
    return best_accounts(about, account_names(session, sought=sought))


def meant_by_now(session: Session, draft: StatementDraft) -> int | None:
    """The account that was opened since a new one was proposed, if there is no doubt which."""
    found = fitting(session, draft)
    return found[0] if len(found) == 1 else None


def is_outdated(session: Session, draft: StatementDraft, change: dict[str, Any]) -> bool:
    """Whether the account that was to be new is there by now, or another of its name."""
    return _is_taken(session, change["name"]) or meant_by_now(session, draft) is not None


def _is_taken(session: Session, name: str) -> bool:
    return session.scalar(select(Account.id).where(Account.name == name)) is not None


def _mask(draft: StatementDraft) -> str | None:
    return draft.account_mask[-_MASK_DIGITS:] if draft.account_mask else None


def free_name(session: Session, draft: StatementDraft) -> str:
    """What the page calls it, with its last digits if another account is called so; the beginning
    of what is too long for a name."""
    name = ": ".join(filter(None, (draft.institution, draft.account_name))) or "Account"
    ending = f" *{_mask(draft) or draft.currency}"
    name = name[: LONGEST_NAME - len(ending)]
    return name + ending if _is_taken(session, name) else name


def open_account(session: Session, change: dict[str, Any]) -> int:
    """Add the account that a person said yes to, and give its id. Raises ``AccountExists``."""
    new = NewAccount(
        name=change["name"],
        kind=AccountKind(change["kind"]),
        currency=change["currency"],
        institution=change["institution"],
        mask=change.get("number") or change["mask"],
        opening_balance_minor=change["amount"],
        opened_on=date.fromisoformat(change["date"]),
        origin=Origin.READING,
    )
    return add_account(session, new)


def open_read_account(
    session: Session, draft: StatementDraft, *, currency: str | None, owed: bool | None
) -> int:
    """Add the account that a statement is of, and give its id. ``currency`` and whether its balance
    is ``owed`` are a person's word, None where they say nothing; all else is the page's.

    Raises ``UnknownCurrency`` where no one says which it is."""
    known = currency or draft.currency
    if known is None:
        raise UnknownCurrency(currency="")
    kind = draft.kind
    if owed is not None and owed != (kind in LIABILITIES):
        kind = AccountKind.CARD if owed else AccountKind.CHECKING
    moved = sum(line.amount for line in draft.lines)
    opening = draft.opening_balance
    if opening is None and draft.closing_balance is not None:
        opening = draft.closing_balance - moved
    account_id = add_account(
        session,
        NewAccount(
            name=free_name(session, draft),
            kind=kind,
            currency=known,
            institution=draft.institution,
            mask=printed_number(draft) or _mask(draft),
            opening_balance_minor=opening or 0,
            opened_on=draft.period_start,
            origin=Origin.READING,
        ),
    )
    row = session.get_one(Account, account_id)
    row.kind_origin = Origin.READING if owed is None else Origin.TYPED
    row.currency_origin = Origin.READING if currency is None else Origin.TYPED
    return account_id
