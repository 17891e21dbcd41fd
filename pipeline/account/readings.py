"""Chooses the witness that an account's entries agree with best, by its confirmed layouts."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from db.ledger.queries import (
    accounts,
    accounts_at,
    accounts_ending,
    currencies_by_exponent,
    entries_with_amounts,
)
from db.ledger.views import AccountView
from db.models import ConfirmedLayout, Reconciliation, Statement
from db.money import exponent_of, in_units
from db.session import ask, batches
from pipeline.account.ledger_query import entries_alike, known_of
from pipeline.account.one_account import OneAccount, counts
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.matching.match import agreement_of
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import (
    Agreement,
    Document,
    Layout,
    LedgerSide,
    Origin,
    Other,
    OtherAccount,
    Pairing,
    Witness,
    pattern,
    printed_numbers,
)
from pipeline.words import Word

_LEAST_DIGITS = 4
#: So many accounts are compared at once.
_AT_ONCE = 20

_A_DAY = timedelta(days=1)


def other_accounts(
    one: OneAccount,
    draft: StatementDraft,
    scope: Collection[int] | None,
    settings: MatchSettings,
    *,
    chosen_by: str = "",
    joined: Collection[int | None] = (),
) -> tuple[OtherAccount, ...]:
    """The other accounts in ``scope`` (all, if None) that can change what is found: those whose
    number may be on the page, those that hold on its first or last day what it prints, and those
    with most of its amounts in the days covered.

    Where a person, ``chosen_by``, or the number says whose the page is, no amounts are looked for,
    and only balances that are ``joined`` to another statement's. Accounts in another currency than
    the page's, where something settles that, are left out."""
    first, last, proof = draft.period_start, draft.period_end, draft.proof
    if first is None or last is None or proof is None:
        return ()
    if one.is_only if scope is None else not any(n != one.id for n in scope):
        return ()
    session, currency = one.session, _settled_currency(draft)

    def views(ids: Iterable[int], day: date = first - _A_DAY) -> dict[int, AccountView]:
        seen = [n for n in ids if n != one.id and (scope is None or n in scope)]
        found = accounts(session, as_of=day, scope=seen) if seen else []
        return {view.id: view for view in found if currency in (None, view.currency)}

    ends = {number[-_LEAST_DIGITS:] for number in printed_numbers(proof)}
    there = views(accounts_ending(session, ends) if ends else ())
    there = {n: view for n, view in there.items() if _digits_of(view)[-_LEAST_DIGITS:] in ends}
    balances = {draft.opening_balance, draft.closing_balance} - {0, None}
    if _is_told(one, draft, there, chosen_by):
        balances &= set(joined)
    else:
        counts = entries_alike(session, draft, settings, scope, currency)
        there |= _likeliest(session, draft, counts, views, settings.window)
    for day, minor in ((first - _A_DAY, draft.opening_balance), (last, draft.closing_balance)):
        if minor in balances:
            there |= views(_holding(session, draft, day, minor))
    closings = views(there, last)
    equal, turned = _alike(session, draft, there, settings.window)
    pages = set(_digits_on(draft)) if there else set()
    return tuple(
        OtherAccount(
            n,
            _shown(_digits_of(view), pages),
            equal[n],
            turned[n],
            _in_units_of(draft, view.balance_minor, view),
            _in_units_of(draft, closings[n].balance_minor, view),
        )
        for n, view in sorted(there.items())
    )


def _is_told(
    one: OneAccount, draft: StatementDraft, others: Mapping[int, AccountView], chosen_by: str
) -> bool:
    """Whether the kernel takes a person's word, or the number, for whose the page is: nothing else
    that is known of the account or of others can change that."""
    assert draft.proof is not None
    assert draft.period_start is not None
    pages = set(_digits_on(draft)) if others else set()
    side = LedgerSide(
        one.id,
        one.row.currency,
        known_of(one.row),
        draft.period_start,
        opening=None,
        balance_origin=Origin.READING,
        others=tuple(
            OtherAccount(n, _shown(_digits_of(view), pages), 0, 0, None, None)
            for n, view in others.items()
        ),
        chosen_by=chosen_by,
    )
    found = agreement_of(draft.proof, side, Pairing(())).hypotheses
    return any(each.name == "account" and each.source in ("person", "number") for each in found)


def _likeliest(
    session: Session,
    draft: StatementDraft,
    counts: Mapping[int, int],
    views: Callable[[Iterable[int]], dict[int, AccountView]],
    window: int,
) -> dict[int, AccountView]:
    """Those with most of the statement's amounts: all that have every one of them, else the first
    of them alone. ``counts`` are what each has at most."""
    lines, best = len(draft.lines), 0
    found: dict[int, AccountView] = {}
    ids = sorted(counts, key=lambda n: (-counts[n], n))
    for some in batches(ids, _AT_ONCE):
        most = min(counts[some[0]], lines)
        if most < best or most == best < lines:
            break
        there = views(some)
        equal, turned = _alike(session, draft, there, window)
        for n, view in there.items():
            has = max(equal[n], turned[n])
            if has > best:
                best, found = has, {n: view}
            elif has == best == lines:
                found[n] = view
    return found


def _holding(session: Session, draft: StatementDraft, day: date, printed: int | None) -> set[int]:
    """The ids of accounts that hold as much at the end of a day."""
    found = set[int]()
    for exponent, currencies in currencies_by_exponent(session).items():
        minor = None if printed is None else in_units(printed, draft.exponent, exponent)
        if minor is not None:
            found |= accounts_at(session, day, minor, currencies)
    return found


def _digits_of(view: AccountView) -> str:
    return "".join(filter(str.isdecimal, view.number or view.mask or ""))


def _in_units_of(draft: StatementDraft, minor: int, view: AccountView) -> int:
    """An account's balance in the draft's minor units; as it is, where it has more decimals."""
    same = in_units(minor, exponent_of(view.currency), draft.exponent)
    return minor if same is None else same


def _settled_currency(draft: StatementDraft) -> str | None:
    """The page's currency. Where nothing settles it, its value is that of the account that the page
    is held to, which is no reason to leave others out."""
    found = next((each for each in draft.hypotheses if each.name == "currency"), None)
    return found.value if found and not found.is_assumed else None


def _alike(
    session: Session, draft: StatementDraft, views: Mapping[int, AccountView], window: int
) -> tuple[Counter[int], Counter[int]]:
    """How many of the statement's amounts each account has near its days, as read and turned."""
    assert draft.period_start is not None
    assert draft.period_end is not None
    margin = timedelta(days=window)
    first, last = draft.period_start - margin, draft.period_end + margin
    together: dict[int, list[int]] = defaultdict(list)
    for number, view in views.items():
        together[exponent_of(view.currency)].append(number)
    equal, turned = Counter[int](), Counter[int]()
    for exponent, numbers in together.items():
        amounts = Counter(draft.amounts_in(exponent))
        wanted = {*amounts, *(-amount for amount in amounts)}
        there: dict[int, Counter[int]] = defaultdict(Counter)
        for entry in entries_with_amounts(session, numbers, wanted, first, last):
            there[entry.account_id][entry.amount_minor] += 1
        for number, entries in there.items():
            equal[number] = (entries & amounts).total()
            turned[number] = (entries & Counter({-a: n for a, n in amounts.items()})).total()
    return equal, turned


def _shown(digits: str, pages: Collection[str]) -> str | None:
    """The end of another account's number that a certificate shows: a digit more than the page has
    of it tells the two apart, and no more goes out. None where none is known."""
    least = max(len(digits) - _LEAST_DIGITS, 0)
    first = next((n for n in range(least) if any(digits[n:] in row for row in pages)), least)
    return digits[max(first - 1, 0) :] or None


def _digits_on(draft: StatementDraft) -> Iterator[str]:
    """The digits of each row of the document."""
    document = draft.proof.document if draft.proof else None
    for number in range(len(document.rows)) if document else ():
        yield _digits(document.of_row(number) if document else ())


def _digits(words: Sequence[Word]) -> str:
    return "".join(filter(str.isdecimal, "".join(word.text for word in words)))


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
        first, *others = holding or [0]
        likeness = {at: _likeness(one, every[at], settings) for at in holding if others}
        chosen = max(likeness, key=lambda at: (likeness[at], -at), default=first)
    own = _lines_of(every[chosen])
    rivals = sum(_lines_of(every[at]) != own for at in holding) if chosen in holding else 0
    return ReadFor(every[chosen], rivals, chosen)


def _lines_of(draft: StatementDraft) -> frozenset[tuple[int, tuple[int, ...]]]:
    """The words that are amounts: what other witnesses may have otherwise."""
    lines = draft.witness.lines if draft.witness else ()
    return frozenset((line.amount.page, line.amount.words) for line in lines)


def _likeness(
    one: OneAccount, draft: StatementDraft, settings: MatchSettings
) -> tuple[int, int, bool, bool]:
    """How many lines have an equal entry in the days near theirs, less the days that lie between;
    then, if there are any, whether a balance is on the side that the account's kind says, and
    whether the number that is cited ends as the account's."""
    days = [line.date for line in draft.lines if line.date]
    if not days:
        return 0, 0, False, False
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
    side, known = draft.witness.convention.side if draft.witness else None, known_of(one.row)
    numbered = bool(known.number) and _cited_digits(draft).endswith(known.number or "")
    return paired, -apart, paired > 0 and side == known.kind, paired > 0 and numbered


def _cited_digits(draft: StatementDraft) -> str:
    """The digits of the number that is cited as the account's."""
    fact = draft.witness.number if draft.witness else None
    return _digits(draft.proof.document.words(fact.value) if fact and draft.proof else ())


LAYOUT: Final = TypeAdapter(Layout)

_CONFIRMED: Final = (
    select(ConfirmedLayout.id, ConfirmedLayout.layout)
    .where(ConfirmedLayout.account_id == bindparam("account_id"))
    .order_by(ConfirmedLayout.id)
)
_TAUGHT: Final = (
    select(Statement.id, Reconciliation.teaches, Statement.stated)
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Reconciliation.teaches.is_not(None),
        *counts(),
    )
    .order_by(Statement.period_end, Statement.id)
)


def layouts_of(one: OneAccount, *, derived: bool = True) -> list[Layout]:
    """The layouts of an account: a person's, known by the id of their row; and those ``derived``
    from matched statements, each once, known by the first such statement's id."""
    if one.confirmed is None:
        one.confirmed = [
            replace(LAYOUT.validate_python(said), id=number, source="person")
            for number, said in ask(one.session, _CONFIRMED, {"account_id": one.id})
        ]
    return [*one.confirmed, *(taught(one) if derived else ())]


def taught(one: OneAccount) -> list[Layout]:
    """Those that statements of an account teach, each once, except for what a person forgot."""
    if one.taught is None:
        one.taught = _taught(one.session, one.id)
    return one.taught


def _taught(session: Session, account_id: int) -> list[Layout]:
    found: list[Layout] = []
    for number, said, stated in ask(session, _TAUGHT, {"account_id": account_id}):
        if (stated or {}).get("teaches") is False:
            continue
        layout = replace(LAYOUT.validate_python(said), id=number, source="derived")
        if not any(replace(each, id=number) == layout for each in found):
            found.append(layout)
    return found


def teaches(agreement: Agreement) -> Layout | None:
    """The layout that a matched statement shows, if no layout settled anything of it and nothing of
    the ledger was made from a reading."""
    layout = agreement.page.layout
    sources = {each.source for each in agreement.hypotheses}
    side = agreement.side
    paired = agreement.pairing.entries
    read = [e for e in side.entries if e.id in paired and e.origin == "reading"]
    own = side.balance_origin != "reading" and not read
    whole = not any(each.incomplete for each in agreement.page.objections)
    known = sources.isdisjoint({"layout", "statement_before"})
    teaches = agreement.ties_out and known and own and whole
    # What a person excused is kept apart, where they see and forget it.
    return replace(layout, other=()) if layout and teaches else None


def rests_on(agreement: Agreement) -> list[dict[str, Any]]:
    """The layouts that settled something of it, or excuse a row, by id and source."""
    page = agreement.page
    settled = {each.source for each in agreement.hypotheses}
    found = [] if settled.isdisjoint({"layout", "statement_before"}) else list(page.matching)
    rows = (each.row for each in page.witness.other if each.by == "layout")
    excused = {pattern(page.document.of_row(row)) for row in rows}
    found += [each for each in page.layouts if each not in found and excused & set(each.other)]
    return [{"id": each.id, "source": each.source} for each in found]


def with_excused(draft: StatementDraft, layouts: Sequence[Layout]) -> StatementDraft:
    """The draft with a further witness for each that cites, or leaves open, rows which these
    layouts know to be no lines: there they are not."""
    assert draft.proof is not None
    document = draft.proof.document
    patterns = {text for each in layouts for text in each.other if text}
    read = [
        each for each in draft.witnesses if not any(other.by == "layout" for other in each.other)
    ]
    known = [] if not patterns else [_excused(each, document, patterns) for each in read]
    more = [each for each in known if each is not None]
    return replace(draft, witnesses=(*read, *more))


def _excused(witness: Witness, document: Document, patterns: Collection[str]) -> Witness | None:
    """The witness without the rows of these words; None where it has none."""
    start, stop = witness.section
    alike = {row for row in range(start, stop) if pattern(document.of_row(row)) in patterns}
    rows = alike - {other.row for other in witness.other}
    if not rows:
        return None
    lines = tuple(line for line in witness.lines if document.row_of(line.amount) not in rows)
    others = tuple(Other(row, "layout") for row in sorted(rows))
    return replace(witness, lines=lines, other=(*witness.other, *others))
