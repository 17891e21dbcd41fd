"""Gathers the objections to each statement: missing pages, and totals or words that disagree."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from db.money import to_decimal_string
from pipeline.drafts import Line, StatementDraft
from pipeline.proof import Objection
from pipeline.reading.facts.periods import last_day_of_periods
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.labelled import LabelledFigure, balances_of_days
from pipeline.reading.lexing.lexed import Lexed, document_row
from pipeline.reading.lexing.rows import LexedRow, letters_in
from pipeline.reading.objections.pages import SectionView, of_cuts, of_pages, of_rest, part_of
from pipeline.reading.table.search import (
    account_titles,
    is_account_title,
    is_unbooked_heading,
    unbooked_cells,
)


def with_objections(
    drafts: Sequence[StatementDraft], spans: Sequence[range], lexed: Lexed
) -> list[StatementDraft]:
    """The proven drafts with the reader's objections; ``spans`` are the rows of each."""
    parts = [_part(draft, span, lexed) for draft, span in zip(drafts, spans, strict=True)]
    parts[1:] = [replace(part, is_further=True) for part in parts[1:]]
    cuts = of_cuts(drafts, [part.rows for part in parts])
    stops = [*(span.start for span in spans[1:]), len(lexed.rows)][: len(spans)]
    rests = [
        [fact for fact in lexed.facts if span.stop <= fact.row < stop]
        for span, stop in zip(spans, stops, strict=True)
    ]
    pages = of_pages(parts, lexed.rows)
    return [
        replace(part.draft, objections=(*cut, *of_rest(part, rest), *page, *_of_lines(part)))
        for part, cut, rest, page in zip(parts, cuts, rests, pages, strict=True)
    ]


def with_other_lines(draft: StatementDraft, lexed: Lexed) -> StatementDraft:
    """A proven draft whose lines are not the reader's any more: what it objected to those is held
    against the new ones, and what it says of pages and parts stays."""
    assert draft.proof is not None
    document = draft.proof.document
    section = range(*draft.witness.section) if draft.witness else range(0)
    rows = [at for at, row in enumerate(lexed.rows) if document_row(document, row) in section]
    part = _part(draft, range(min(rows, default=0), max(rows, default=-1) + 1), lexed)
    lasting = [each for each in draft.objections if each.incomplete]
    return replace(draft, objections=(*lasting, *_of_lines(part)))


def _of_lines(part: SectionView) -> tuple[Objection, ...]:
    """What is objected to lines; to those that could not be read nothing is."""
    proof = part.draft.proof
    figures = of_figures(part) if proof and proof.read else ()
    # What to object to a statement because of words among its rows.
    rows = [row for at, row in enumerate(part.rows) if at not in part.lines]
    multiple = any(
        _THOUSANDS.search(row.text) or row.phrases("objections", "multiple") for row in rows
    )
    lines = (_unbooked, _over_dayless, _cancelling, _left_out)
    kinds = (*lines, _unnoticed, _of_accounts, _after_period)
    found = itertools.chain.from_iterable(each(part) for each in kinds)
    other = next((Objection("other", said) for said in found), None)
    return *figures, *([MULTIPLE] if multiple else []), *([other] if other else [])


def _part(draft: StatementDraft, span: range, lexed: Lexed) -> SectionView:
    facts = [fact._replace(row=fact.row - span.start) for fact in lexed.facts if fact.row in span]
    rows = lexed.rows[span.start : span.stop]
    return replace(part_of(draft, rows, facts), until=last_day_of_periods(lexed.rows))


_COUNT: Final = re.compile(r"\(?(\d{1,4})\)?")
_COUNTED: Final = ("count", "count_in", "count_out")
_OF: Final = re.compile(r"(?<![\d.,/-])(\d{1,4})[^\d.,-]{1,12}(\d{1,4})(?![.,/-]?\d)")
_SHORT: Final = 6  # words on a row with such a count
_YEAR: Final = 1900  # "Statement 6/2024" is of a year


def of_figures(part: SectionView) -> tuple[Objection, ...]:
    """What to object to a statement because of figures that it prints beside its lines."""
    found = (*_totals(part), *_counts(part), *_ends(part), *_balances(part))
    return tuple({each.code: each for each in found}.values())


def _totals(part: SectionView) -> Iterator[Objection]:
    """A total of what came in and one of what went out, each printed once: one of them, or their
    difference, is no sum of the lines, or of those in a column, such as a list of checks. With more
    of them, which is meant?"""
    moved, columns = part.moved, Counter[int]()
    for line, amount in zip(part.cited, part.moved, strict=False):
        columns[line.column] += amount
    sums = {sum(m for m in moved if m > 0), -sum(m for m in moved if m < 0), 0}
    sums |= set(map(abs, columns.values()))
    groups = (each.says[3:] for each in part.restated if each.says[2:3] == ("column",))
    sums |= {abs(sum(moved for n, moved in columns.items() if n in group)) for group in groups}
    both = [
        {abs(_value(part, fact)) for fact in part.facts if fact.meaning == meaning and fact.sure}
        for meaning in ("total_in", "total_out")
    ]
    if all(len(each) == 1 for each in both) and not any(each & _reached(part) for each in both):
        for value in sorted(set.union(*both) - sums):
            yield Objection("total", _shown(part, value))


def _reached(part: SectionView) -> set[int]:
    """Sums that count the opening balance in, which some totals do."""
    opening = abs(part.draft.proof.opening or 0) if part.draft.proof else 0
    moved = part.moved
    came, went = sum(m for m in moved if m > 0), -sum(m for m in moved if m < 0)
    return {came + opening, went + opening} - {came, went}


def _counts(part: SectionView) -> Iterator[Objection]:
    """A number of lines that is not one of: all, those that came in, those that went out; or, in
    any language, "3 of 12" where there are three."""
    moved = part.moved
    counts = {len(moved), sum(m > 0 for m in moved), sum(m < 0 for m in moved)}
    for at, row in enumerate(part.rows):
        own = at in part.taken or row.dates or len(row.words) > _SHORT
        shown = [] if own else _OF.findall(row.text)
        more = (int(of) for number, of in shown if 1 < int(number) == len(moved) < int(of) < _YEAR)
        for number in (*more, *_numbers_of_lines(row)):
            if number not in counts:
                yield Objection("count", f"{number}", incomplete=number > len(moved))


def _numbers_of_lines(row: LexedRow) -> Iterator[int]:
    """ "Number of transactions: 12", "12 entries": a row that says nothing else."""
    labels = row.phrases("labels", *_COUNTED, "count_unit")
    taken, named = row.taken, {place for hit in labels for place in hit.places}
    left = [word.text for place, word in enumerate(row.words) if place not in taken | named]
    if len(labels) == 1 and len(left) == 1 and not row.dates and (f := _COUNT.fullmatch(left[0])):
        yield int(f[1])


def _ends(part: SectionView) -> Iterator[Objection]:
    """Opening or closing balances, printed outside the lines, of which none is the one that lines
    and their balances lead to; of closing ones, none on the last page that has any."""
    proof = part.draft.proof
    for meaning in ("opening", "closing") if proof else ():
        own = [f for f in part.facts if f.meaning == meaning and f.sure and f.row not in part.lines]
        last = own[-1].page if own and meaning == "closing" else 0
        rows = (part.rows[fact.row] for fact in own if fact.page >= last)
        beside = {_scaled(part, figure) for row in rows for figure in row.figures}
        if own and abs(getattr(proof, meaning) or 0) not in beside:
            yield Objection("balance", _shown(part, _value(part, own[-1])))


def _balances(part: SectionView) -> Iterator[Objection]:
    """A balance of a day, printed outside the lines, that is not theirs at the end of that day, nor
    at its beginning."""
    days = _balances_by_day(part)
    for day, value in _printed_balances(part):
        orders = {
            day.resolve(month_first, year)
            for month_first in (False, True)
            for year in {day.year for day in days}
        }
        balances = set[int]().union(*(days[day] for day in orders if day in days))
        if balances and value not in balances:
            yield Objection("balance", _shown(part, value))


def _printed_balances(part: SectionView) -> Iterator[tuple[PrintedDate, int]]:
    """Days with a balance: in a table of them, each figure's the day before it, and by labels."""
    tables = balances_of_days(part.rows)
    for at in sorted(tables.keys() - part.lines):
        yield from ((day, _scaled(part, figure)) for figure, day in tables[at] if day)
    for fact in part.facts:
        named = (
            fact.meaning == "balance_on"
            and fact.sure
            and fact.row not in part.lines | tables.keys()
        )
        if named and fact.day is not None:
            yield fact.day, _value(part, fact)


def _balances_by_day(part: SectionView) -> dict[date, set[int]]:
    """The balances before and after the lines of each day, without their signs: in their order of
    time, and where that is not by days, as sections are, also by these."""
    proof = part.draft.proof
    if proof is None or proof.read is None or proof.opening is None:
        return {}
    found: dict[date, set[int]] = {}
    every = proof.lines
    in_time = [every[at] for at in proof.read.sums.cited.in_time if every]
    for lines in (in_time, sorted(in_time, key=lambda line: line.day)):
        balance = proof.opening
        for line in lines:
            found.setdefault(line.day, set()).add(abs(balance))
            balance += line.amount
            found[line.day].add(abs(balance))
    return found


def _value(part: SectionView, fact: LabelledFigure) -> int:
    """A labelled figure without its sign, in the units of the lines."""
    return _scaled(part, fact.figure)


def _scaled(part: SectionView, figure: LexedFigure) -> int:
    return int(figure.value * 10 ** (part.digits - figure.decimals))


def _shown(part: SectionView, value: int) -> str:
    return to_decimal_string(value, part.digits)


MULTIPLE: Final = Objection("multiple")
#: "('000)", "€ 000s", "(£000)", "x 1,000"
_THOUSANDS: Final = re.compile(
    r"(?<!\d)['’‘]0{3}s?\b|\b0{3}s\b|[£$€]\s?0{3}\b(?![.,])"
    r"|(?<!\w)[x×*]\s?1[.,\s]?0{3}\b(?![.,]?\d)"
)
_LATE: Final = timedelta(days=10)
_NEAR: Final = 3.0  # points beside the column of days


def _unbooked(part: SectionView) -> Iterator[str]:
    """Words that say of a line, or of those below a heading, that they were not booked."""
    first, last = min(part.lines, default=0), max(part.lines, default=-1)
    above = reversed(part.rows[:first]) if part.is_further else ()
    for row in itertools.takewhile(lambda row: row.has_label or not row.looks_like_entry, above):
        yield from [row.text] if is_unbooked_heading(row) else []
    if not all(line.balance for line in part.cited):  # those would not go on in another account
        yield from (part.rows[at].text for at in account_titles(part.rows) if first <= at <= last)
    for at in sorted({*range(first, last + 1), *part.taken}):
        row = part.rows[at]
        yield from unbooked_cells(row) if at in part.lines else ()
        yield from [row.text] if at not in part.lines and is_unbooked_heading(row) else []


def _over_dayless(part: SectionView) -> Iterator[str]:
    """Words in the place of the days, between a line without one and the line above it, whose day
    would be lent to it: they may head another day or account. Where texts begin in that place too,
    it tells nothing."""
    days = [line.day for line in part.cited if line.day]
    edges, dated = [word.x0 for word in part.firsts(days)], part.rows_of(days)
    for above, line in itertools.pairwise(part.cited):
        rows = part.rows_of([above.amount, line.amount])
        apart = line.day is not None or above.amount.page != line.amount.page
        for at in () if apart else range(min(rows) + 1, max(rows)):
            row = part.rows[at]
            texts = (place for each in part.cited if each != line for place in each.text)
            free = at not in dated and not row.figures and letters_in(row.words)
            if free and any(_leads(row, x0) for x0 in edges):
                shared = any(_leads(row, word.x0) for word in part.firsts(texts))
                yield from [] if shared else [row.text]


def _cancelling(part: SectionView) -> Iterator[str]:
    """Words on a row of their own, above lines that come to zero: without those the sum would be
    the same, so the words may say that they are of no account."""
    heads = [(0, "")]
    for at, (above, line) in enumerate(itertools.pairwise(part.cited), 1):
        rows = part.rows_of([above.amount, line.amount])
        between = [part.rows[row] for row in range(min(rows) + 1, max(rows))]
        words = [row for row in between if not row.figures and not row.dates]
        heads += [(at, row.text) for row in words[-1:] if letters_in(row.words)]
    for (start, said), (stop, _) in itertools.pairwise([*heads, (len(part.moved), "")]):
        if said and stop - start > 1 and not sum(part.moved[start:stop]):
            yield said


def _left_out(part: SectionView) -> Iterator[str]:
    """Texts with a figure below a day alone, outside the lines, that come to zero: they may be
    lines in another place."""
    found = [
        below
        for at, (row, below) in enumerate(itertools.pairwise(part.rows), 1)
        if at not in part.lines and row.begins_with_date and len(row.taken) == len(row.words)
        if not row.figures and len(below.figures) == 1 and not below.dates
        if letters_in(below.words) and below.words[0].x0 - row.words[0].x0 < 1
    ]
    figures = [row.figures[0] for row in found]
    if len(found) > 1 and not sum((f.mark or f.sign or 1) * f.value for f in figures):
        yield found[0].text


def _unnoticed(part: SectionView) -> Iterator[str]:
    """Lines without a balance that come to zero among lines that have one each: the balances would
    be the same without them."""
    lines = part.draft.lines
    runs = [[*own] for beside, own in itertools.groupby(lines, _has_balance) if not beside]
    noticed = (len(own) == 1 or sum(line.amount for line in own) for own in runs)
    if 2 * sum(map(len, runs)) <= len(lines) and not any(noticed):
        yield from (own[0].raw for own in runs)


def _has_balance(line: Line) -> bool:
    return line.balance is not None


def _of_accounts(part: SectionView) -> Iterator[str]:
    """Lines that all are kinds of accounts with their numbers: a list, whose sum is no balance."""
    rows = [part.rows[at] for at in part.lines]
    if len(rows) > 1 and all(map(is_account_title, rows)):
        yield rows[0].text


def _after_period(part: SectionView) -> Iterator[str]:
    """Lines long after the last period that the document prints: they are announced, or of a model
    page."""
    days = [line.date for line in part.draft.lines if line.date]
    if part.until and days and max(days) > part.until + _LATE:
        yield f"{max(days)}"


def _leads(row: LexedRow, edge: float) -> bool:
    return abs(row.words[0].x0 - edge) <= _NEAR
