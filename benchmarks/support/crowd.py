"""A ledger of many accounts that are much alike, and the statement that one of them is of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import accumulate
from typing import Any

from sqlalchemy import Engine, insert

from db.models import Account, Transaction
from db.session import unit_of_work
from db.words import AccountKind, ReadingStatus
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import StatementDraft
from tests.support.pdfs import typed

START, DAYS = date(2026, 6, 1), 30
_BANKS = ("Northgate Bank", "Southbank", "Eastern Credit")
#: So many accounts have different last digits.
_NUMBERS = 1_000
_AT_ONCE = 20_000


def fill(engine: Engine, accounts: int, entries: int, lines: int) -> None:
    """Accounts 1 to so many, each with so many entries, of which ``lines`` are June's."""
    with unit_of_work(engine) as session:
        session.execute(
            insert(Account), [_account(n, entries, lines) for n in range(1, accounts + 1)]
        )
        rows: list[dict[str, Any]] = []
        for account in range(1, accounts + 1):
            rows += _entries(account, entries, lines)
            if len(rows) >= _AT_ONCE or account == accounts:
                session.execute(insert(Transaction), rows)
                rows = []


def mask(account: int) -> str:
    """The last digits of its number, which another account may share."""
    return f"{account % _NUMBERS:04}"


def statement(account: int, lines: int, *, numbered: bool = True) -> StatementDraft:
    """The account's June, printed and proven; its bank's name is on it, as on many others'."""
    rows = tuple(
        Entry(_day(n, lines), f"PAYEE {n % 97} CARD", _amount(account, n))
        for n in range(lines - 1, -1, -1)
    )
    sheet = Sheet(
        rows,
        bank=_BANKS[account % 3],
        mask=mask(account) if numbered else None,
        start=START,
        end=_day(0, lines),
    )
    draft = draft_of(sheet)
    assert draft.status is ReadingStatus.PROVEN
    return draft


def page(account: int, lines: int) -> bytes:
    """The account's June as a document of one page, with a balance behind each row."""
    rows = [(_day(n, lines), f"PAYEE {n % 97}", _amount(account, n)) for n in range(lines)][::-1]
    balances = [*accumulate((amount for *_, amount in rows), initial=0)]
    ends = START, START + timedelta(days=DAYS - 1)
    text = [
        _BANKS[account % 3],
        f"Account number: 0000 0000 {mask(account)}   Currency: EUR",
        f"Statement period: {ends[0]:%d %B %Y} to {ends[1]:%d %B %Y}",
        f"Opening balance: {0:.2f}",
        f"Closing balance: {balances[-1] / 100:,.2f}",
        "",
        f"{'Date':<15}{'Description':<20}{'Amount':>10}{'Balance':>15}",
    ]
    for (day, payee, amount), balance in zip(rows, balances[1:], strict=True):
        text.append(f"{day:%d %b %Y}    {payee:<20}{amount / 100:>10,.2f}{balance / 100:>15,.2f}")
    return typed("\n".join(text))


def _account(account: int, entries: int, lines: int) -> dict[str, Any]:
    return {
        "id": account,
        "name": f"Tenant {account:05}",
        "institution": _BANKS[account % 3],
        "kind": AccountKind.CHECKING,
        "currency": "EUR",
        "mask": mask(account),
        # June begins with nothing, as the statement does.
        "opening_balance_minor": -sum(_amount(account, n) for n in range(lines, entries)),
        "version": 0,
    }


def _entries(account: int, entries: int, lines: int) -> Iterator[dict[str, Any]]:
    for n in range(entries):
        yield {
            "account_id": account,
            "booked_on": _day(n, lines),
            "amount_minor": _amount(account, n),
            "currency": "EUR",
            "description": f"Payee {n % 97}",
            "fingerprint": f"{n:064d}",
            "occurrence": 1,
        }


def _day(n: int, lines: int) -> date:
    """The newest first; what is not on the statement lies before it."""
    back = n * DAYS // lines if n < lines else DAYS + 30 + n
    return START + timedelta(days=DAYS - 1 - back)


def _amount(account: int, n: int) -> int:
    """A third of them are everybody's, such as fees and rents."""
    return -(350 + 50 * n) if n % 3 == 0 else -(350 + (account * 7_919 + n * 104_729) % 999_983)
