"""The chosen reading as a witness: which words it takes for what, for the kernel to prove."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from pipeline.drafts import StatementDraft, proven
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.entries import offered
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure, Style
from pipeline.proof.passed_over import Account
from pipeline.proof.rows import Row
from pipeline.proof.second_dates import dates_below, second_date
from pipeline.proof.sheet import prints_whole
from pipeline.proof.stated import Stated
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Convention, Excuse, Place, Section, Side, Witness, WitnessRow
from pipeline.proof.zones import Zones
from pipeline.reading.describe import used_words, words_around
from pipeline.reading.items import Item
from pipeline.reading.printed_signs import signs_of
from pipeline.reading.search import Found
from pipeline.reading.steps import Scale, Step
from pipeline.reading.styles import styles_of
from pipeline.reading.ties import Printed, Tie
from pipeline.words import DocumentPages

#: Where one end of a statement is not known, nothing can be held to it.
_WITHOUT_A_BALANCE = (
    "opening",
    "closing",
    "sums",
    "balances",
    "no_contradiction",
    "nothing_passed_over",
    "signs",
)

#: The doubt that the document could be cut into statements otherwise.
ONE_READING: Final = "one_reading"
_USUAL = 2  # minor digits of most currencies


@dataclass(frozen=True, slots=True)
class Cut:
    """The document's rows that one statement stands on, and how their figures are read.

    Its section begins at ``above``: rows of no entries that are no other statement's.
    """

    pages: LexedPages
    rows: Sequence[Row]
    start: int
    stop: int
    style: Style
    above: int


def offer(
    draft: StatementDraft, found: Found, tie: Tie, cut: Cut, month_first: bool
) -> StatementDraft:
    """The draft with its witness, as far as the kernel proves that."""
    witness = witness_of(found, tie, cut, month_first)
    offered = offer_witness(draft, witness, cut.pages)
    if not _lacks_scale(offered) or found.scale.exponent or not prints_whole(cut.rows):
        return offered
    # Whole forints and the like: nobody prints the minor unit that their currency has. Of pounds
    # 1.234 may as well be one and three decimals.
    convention = replace(witness.convention, exponent=_USUAL)
    other = offer_witness(draft, replace(witness, convention=convention), cut.pages)
    return offered if _lacks_scale(other) else other


def _lacks_scale(draft: StatementDraft) -> bool:
    return draft.proof is None or draft.proof.state("scale") is not CheckState.PASSED


def offer_witness(draft: StatementDraft, witness: Witness, pages: LexedPages) -> StatementDraft:
    """The draft with this witness, as far as the kernel proves it; without one that it refuses."""
    try:
        return proven(draft, prove_page(pages, with_excuses(witness, pages)))
    except WitnessRefused as refused:
        return _refused(draft, refused)


def prove_again(draft: StatementDraft, witness: Witness, pages: LexedPages) -> StatementDraft:
    """The same of a witness that brings its excuses."""
    try:
        return proven(draft, prove_page(pages, witness))
    except WitnessRefused as refused:
        return _refused(draft, refused)


def _refused(draft: StatementDraft, refused: WitnessRefused) -> StatementDraft:
    check = Check("grounded", CheckState.FAILED, detail=refused.message())
    return replace(draft, doubts=(check,))


def adds_up(draft: StatementDraft) -> bool:
    """Whether all is proven of a draft but that its words look as they say."""
    return draft.proof is not None and draft.proof.proven_but_for("seen")


def witness_of(found: Found, tie: Tie, cut: Cut, month_first: bool) -> Witness:
    """The words that the reading takes for what they are; no figure is excused yet."""
    lexed = cut.pages.under(cut.style)
    steps = sorted((s for s in tie.steps if s.amount is not None), key=lambda s: s.item.index)
    money = tie.convention.roles.money
    groups = words_around(found.items, [step.item for step in steps], money)
    dates = _dates(found, steps, money)
    seconds = _second_dates(dates, steps, lexed, cut)
    return Witness(
        section=Section(cut.above, cut.stop),
        convention=Convention(
            cut.style,
            found.scale.exponent,
            month_first,
            tie.convention.newest_first,
            *signs_of(tie, found.scale),
            tie.convention.balance_base,
        ),
        rows=tuple(
            _row(step, tie, groups[step.item.index], dated, second)
            for step, dated, second in zip(steps, dates, seconds, strict=True)
        ),
        opening=_end(tie.opening, cut, found.scale),
        closing=_end(tie.closing, cut, found.scale) or _last_balance(tie),
    )


def relied_on(drafts: Sequence[StatementDraft]) -> dict[int, set[int]]:
    """Page by page the words that proofs rest on: whether those look so is all that is open, or a
    balance besides, which the page does not print and a person may state."""
    found: dict[int, set[int]] = defaultdict(set)
    for draft in drafts:
        if draft.proof is not None and (adds_up(draft) or _lacks_a_balance(draft.proof)):
            for page, words in draft.proof.relied_on().items():
                found[page] |= words
    return found


def all_figures(document: DocumentPages) -> dict[int, set[int]]:
    """Page by page every word that is read as a figure or a date, or has digits: what a model may
    point at where the reader proves nothing."""
    pages = LexedPages(document.pages)
    found: dict[int, set[int]] = defaultdict(set)
    for style in styles_of(pages.bare) if pages.bare else ():
        for row in pages.under(style).rows:
            digits = {i for i, word in enumerate(row.words) if any(map(str.isdecimal, word.text))}
            found[row.page] |= {row.ids[place] for place in row.taken | digits}
    return found


def _lacks_a_balance(proof: PageProof) -> bool:
    """Whether nothing is open but a balance that no word names, and what cannot hold without it."""
    named = all(proof.state(end) is CheckState.PASSED for end in ("opening", "closing"))
    return not named and proof.proven_but_for("seen", *_WITHOUT_A_BALANCE)


def with_excuses(witness: Witness, pages: LexedPages, stated: Stated | None = None) -> Witness:
    """The witness with an excuse for each figure that it does not use, where one holds.

    Raises WitnessRefused for words that do not fit the pages.
    """
    bare = replace(witness, excused=())
    found = offered(pages.under(witness.convention.style), bare, stated)
    account = Account(found, sums_of(found), Zones(found))
    return replace(
        witness,
        excused=tuple(
            Excuse(place_of(found.lexed.rows[index], figure.first, figure.last), reason)
            for index, figure in account.unused()
            if (reason := account.reason(index, figure)) is not None
        ),
    )


def _dates(
    found: Found, steps: Sequence[Step], money: Set[int]
) -> list[tuple[Item, PrintedDate] | None]:
    """For each entry the date that is its own, and where it stands.

    A date on a row without an amount belongs to the first entry below it.
    """
    wanted = {step.item.index for step in steps}
    dates: list[tuple[Item, PrintedDate] | None] = []
    waiting: tuple[Item, PrintedDate] | None = None
    for item in found.items:
        if item.day is not None:
            waiting = (item, item.day)
        if item.index in wanted:
            dates.append(waiting)
            waiting = None
        elif item.day is not None and not money.isdisjoint(item.cells):
            waiting = None
    return dates


def _second_dates(
    dates: Sequence[tuple[Item, PrintedDate] | None], steps: Sequence[Step], lexed: Lexed, cut: Cut
) -> list[Place | None]:
    """The second date of each entry: beside the first, or where none has one, below it."""
    found = [_beside(lexed, *own) if own else None for own in dates]
    firsts = [own[1] for own in dates if own]
    if any(found) or len(firsts) < len(dates):
        return found
    rows = [cut.start + step.item.index for step in steps]
    below = dates_below(lexed, list(zip(rows, firsts, strict=True)), cut.stop)
    if not below:
        return found
    return [_day(lexed.rows[row], lexed.rows[row].dates[0]) for row in below]


def _beside(lexed: Lexed, item: Item, first: PrintedDate) -> Place | None:
    day = second_date(lexed, lexed.row_of(_day(item.row, first)), first)
    return _day(item.row, day) if day else None


def _row(
    step: Step,
    tie: Tie,
    group: Sequence[Item],
    dated: tuple[Item, PrintedDate] | None,
    value_date: Place | None,
) -> WitnessRow:
    item, roles = step.item, tie.convention.roles
    side, figure = _amount(item, roles.debit, roles.credit, roles.amount)
    own = dated
    balance = item.cells.get(roles.balance) if roles.balance is not None else None
    taken = {_place(item.row, figure)} | ({_place(item.row, balance)} if balance else set())
    date = _day(own[0].row, own[1]) if own else None
    direction = _direction(item, figure)
    taken |= {each for each in (date, value_date, direction) if each}
    return WitnessRow(
        amount=_place(item.row, figure),
        side=side,
        date=date,
        value_date=value_date,
        balance=_place(item.row, balance) if balance else None,
        direction=direction,
        text=_text(group, taken),
    )


def _amount(
    item: Item, debit: int | None, credit: int | None, amount: int | None
) -> tuple[Side, Figure]:
    if amount is not None and amount in item.cells:
        return Side.AMOUNT, item.cells[amount]
    sides = [
        (side, item.cells[column])
        for side, column in ((Side.DEBIT, debit), (Side.CREDIT, credit))
        if column is not None and column in item.cells
    ]
    return next((each for each in sides if each[1].value), sides[0])


def _place(row: Row, part: Figure) -> Place:
    """The words of the figure as it was found; the reader may have given it another sign."""
    own = next(f for f in row.figures if f.last == part.last)
    return place_of(row, own.first, own.last)


def _day(row: Row, day: PrintedDate) -> Place:
    return place_of(row, day.first, day.last)


def _direction(item: Item, figure: Figure) -> Place | None:
    """A mark of the row's own, or a sign that stands apart from the figure."""
    if item.direction_word is not None:
        return place_of(item.row, item.direction_word, item.direction_word)
    own = next(f for f in item.row.figures if f.last == figure.last)
    if own.sign != figure.sign and own.first:
        return place_of(item.row, own.first - 1, own.first - 1)
    return None


def _text(group: Sequence[Item], taken: set[Place]) -> tuple[Place, ...]:
    """The words that describe an entry, row by row, without those that say something else."""
    used = {(place.page, word) for place in taken for word in place.words}
    found: list[Place] = []
    for item in group:
        row = item.row
        skip = used_words(item)
        words = tuple(
            place
            for at, place in enumerate(row.ids)
            if at not in skip and (row.page, place) not in used
        )
        if words:
            found.append(Place(row.page, words))
    return tuple(found)


def _end(printed: Printed | None, cut: Cut, scale: Scale) -> Place | None:
    """The words of an opening or closing balance."""
    if printed is None:
        return None
    row = cut.rows[cut.start + printed.row]
    same = [figure for figure in row.figures if scale.minor(figure) == abs(printed.value)]
    named = [figure for figure in same if figure.first == printed.word] or same[-1:]
    return place_of(row, named[0].first, named[0].last) if named else None


def _last_balance(tie: Tie) -> Place | None:
    """Where no closing balance is printed apart, the one beside the last row."""
    column = tie.convention.roles.balance
    item = tie.steps[-1].item if tie.steps else None
    figure = item.cells.get(column) if item and column is not None else None
    return _place(item.row, figure) if item and figure else None


def doubted(draft: StatementDraft) -> StatementDraft:
    """The draft with its cut from the document in doubt: nothing is offered for proof."""
    if not adds_up(draft):
        return draft
    check = Check(ONE_READING, CheckState.FAILED, detail="the document could be cut otherwise")
    others = tuple(c for c in draft.doubts if c.name != check.name)
    return replace(draft, witness=None, proof=None, doubts=(*others, check))
