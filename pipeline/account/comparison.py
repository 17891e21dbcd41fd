"""Compares a statement with the accounts in scope, and picks the reading that agrees best."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from db.ledger.queries import accounts, entries_with_amounts
from pipeline.account.layouts import layouts_of, with_excused
from pipeline.account.ledger_query import known_of
from pipeline.account.one_account import OneAccount
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.matching.match import DEFAULTS, match
from pipeline.matching.shapes import AccountSide, Matching, MatchSettings, Sibling
from pipeline.matching.verdicts import Proof, period_of, prove
from pipeline.proof import Layout, OtherAccount

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from tools.ledger.workspace import Sessions


@dataclass(frozen=True, slots=True)
class Comparison:
    """A statement beside one account: the statement as that account reads it, what the ledger says,
    and how the rows pair. ``rivals`` counts other witnesses of the page that are as good."""

    draft: StatementDraft
    side: AccountSide
    matching: Matching
    settings: MatchSettings = field(default=DEFAULTS)
    rivals: int = 0

    def proof(self) -> Proof:
        """What follows for the statement."""
        return prove(self.draft, self.side, self.matching, self.settings, self.rivals)


@dataclass(frozen=True, slots=True)
class ScopedLedger:
    """Where statements are compared with accounts. ``scope`` is the ids that may be seen;
    the claims of the statements that it is ``ignoring`` do not count. ``named`` is the account
    that a person said the statements are of, and ``named_by`` that person."""

    sessions: Sessions
    scope: frozenset[int]
    settings: MatchSettings = field(default=DEFAULTS)
    siblings: tuple[Sibling, ...] = ()
    ignoring: frozenset[int] = frozenset()
    named: int | None = None
    named_by: str = ""

    def compare(self, draft: StatementDraft, account_id: int) -> Comparison | None:
        """The statement against the account; None if no one knows which days it covers."""
        with self.sessions() as session:
            return compare(session, draft, account_id, self)

    def after(self, comparison: Comparison | None) -> ScopedLedger:
        """The same for the document's next statement, which this one came before."""
        sibling = as_sibling(comparison)
        return replace(self, siblings=(*self.siblings, sibling)) if sibling else self


def as_sibling(comparison: Comparison | None) -> Sibling | None:
    """What the statement will say to later ones once it is recorded; None if it says nothing."""
    if comparison is None:
        return None
    draft = comparison.draft
    period = period_of(draft)
    if period is None or draft.proof is None or not draft.proof.holds:
        return None
    whole = any(
        each.name == "period" and each.source not in ("rows", "assumed")
        for each in draft.hypotheses
    )
    dates = {line.ordinal: line.date for line in draft.lines}
    claims = tuple((pair.entry, dates[pair.line]) for pair in comparison.matching.pairs)
    return Sibling(comparison.side.account_id, period, draft.closing_balance, whole, claims)


def compare(
    session: Session, draft: StatementDraft, account_id: int, scoped: ScopedLedger
) -> Comparison | None:
    """The statement against the account as this session sees it; None without any day.

    Of the reader's witnesses that is taken which the account's entries are most like. Raises
    ``UnknownAccount``.
    """
    from pipeline.account.one_account import OneAccount

    one = OneAccount(session, account_id)
    read = read_for(one, draft, scoped.settings)
    return beside(one, read.draft, scoped, rivals=read.rivals)


def beside(
    one: OneAccount, draft: StatementDraft, scoped: ScopedLedger, *, rivals: int = 0
) -> Comparison | None:
    """One reading of a statement against the account; None without any day."""
    from pipeline.account.ledger_query import LedgerQuery, ledger_side

    period = period_of(draft)
    if period is None:
        return None
    first = min((line.date for line in draft.lines if line.date is not None), default=None)
    settings = scoped.settings
    asked = LedgerQuery(
        period,
        first,
        settings,
        year_open=year_is_open(draft),
        chosen_by=scoped.named_by if scoped.named == one.id else "",
        others=other_accounts(one, draft, scoped.scope, settings.window),
    )
    side = ledger_side(one, asked, scoped.ignoring, scoped.siblings)
    matching = match(draft.lines, side.entries, period, settings)
    return Comparison(draft, side, matching, settings, rivals)


def year_is_open(draft: StatementDraft) -> bool:
    """Whether nothing on the page settles which year, or which order of day and month, it is of."""
    return any(each.name in ("year", "order") and each.is_assumed for each in draft.hypotheses)


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


@dataclass(frozen=True, slots=True)
class ReadFor:
    """A statement as an account reads it; ``rivals`` counts other witnesses of the page that hold
    as well and have other lines. ``chosen`` is the witness's place among those offered."""

    draft: StatementDraft
    rivals: int
    chosen: int


def read_for(
    one: OneAccount,
    draft: StatementDraft,
    settings: MatchSettings,
    layouts: Sequence[Layout] | None = None,
    kept: int | None = None,
) -> ReadFor:
    """The statement under the witness that the account's entries are most like, proven with what is
    known of the account; of equals the first. Where a person's word or a lock rests on one, that is
    ``kept``."""
    if draft.proof is None:
        return ReadFor(draft, 0, 0)
    document = draft.proof.document
    known = known_of(one.row)
    if layouts is None:
        layouts = layouts_of(one)
    if kept is None:
        draft = with_excused(draft, layouts)
    every = [
        prove_draft(
            draft,
            document,
            witness,
            answers=draft.answers,
            layouts=tuple(layouts),
            account=known,
        )
        for witness in draft.witnesses
    ]
    holding = [at for at, each in enumerate(every) if each.proof and each.proof.holds]
    if kept is not None and kept < len(every):
        chosen = kept
    else:
        chosen = max(holding or [0], key=lambda at: (_likeness(one, every[at], settings), -at))
    own = _lines_of(every[chosen])
    rivals = sum(_lines_of(every[at]) != own for at in holding) if chosen in holding else 0
    return ReadFor(every[chosen], rivals, chosen)


def _lines_of(draft: StatementDraft) -> frozenset[tuple[int, tuple[int, ...]]]:
    """The words that are amounts: what other witnesses may have otherwise."""
    lines = draft.witness.lines if draft.witness else ()
    return frozenset((line.amount.page, line.amount.words) for line in lines)


def _likeness(one: OneAccount, draft: StatementDraft, settings: MatchSettings) -> tuple[int, int]:
    """How many lines have an equal entry in the days near theirs, less the days that lie between;
    nothing if some entry of the days covered is left over and none is paired."""
    days = [line.date for line in draft.lines if line.date]
    if not days:
        return 0, 0
    margin = timedelta(days=settings.window)
    entries = one.entries(min(days) - margin, max(days) + margin)
    left = Counter((entry.booked_on, entry.amount_minor) for entry in entries)
    paired = apart = 0
    for line in draft.lines:
        if line.date is None:
            continue
        for step in range(settings.window + 1):
            near = next(
                (
                    day
                    for day in (line.date - timedelta(step), line.date + timedelta(step))
                    if left[day, line.amount] > 0
                ),
                None,
            )
            if near is not None:
                left[near, line.amount] -= 1
                paired, apart = paired + 1, apart + step
                break
    return paired, -apart
