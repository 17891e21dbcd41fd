"""Chooses the witness that an account's entries agree with best, by its confirmed layouts."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from db.ledger.queries import accounts, entries_with_amounts
from db.ledger.views import AccountView
from db.models import ConfirmedLayout, Reconciliation, Statement
from db.money import exponent_of, in_units
from pipeline.account.ledger_query import known_of
from pipeline.account.one_account import OneAccount, counts
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import Agreement, Document, Layout, Other, OtherAccount, Witness, pattern
from pipeline.words import Word

_LEAST_DIGITS = 4


_A_DAY = timedelta(days=1)


def other_accounts(
    one: OneAccount, draft: StatementDraft, scope: Collection[int] | None, window: int
) -> tuple[OtherAccount, ...]:
    """Every other account in ``scope`` (all, if None) for which something speaks: equal amounts in
    the days covered, a balance, or its number on the page. Those in another currency than the
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
        digits = "".join(filter(str.isdecimal, view.number or view.mask or ""))
        on_page = any(digits[-_LEAST_DIGITS:] in row for row in pages if digits[3:])
        opening = _in_units_of(draft, view.balance_minor, view)
        closing = _in_units_of(draft, closings[number], view)
        stands = opening == draft.opening_balance or closing == draft.closing_balance
        if equal[number] or turned[number] or on_page or stands:
            counts = (equal[number], turned[number])
            shown = _shown(digits, pages) or None
            found.append(OtherAccount(number, shown, *counts, opening, closing))
    return tuple(sorted(found, key=lambda each: each.id))


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
    session: Session,
    draft: StatementDraft,
    ids: Mapping[int, AccountView],
    days: tuple[date, date],
    window: int,
) -> tuple[Counter[int], Counter[int]]:
    """How many of the statement's amounts each account has near its days, as read and turned."""
    margin = timedelta(days=window)
    together: dict[int, list[int]] = defaultdict(list)
    for number, view in ids.items():
        together[exponent_of(view.currency)].append(number)
    equal, turned = Counter[int](), Counter[int]()
    for exponent, numbers in together.items():
        amounts = Counter(draft.amounts_in(exponent))
        wanted = {*amounts, *(-amount for amount in amounts)}
        there: dict[int, Counter[int]] = defaultdict(Counter)
        for entry in entries_with_amounts(
            session, numbers, wanted, days[0] - margin, days[1] + margin
        ):
            there[entry.account_id][entry.amount_minor] += 1
        for number, entries in there.items():
            equal[number] = (entries & amounts).total()
            turned[number] = (entries & Counter({-a: n for a, n in amounts.items()})).total()
    return equal, turned


def _shown(digits: str, pages: Collection[str]) -> str:
    """The end of another account's number that a certificate shows: a digit more than the page has
    of it tells the two apart, and no more goes out."""
    least = max(len(digits) - _LEAST_DIGITS, 0)
    first = next((n for n in range(least) if any(digits[n:] in row for row in pages)), least)
    return digits[max(first - 1, 0) :]


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
        chosen = max(holding or [0], key=lambda at: (_likeness(one, every[at], settings), -at))
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
            for number, said in one.session.execute(_CONFIRMED, {"account_id": one.id})
        ]
    if derived and one.taught is None:
        one.taught = taught(one.session, one.id)
    return [*one.confirmed, *((one.taught or ()) if derived else ())]


def taught(session: Session, account_id: int) -> list[Layout]:
    """Those that statements of an account teach, each once, except for what a person forgot."""
    found: list[Layout] = []
    for number, said, stated in session.execute(_TAUGHT, {"account_id": account_id}):
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
