"""Divides a document into statements: where one ends, and which rows may be the next."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from pipeline.drafts import ReadStatements, StatementDraft, adds_up, prove_draft
from pipeline.proof import Document, Witness
from pipeline.reading.citing.from_tie import Cut
from pipeline.reading.citing.witnesses import MOST_WITNESSES
from pipeline.reading.draft import empty_draft
from pipeline.reading.facts.number import printed_number
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle
from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.lexed import Lexed, LexedPages, styles_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.mending import is_mendable, mended
from pipeline.reading.objections.every import with_objections
from pipeline.reading.parts import Division, Part, Parts
from pipeline.words import DocumentPages

_LOOK_BACK: Final = 14
_DECEMBER: Final = 12
_ENDS: Final = frozenset({"opening", "closing", "total", "total_in", "total_out"})

_BEGINS: Final = frozenset({"opening", "balance_on"})

_Pair: TypeAlias = tuple[tuple[int, int, int | None], ...]


def cuts_of(
    rows: Sequence[LexedRow], headers: Sequence[Header], facts: Sequence[LabelledFigure]
) -> tuple[list[int], frozenset[int]]:
    """Rows at which a new statement may begin, and those of them that the page insists on.

    An opening balance that does not carry on the figures above it begins one, also without a label
    below a table's further header, and so does another account's number; this insists, and so do
    another period and days that go back. The first row is always a cut.
    """
    return _Cuts(rows, headers).of(facts)


class _Cuts:
    """Looks for the tops of the blocks that begin statements."""

    def __init__(self, rows: Sequence[LexedRow], headers: Sequence[Header]) -> None:
        self._rows = rows
        self._headers = headers
        self._firsts = [header.first for header in headers]
        self._entries = [i for i, row in enumerate(rows) if row.dates and row.figures]
        entry = next((i for i, row in enumerate(rows) if row.looks_like_entry), 0)
        self._begun = min([entry, *self._firsts[:1]])
        printed = [(i, pair) for i, row in enumerate(rows) if (pair := _pair(row))]
        self._pairs = [(i, pair) for i, pair in printed if not rows[i].figures]
        self._first_pair: dict[_Pair, int] = {}
        self._tops: dict[int, int] = {}
        orders = {day.order for index in self._entries for day in rows[index].dates[:1]} - {""}
        self._orders = orders or {"D", "M"}
        for index, pair in printed:
            self._first_pair.setdefault(pair, index)
        for index, row in enumerate(rows):
            self._tops.setdefault(row.page, index)

    def of(self, facts: Sequence[LabelledFigure]) -> tuple[list[int], frozenset[int]]:
        cuts, hard = {0}, set()
        first = self._entries[0] if self._entries else len(self._rows)
        closings = (fact.row for fact in facts if fact.meaning in ("closing", "balance_on"))
        last = max((*self._entries, *closings), default=0)
        for fact in facts:
            # What neither entries nor a closing balance follow begins nothing.
            if not first < fact.row <= last or not self._may_begin(fact):
                continue
            places = self._tops_above(fact.row)
            if self._new_period(fact.row) or self._goes_back(fact.row):
                hard.update(places)
            elif not self._carried(fact.row, fact.figure):
                cuts.update(places)
        for index, figure in self._below_headers():
            if first < index <= last and not self._carried(index, figure):
                cuts.update(self._tops_above(index))
        hard |= self._new_accounts({fact.row for fact in facts if fact.meaning in _BEGINS})
        return sorted(cuts | hard), frozenset(hard)

    def _may_begin(self, fact: LabelledFigure) -> bool:
        """Whether a balance may be an opening one: by its label, if that names no page, or below a
        table's header of its own."""
        if fact.meaning == "opening":
            return not self._rows[fact.row].phrases("objections", "page")
        above = bisect_left(self._firsts, fact.row) - 1
        return fact.meaning == "balance_on" and above >= 0 and (
            self._last_entry(fact.row) < self._firsts[above]
        )  # fmt: skip

    def _below_headers(self) -> Iterator[tuple[int, LexedFigure]]:
        """Right below each further header, a row with one figure, and words that are no day."""
        for header in self._headers[1:]:
            index = header.last + 1
            row = self._rows[index] if index < len(self._rows) else None
            alone = row and row.page == self._rows[header.last].page and not row.dates
            if row and alone and len(row.figures) == 1:
                yield index, row.figures[0]

    def _last_entry(self, index: int) -> int:
        """The nearest row above that has a date and a figure; 0 without one."""
        place = bisect_left(self._entries, index)
        return self._entries[place - 1] if place else 0

    def _carried(self, row: int, balance: LexedFigure) -> bool:
        """Whether the value of a balance on a row is among the figures shortly above: brought
        forward by a page. Above the first entry only labelled ones are: a list of accounts has the
        balances of all."""
        value = (balance.value, balance.decimals)
        seen = 0
        for index in range(row - 1, -1, -1):
            above = self._rows[index]
            figures = above.figures if index >= self._begun or above.has_label else ()
            seen += bool(figures)
            if any((figure.value, figure.decimals) == value for figure in figures):
                return True
            if seen > _LOOK_BACK:
                break
        return False

    def _goes_back(self, index: int) -> bool:
        """Whether the entries above go on in time and the next one is before the last of them: no
        account does so that is carried on. Nothing between them may be an entry's amount."""
        below = bisect_left(self._entries, index)
        if not 0 < below < len(self._entries):
            return False
        between = self._rows[self._entries[below - 1] + 1 : index]
        if any(row.figures and not row.has_label for row in between):
            return False
        rows = [self._rows[self._entries[at]] for at in (0, below - 1, below)]
        first, last, following = (row.dates[0] for row in rows)
        turned = last.year is None and last.month == _DECEMBER
        return (
            all(row.begins_with_date for row in rows)
            and not (turned and not following.year)
            and all(
                _in_time(first, order) <= _in_time(last, order) > _in_time(following, order)
                for order in self._orders
            )
        )

    def _new_period(self, index: int) -> bool:
        """Whether another period is printed since the last entry: the next in the file."""
        last = self._last_entry(index)
        first = bisect_left(self._pairs, (last + 1, ()))
        until = bisect_left(self._pairs, (index, ()))
        return any(self._first_pair[pair] > last for _, pair in self._pairs[first:until])

    def _tops_above(self, index: int) -> set[int]:
        """The tops of the block in which an opening balance is; where its header is at the end of
        the page before, that block's as well."""
        found = {self._heading_above(index)}
        top = self._tops[self._rows[index].page]
        above = bisect_left(self._firsts, index) - 1
        if above >= 0 and self._last_entry(index) < self._firsts[above] < top:
            found.add(self._climbed(self._firsts[above]))
        return found

    def _heading_above(self, index: int) -> int:
        """The top of the block in which an opening balance is: its header, or words above."""
        start, rows = index, self._rows
        top = self._tops[rows[index].page]
        if not any(map(_ends_another, rows[top:index])):
            return top
        below = bisect_left(self._firsts, self._last_entry(index))
        header = self._firsts[below] if below < len(self._firsts) else index
        if header < index and rows[header].page == rows[index].page:
            start = header
        return self._page_top(self._climbed(start))

    def _climbed(self, start: int) -> int:
        """Up over the words above a row, as far as they are no statement's figures."""
        rows = self._rows
        while (
            start > 0
            and rows[start - 1].page == rows[start].page
            and not _belongs_above(rows[start - 1])
        ):
            start -= 1
        return start

    def _page_top(self, start: int) -> int:
        """The page's first row, if no entry is between: a box of balances above the table is the
        new statement's own."""
        first = self._tops[self._rows[start].page]
        between = self._rows[first:start]
        # A payee may be called Total; an entry that is called a balance is one.
        own = not any(row.looks_like_entry and not _names_end(row) for row in between)
        return first if own else start

    def _new_accounts(self, begins: set[int]) -> set[int]:
        """The tops of blocks that name another account number than the one before, with entries in
        between, or words that there are not; and before the next entry a header, one of the rows at
        which a statement ``begins``, or such words: a number alone is the other party's."""
        cuts: set[int] = set()
        known: str | None = None
        entries = 0
        for index, row in enumerate(self._rows):
            names = _names_account(row) or self._heads_table(index)
            mask = printed_number([row]) if names else None
            if mask and not self._begins_below(index, begins):
                continue
            if mask and mask != known:
                if known is not None and entries:
                    cuts.add(self._climbed(index))
                known, entries = mask, 0
            entries += bool(row.dates and row.figures) or bool(row.phrases("labels", "no_lines"))
        return cuts

    def _heads_table(self, index: int) -> bool:
        """Whether a row is the title of the table right below: a kind of account and its number."""
        row, below = self._rows[index], bisect_left(self._firsts, index)
        header = self._firsts[below] if below < len(self._firsts) else -1
        return (
            index < header <= index + 2
            and self._rows[header].page == row.page
            and bool(row.phrases("kinds"))
            and not (row.dates or row.figures)
        )

    def _begins_below(self, index: int, begins: set[int]) -> bool:
        place = bisect_left(self._entries, index)
        entry = self._entries[place] if place < len(self._entries) else len(self._rows)
        header = bisect_left(self._firsts, index)
        if header < len(self._firsts) and self._firsts[header] <= entry:
            return True
        return any(
            row in begins or self._rows[row].phrases("labels", "no_lines")
            for row in range(index, min(entry + 1, len(self._rows)))
        )


def _in_time(day: PrintedDate, order: str) -> tuple[int, int, int]:
    """Year, month and day, where two numbers are in this order (``D`` or ``M`` first)."""
    parts = (day.month, day.day) if day.sure or order == "D" else (day.day, day.month)
    return (day.year or 0, *parts)


def _pair(row: LexedRow) -> _Pair:
    full = [day for day in row.dates if day.year is not None]
    if len(full) != 2:
        return ()
    booked = full[0].last + 1 == full[1].first and full[1].last + 1 < len(row.words)
    # An entry's booking and value date, its amount on a row below, are no period.
    return () if booked else tuple((day.day, day.month, day.year) for day in full)


def _names_end(row: LexedRow) -> bool:
    return bool(row.phrases("labels", "opening", "closing", "balance_on"))


def _names_account(row: LexedRow) -> bool:
    labelled = any(hit.group == "labels" and hit.meaning == "account_number" for hit in row.hits)
    # "4402178839 EUR" is a number beside its currency, and a figure without minor units.
    return labelled and not row.dates and not any(figure.decimals for figure in row.figures)


def _ends_another(row: LexedRow) -> bool:
    """Whether a row is an entry, or a closing balance or total that no opening one comes before:
    the statement above ends on this page."""
    labels = [h.meaning for h in row.hits if h.group == "labels" and h.meaning in _ENDS]
    if labels:
        return bool(row.figures) and labels[0] == "closing"
    return row.looks_like_entry


def _belongs_above(row: LexedRow) -> bool:
    """Whether a row is an entry, a balance or a total, and so no heading of what follows."""
    labelled = any(h.group == "labels" and h.meaning in _ENDS for h in row.hits)
    return bool(row.figures) and (bool(row.dates) or labelled)


def read_statements(document: DocumentPages) -> ReadStatements:
    """Every statement of the document; a digit that OCR doubts may be mended by arithmetic."""
    reading = _read_styles(document)
    if is_mendable(document, reading):
        reading = mended(document, reading, _read_styles)
    return reading


#: What may fail though all figures of the lines are read right.
_LEFT_OVER: Final = ("seen", "covered", "restated", "ordered")


def _read_styles(document: DocumentPages) -> ReadStatements:
    """The statements under the number style that explains most rows."""
    pages = LexedPages(document.pages)
    recognised = frozenset(page.number for page in document.pages if page.confidence)
    best: ReadStatements | None = None
    others: list[ReadStatements] = []
    tried = 0
    for style in styles_of(pages.bare):
        if best and style.is_short and _sums_are_right(best):
            continue  # Figures without their decimals would be lines that the sums do not miss.
        reading = _read_sheet(pages, style, recognised)
        tried += reading.readings_tried
        others.append(reading)
        if best is None or _worth(reading) > _worth(best):
            best = reading
        if best.statements and all(map(adds_up, best.statements)):
            break
    assert best is not None
    rivals = [each for each in others if each is not best]
    return ReadStatements(_with_rivals(best.statements, rivals), best.warnings, tried)


def _sums_are_right(reading: ReadStatements) -> bool:
    _, right, every = _worth(reading)
    return right == every > 0


def _worth(reading: ReadStatements) -> tuple[int, int, int]:
    """The lines of the statements in which nothing is wrong, then of those whose sums are right
    though figures are left over, then of all."""
    every = reading.statements
    sound = sum(1 + len(s.lines) for s in every if adds_up(s))
    right = sum(len(s.lines) for s in every if s.proof and s.proof.passed_but_for(*_LEFT_OVER))
    return sound, right, sum(len(s.lines) for s in every)


def _with_rivals(
    drafts: Sequence[StatementDraft], others: Sequence[ReadStatements]
) -> tuple[StatementDraft, ...]:
    """The statements with the witnesses that other styles give for the same ones, after theirs."""
    found = []
    for place, draft in enumerate(drafts):
        more = [
            witness
            for other in others
            if len(other.statements) == len(drafts) and adds_up(other.statements[place])
            for witness in other.statements[place].witnesses[:2]
        ]
        every = (*draft.witnesses, *(each for each in more if each not in draft.witnesses))
        found.append(replace(draft, witnesses=every[:MOST_WITNESSES]))
    return tuple(found)


def _read_sheet(
    pages: LexedPages, style: NumberStyle, recognised: frozenset[int]
) -> ReadStatements:
    lexed = pages.under(style)
    cuts, hard = cuts_of(lexed.rows, lexed.headers, lexed.facts)
    cuts.append(len(lexed.rows))
    reader = Parts(pages, style, recognised, cuts[1])
    parts = Division(reader, cuts, hard).parts()
    kept = [(part, draft) for part in parts if (draft := _kept(part, reader)) is not None]
    closings = {abs(d.closing_balance or 0) for _, d in kept if d.opening_balance is not None}
    kept = [each for each in kept if not _is_stray(*each, closings)] or kept
    drafts = proven_together([draft for _, draft in kept], pages.document)
    both = [each for each in zip(kept, drafts, strict=True) if _is_sure(each[1])]
    if len(both) < len(kept):
        kept = [each for each, _ in both]
        drafts = proven_together([draft for _, draft in kept], pages.document)
    spans = [range(part.start, part.stop) for part, _ in kept]
    drafts = _objected_to(drafts, spans, lexed, pages.document)
    if not any(map(adds_up, drafts)):
        empty = empty_draft(Cut(pages, lexed, 0, len(lexed.rows)))
        proven = proven_together([empty] if empty else [], pages.document)
        proven = _objected_to(proven, [range(len(lexed.rows))] * len(proven), lexed, pages.document)
        # What was taken for rows may be a summary's figures and the period's dates.
        sure = proven and (_is_sure(proven[0]) or not reader.begins_entries(0, len(lexed.rows)))
        if sure and (not drafts or adds_up(proven[0])):
            drafts = proven
    return ReadStatements(tuple(drafts), tuple(_warnings(parts)), reader.tried)


def _objected_to(
    drafts: Sequence[StatementDraft], spans: Sequence[range], lexed: Lexed, document: Document
) -> list[StatementDraft]:
    """The drafts, those that the reader objects to proven with that again."""
    found = with_objections(drafts, spans, lexed)
    return [prove_draft(draft, document) if draft.objections else draft for draft in found]


def proven_together(drafts: Sequence[StatementDraft], document: Document) -> list[StatementDraft]:
    """The statements of one document, each proven beside the others' first witnesses."""
    first = [draft.witnesses[:1] for draft in drafts]
    return [
        prove_draft(
            replace(draft, beside=(_joined(first[:at]), _joined(first[at + 1 :]))), document
        )
        for at, draft in enumerate(drafts)
    ]


def _joined(witnesses: Iterable[tuple[Witness, ...]]) -> tuple[Witness, ...]:
    return tuple(witness for each in witnesses for witness in each)


def relied_on(drafts: Sequence[StatementDraft]) -> dict[int, set[int]]:
    """Page by page the words that a proof of some witness would rest on: they are looked at."""
    found: dict[int, set[int]] = defaultdict(set)
    for draft in drafts:
        for witness in draft.witnesses:
            for place, _ in witness.evidence():
                found[place.page].update(place.words)
    return found


def all_figures(document: DocumentPages) -> dict[int, set[int]]:
    """Page by page every word that is read as a figure or a date, or has digits: what a model may
    point at where the reader finds nothing that adds up."""
    pages = LexedPages(document.pages)
    found: dict[int, set[int]] = defaultdict(set)
    for style in styles_of(pages.bare) if pages.bare else ():
        for row in pages.under(style).rows:
            digits = {i for i, word in enumerate(row.words) if any(map(str.isdecimal, word.text))}
            found[row.page] |= {row.ids[place] for place in row.taken | digits}
    return found


def _kept(part: Part, reader: Parts) -> StatementDraft | None:
    """The part's draft; one without lines only if both of its balances are the same, for any words
    may be none."""
    draft = reader.draft(part)
    return draft if draft and (part.found is not None or reader.closes(part)) else None


def _is_sure(draft: StatementDraft) -> bool:
    """Whether a statement has lines, or balances that something names: a balance that is carried
    from page to page is the same twice as well."""
    ends = next((each for each in draft.hypotheses if each.name == "ends"), None)
    return bool(draft.lines) or not (ends and ends.is_assumed)


def _is_stray(part: Part, draft: StatementDraft, closings: set[int]) -> bool:
    """Whether a part is no statement, but a box, a summary or an advert beside ``closings`` of
    others: one row without any balance; rows that no header names and no two days are on, with
    another's closing balance at most; or rows with one day of which no balances are read."""
    if draft.witness is None:
        return False
    days = sum(line.day is not None for line in draft.witness.lines)
    if draft.opening_balance is None and draft.closing_balance is None and closings and days <= 1:
        return True
    if draft.witness.opening:
        return False
    if len(draft.lines) == 1 and draft.witness.closing is None:
        return True
    headless = part.found is not None and not part.found.tie.named
    return headless and days <= 1 and abs(draft.closing_balance or 0) in {0, *closings}


def _warnings(parts: Sequence[Part]) -> list[str]:
    warnings: list[str] = []
    for part in parts:
        if part.found is None:
            continue
        tie = part.found.tie
        if tie.left_over:
            warnings.append(
                f"{tie.left_over} rows after the closing balance do not chain on and were left out"
            )
        if tie.misprints:
            pages = ", ".join(str(step.item.row.page) for step in tie.misprints)
            warnings.append(f"a printed balance contradicts all others (page {pages})")
    return warnings
