"""Asks the ledger which accounts there are, and what it says of one around a statement's days."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from db.ledger.queries import (
    UnknownAccount,
    count_with_amounts,
    currencies_by_exponent,
    entries_of,
    etag,
)
from db.ledger.views import Entry
from db.models import Account, Match, Reconciliation, Statement, Transaction
from db.session import ask
from db.words import AccountKind, Origin
from pipeline.account.one_account import OneAccount, counts
from pipeline.drafts import Period, StatementDraft
from pipeline.matching.shapes import AccountSide, MatchSettings, Sibling, Span
from pipeline.proof import Before, KnownAccount, LedgerEntry, LedgerSide, OtherAccount
from pipeline.proof import Origin as KernelOrigin

#: How far around a statement's days the kernel is given entries.
AROUND: Final = timedelta(days=31)
#: The same where the year is open: another year must have its chance to fit.
_AROUND_YEARS: Final = timedelta(days=400)
_DEBTS: Final = frozenset({AccountKind.CARD, AccountKind.LOAN})
# Built once: to build a question costs more than to have SQLite answer it.
_NOT_IGNORED: Final = Statement.id.not_in(bindparam("ignoring", expanding=True))
_ANY_ENTRY: Final = (
    select(Transaction.id).where(Transaction.account_id == bindparam("account_id")).limit(1)
)
_OWN_ENTRIES: Final = (
    select(Match.transaction_id)
    .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Statement.id.in_(bindparam("ignoring", expanding=True)),
        Statement.account_id == bindparam("account_id"),
    )
)


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """What is asked of an account: the days that a statement covers, the first day of its lines,
    its balances at their ends, and whether its year is open; how near an entry must be; who said
    that it is of this account; the other accounts that it could be of; and the period that is
    ``printed``, be it settled or not."""

    period: Period
    first_line: date | None
    settings: MatchSettings
    year_open: bool = False
    chosen_by: str = ""
    others: tuple[OtherAccount, ...] = ()
    balances: tuple[int | None, int | None] = (None, None)
    printed: Period | None = None

    @property
    def span(self) -> Span:
        return Span(self.period.start, self.period.end, *self.balances)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """An entry that another statement has: counted before this one opens, or after it closes."""

    entry: int
    booked_on: date
    amount: int
    earlier: bool


def known_of(account: Account) -> KnownAccount:
    """What a person or the ledger's source says of an account; a reading's word does not count."""

    def vouched(origin: Origin) -> bool:
        return origin is not Origin.READING

    kind = None
    if vouched(account.kind_origin) and account.kind is not AccountKind.OTHER:
        kind = "debt" if account.kind in _DEBTS else "money"
    currency = account.currency if vouched(account.currency_origin) else None
    digits = "".join(filter(str.isdecimal, account.number or account.mask or ""))
    return KnownAccount(currency, kind, digits or None, account.institution)  # type: ignore[arg-type]


def ledger_side(
    one: OneAccount,
    asked: LedgerQuery,
    ignoring: Collection[int] = (),
    siblings: Sequence[Sibling] = (),
    own: Collection[int] | None = None,
) -> AccountSide:
    """The account around a statement's days.

    ``ignoring`` are ids of statements whose claims do not count: this one's if it was recorded
    before, or all of its document's when that is read again. ``own`` are the entries that those are
    paired with, where that is known. Raises ``UnknownAccount``."""
    session, account, period = one.session, one.row, asked.period
    margin = timedelta(days=asked.settings.margin_days)
    around = _AROUND_YEARS if asked.year_open else AROUND
    first = min(period.start, asked.first_line or period.start)
    start, end = first - margin, period.end + margin
    waiting = {n: each for n, each in one.awaited.items() if each.since <= period.end}
    own = _own_entries(session, one.id, ignoring) if own is None else own
    since, until = first - max(around, margin), period.end + max(around, margin)
    if asked.printed is not None:
        since = max(min(since, asked.printed.start), first - _AROUND_YEARS)
        until = min(max(until, asked.printed.end), period.end + _AROUND_YEARS)
    near = one.entries(since, until)
    far = set(own) - {entry.id for entry in near}
    wide = sorted([*near, *entries_of(session, far)], key=lambda each: (each.booked_on, each.id))
    before = [sibling for sibling in siblings if sibling.account_id == one.id]
    paired = [
        *_paired_elsewhere(one, (start, end), waiting, asked.span, ignoring),
        *_paired_with_siblings(wide, before, asked.span),
    ]
    taken = {each.entry for each in paired}
    # Those that wait, are on no statement yet, and are dated so that the balances hold them.
    outstanding = [
        _Outstanding(each.id, waiting[each.id].word)
        for each in entries_of(session, waiting.keys() - taken.union(own))
        if each.booked_on <= period.end
    ]
    free = taken | {each.entry for each in outstanding}
    reaches = _reaches_back(account, period, asked.first_line)
    opening = one.balance_before(period.start)
    early = sum(entry.amount_minor for entry in near if entry.booked_on < period.start)
    inside = sum(entry.amount_minor for entry in wide if entry.booked_on in period)
    within = [e for e in wide if start <= e.booked_on <= end or e.id in own]
    return AccountSide(
        ledger=LedgerSide(
            id=account.id,
            currency=account.currency,
            known=known_of(account),
            since=since,
            opening=opening - early if reaches else None,
            balance_origin=KernelOrigin(account.opening_origin.value),
            entries=_for_kernel(session, wide, paired, outstanding),
            expected=tuple(sorted(n for n, w in waiting.items() if w.since < period.end)),
            before=_before(session, one.id, period, ignoring, before),
            others=asked.others,
            chosen_by=asked.chosen_by,
        ),
        name=account.name,
        mask=account.mask,
        etag=etag(account.id, account.version),
        blank=not within and (session.scalar(_ANY_ENTRY, {"account_id": one.id}) is None),
        entries=tuple(entry for entry in within if entry.id not in free),
        opening=opening if reaches else None,
        closing=opening + inside if reaches else None,
    )


@dataclass(frozen=True, slots=True)
class _Outstanding:
    """An entry that a person said the bank counts later."""

    entry: int
    word: str


def _for_kernel(
    session: Session,
    wide: Sequence[Entry],
    paired: Sequence[_Elsewhere],
    outstanding: Sequence[_Outstanding],
) -> tuple[LedgerEntry, ...]:
    """Every entry around the statement, and what other statements and persons count of them."""
    how: dict[int, tuple[str, str]] = {
        each.entry: ("earlier" if each.earlier else "later", "") for each in paired
    }
    how |= {each.entry: ("outstanding", each.word) for each in outstanding}
    there = {entry.id for entry in wide}
    every = [*wide, *entries_of(session, how.keys() - there)]
    return tuple(
        LedgerEntry(
            entry.id,
            entry.booked_on,
            entry.amount_minor,
            KernelOrigin(entry.origin.value),
            *how.get(entry.id, ("", "")),  # type: ignore[arg-type]
        )
        for entry in sorted(every, key=lambda each: (each.booked_on, each.id))
    )


def _own_entries(session: Session, account_id: int, ignoring: Collection[int]) -> set[int]:
    """The ids of the account's entries that the statements themselves are paired with: those of one
    document may be of several accounts."""
    if not ignoring:
        return set()
    wanted = {"account_id": account_id, "ignoring": list(ignoring)}
    return set(session.scalars(_OWN_ENTRIES, wanted))


def _reaches_back(account: Account, period: Period, first_line: date | None) -> bool:
    """Whether the ledger's balances mean something: it was opened before the first movement.

    An account without an opening day counts from the beginning of time.
    """
    if account.opened_on is None or account.opened_on <= period.start:
        return True
    return account.opened_on <= (first_line or period.end)


def _paired_elsewhere(
    one: OneAccount,
    days: tuple[date, date],
    waiting: Collection[int],
    span: Span,
    ignoring: Collection[int],
) -> list[_Elsewhere]:
    """Entries that other statements claim for lines which this one cannot print too: those of
    these days, and those that were outstanding however far away.

    A line that another statement dates inside both periods is on both statements, so that its entry
    is a candidate here as well.
    """
    found = {
        pair.entry: _Elsewhere(pair.entry, pair.booked_on, pair.amount, earlier)
        for pair in one.pairs(*days, ignoring, waiting)
        if (earlier := _earlier(pair.line_day, pair.span, span)) is not None
    }
    return list(found.values())  # several lines may be one entry


def _paired_with_siblings(
    near: Sequence[Entry], siblings: Sequence[Sibling], span: Span
) -> list[_Elsewhere]:
    by_id = {entry.id: entry for entry in near}
    return [
        _Elsewhere(entry_id, by_id[entry_id].booked_on, by_id[entry_id].amount_minor, earlier)
        for sibling in siblings
        for entry_id, line_day in sibling.pairs
        if entry_id in by_id and (earlier := _earlier(line_day, sibling.span, span)) is not None
    ]


def _earlier(line_day: date | None, other: Span, own: Span) -> bool | None:
    """Whether another statement counts a line before this one opens, and not after it closes; None
    where both may print it."""
    assert own.first is not None
    assert own.last is not None
    if other.goes_on(own) or (other.last is not None and other.last < own.first):
        return True
    if own.goes_on(other) or (other.first is not None and other.first > own.last):
        return False
    if line_day is not None and own.first <= line_day <= own.last:
        return None
    return line_day is None or line_day < own.first


def _before(
    session: Session,
    account_id: int,
    period: Period,
    ignoring: Collection[int],
    siblings: Sequence[Sibling],
) -> Before | None:
    """The statement that ends latest of those that ended before this one does."""
    wanted = {"account_id": account_id, "end": period.end, "ignoring": list(ignoring)}
    row = ask(session, _ended_before(), wanted).first()
    found = [Before(row[0], row[1], whole_period(row[2]))] if row and row[0] else []
    # A sibling will have the higher id, so that it wins where two end on the same day.
    found += [
        Before(sibling.span.last, sibling.span.closing, sibling.whole)
        for sibling in siblings
        if sibling.span.last is not None and sibling.span.last < period.end
    ]
    return max(enumerate(found), key=lambda p: (p[1].last, p[0]))[1] if found else None


def whole_period(hypotheses: Sequence[Mapping[str, Any]] | None) -> bool:
    """Whether recorded hypotheses say that the period is settled, and not only that of the rows."""
    period = next((each for each in hypotheses or () if each["name"] == "period"), None)
    return period is not None and period["source"] not in ("rows", "assumed")


@cache
def _ended_before() -> Select[date | None, int | None, Any]:
    return (
        select(Statement.period_end, Statement.closing_minor, Reconciliation.hypotheses)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Statement.account_id == bindparam("account_id"),
            Statement.period_end < bindparam("end"),
            _NOT_IGNORED,
            *counts(),
        )
        .order_by(
            Statement.period_end.desc(), Statement.period_start.desc(), Statement.closing_minor
        )
        .limit(1)
    )


def entries_alike(
    session: Session,
    draft: StatementDraft,
    settings: MatchSettings,
    account_ids: Collection[int] | None = None,
    currency: str | None = None,
) -> Counter[int]:
    """How many entries of each account have one of the statement's amounts, in its days or near
    them: no comparison can pair more. Accounts without any, in another ``currency``, or other than
    these ``account_ids`` are left out.
    """
    said = [draft.period_start, draft.period_end, *(line.date for line in draft.lines)]
    days = [day for day in said if day is not None]
    counts: Counter[int] = Counter()
    if not days or (account_ids is not None and not account_ids):
        return counts
    margin = timedelta(days=settings.margin_days)
    first, last = min(days) - margin, max(days) + margin
    every = currencies_by_exponent(session)
    for exponent, currencies in every.items():
        wanted = [each for each in currencies if currency in (None, each)]
        if not wanted:
            continue
        # Either way: another witness of the page may turn them.
        amounts = [way * amount for amount in draft.amounts_in(exponent) for way in (1, -1)]
        of = None if len(every) == 1 and wanted == currencies else wanted
        counts.update(count_with_amounts(session, account_ids, amounts, first, last, of))
    return counts


_ACCOUNTS: Final = select(Account.id)
_OF_IMPORT: Final = select(Statement.id).where(Statement.import_id == bindparam("import_id"))


def accounts_in_scope(session: Session, named: Collection[int] | None) -> frozenset[int]:
    """The ids of the accounts in scope. Raises ``UnknownAccount`` for one that is not there."""
    there = frozenset(ask(session, _ACCOUNTS).scalars().all())
    if named is None:
        return there
    for account_id in named:
        if account_id not in there:
            raise UnknownAccount(account_id=account_id)
    return frozenset(named)


def statements_of(session: Session, import_id: int | None) -> frozenset[int]:
    """The ids of what was recorded of an import before; its claims are not another's."""
    return frozenset(ask(session, _OF_IMPORT, {"import_id": import_id}).scalars())
