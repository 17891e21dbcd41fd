"""The other accounts that a statement could be of: the kernel is told what speaks for each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from db.ledger import accounts, entries_with_amounts
from pipeline.account.one_account import OneAccount
from pipeline.drafts import StatementDraft
from pipeline.proof import OtherAccount

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_LEAST_DIGITS = 4
_A_DAY = timedelta(days=1)


def other_accounts(
    one: OneAccount, draft: StatementDraft, scope: Collection[int] | None, window: int
) -> tuple[OtherAccount, ...]:
    """Every other account in ``scope`` (all, if None) for which something speaks: equal amounts in
    the days covered, a balance, or its number on the page. Those of another currency than the
    page's, where something settles that, are left out."""
    first, last = draft.period_start, draft.period_end
    if first is None or last is None or one.is_only:
        return ()
    printed = _settled_currency(draft)
    ids = {
        view.id: view
        for view in accounts(one.session, as_of=first - _A_DAY)
        if view.id != one.id and (scope is None or view.id in scope)
        if printed in (None, view.currency)
    }
    closings = {view.id: view.balance_minor for view in accounts(one.session, as_of=last)}
    equal, turned = _alike(one.session, draft, ids, (first, last), window)
    pages = set(_digits_on(draft))
    found = []
    for number, view in ids.items():
        digits = "".join(filter(str.isdecimal, view.mask or ""))
        on_page = len(digits) >= _LEAST_DIGITS and any(digits in row for row in pages)
        balances = (view.balance_minor, closings[number])
        stands = balances[0] == draft.opening_balance or balances[1] == draft.closing_balance
        if equal[number] or turned[number] or on_page or stands:
            counts = (equal[number], turned[number])
            found.append(OtherAccount(number, digits or None, *counts, *balances))
    return tuple(sorted(found, key=lambda each: each.id))


def _settled_currency(draft: StatementDraft) -> str | None:
    """The page's currency. Where nothing settles it, its value is that of the account that the page
    is held to, which is no reason to leave others out."""
    found = next((each for each in draft.hypotheses if each.name == "currency"), None)
    return found.value if found and not found.is_assumed else None


def _alike(
    session: Session,
    draft: StatementDraft,
    ids: Collection[int],
    days: tuple[date, date],
    window: int,
) -> tuple[Counter[int], Counter[int]]:
    """How many of the statement's amounts each account has near its days, as read and turned."""
    amounts = Counter(line.amount for line in draft.lines)
    wanted = {*amounts, *(-amount for amount in amounts)}
    margin = timedelta(days=window)
    there: dict[int, Counter[int]] = defaultdict(Counter)
    if ids and wanted:
        near = entries_with_amounts(session, ids, wanted, days[0] - margin, days[1] + margin)
        for entry in near:
            there[entry.account_id][entry.amount_minor] += 1
    equal, turned = Counter[int](), Counter[int]()
    for number, own in there.items():
        equal[number] = sum((own & amounts).values())
        turned[number] = sum((own & Counter({-a: n for a, n in amounts.items()})).values())
    return equal, turned


def _digits_on(draft: StatementDraft) -> Iterator[str]:
    """The digits of each row of the document."""
    document = draft.proof.document if draft.proof else None
    for number in range(len(document.rows)) if document else ():
        text = "".join(word.text for word in document.of_row(number)) if document else ""
        yield "".join(filter(str.isdecimal, text))
