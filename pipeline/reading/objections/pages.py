"""Objects where a page is missing, there twice, or the parts cannot all be statements."""

import itertools
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final, NamedTuple

from pipeline.drafts import StatementDraft, adds_up
from pipeline.proof import CitedLine, Objection, Place, Restated
from pipeline.reading.facts.periods import has_period, statement_date
from pipeline.reading.lexing.headers import cell_places
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.phrases import Hit
from pipeline.reading.lexing.rows import LexedRow, text_of
from pipeline.words import Word

CARRIED: Final = Objection("carried", incomplete=True)
#: "1", "1 of 3", "1 / 3", "1 (3)"; no day, no amount.
_NUMBER: Final = re.compile(
    r"(?<![\d.,/-])(\d{1,3})(?:\s*[^\d\s.,]{0,8}\s*(\d{1,3})\b)?(?![.,/-]?\d)"
)
#: Such a number in a cell of its own, perhaps behind a word, or joined to one in a script without
#: spaces.
_COUNT: Final = re.compile(
    r"(?:([^\W\d]{1,12})\W{0,2})?(\d{1,3})\s?[/(]\s?(\d{1,3})\)?[^\x00-\x7f]{0,6}"
)
_SAME_PLACE: Final = 6.0  # points
_REACH: Final = 4  # words from "page" to its number
_BETWEEN: Final = 3  # letters between "page" and a number without a total: "no", "nr"
_SHORT: Final = 6  # of a number without a total, words on its row: else "see page 2"


class NumberedPage(NamedTuple):
    """A page of the file that says it is page ``number`` of ``of`` (0: it does not say of how
    many)."""

    page: int
    number: int
    of: int


def of_pages(
    parts: "Sequence[SectionView]", rows: Sequence[LexedRow]
) -> list[tuple[Objection, ...]]:
    """What to object to each statement because of pages; ``rows`` are all of the document."""
    runs = list(_runs(_numbered(rows)))
    ends = [0, *(run[-1].page for run in runs)]
    begins = [*(run[0].page for run in runs[1:]), max((row.page for row in rows), default=0) + 1]
    gaps = [
        (run, found)
        for run, end, begin in zip(runs, ends, begins, strict=False)
        if (found := _gap(run, range(end + 1, begin)))
    ]
    return [
        (
            *(Objection("pages", gap, True) for run, gap in gaps if _is_on(part, run)),
            *([CARRIED] if _is_carried_on(part) else []),
            *([TORN] if _changes_period(part) else []),
        )
        for part in parts
    ]


def _is_on(part: "SectionView", run: Sequence[NumberedPage]) -> bool:
    pages = {row.page for row in part.rows}
    return any(run[0].page <= page <= run[-1].page for page in pages)


def _gap(run: Sequence[NumberedPage], pages: range) -> str:
    """The numbers between which a page is missing or out of place; empty for none. On ``pages``
    nothing else is counted: those before and after a run may be its own, without a number."""
    first, last = run[0], run[-1]
    if first.number > first.page - pages.start + 1:
        return f"… {first.number}"
    for one, two in itertools.pairwise(run):
        if not 0 < two.number - one.number <= two.page - one.page:
            return f"{one.number} … {two.number}"
    behind = pages.stop - 1 - last.page
    return f"{last.number} … {last.of}" if last.number + behind < last.of else ""


def _runs(numbered: Sequence[NumberedPage]) -> Iterator[list[NumberedPage]]:
    """Pages by what they count together: each first page begins again."""
    run: list[NumberedPage] = []
    for each in numbered:
        if run and (each.number == 1 or (each.of and run[-1].of and each.of != run[-1].of)):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _numbered(rows: Sequence[LexedRow]) -> list[NumberedPage]:
    """The number of each page that prints one, by its shortest row that does and is no entry."""
    found: dict[int, tuple[bool, int, NumberedPage]] = {}
    for bare in _counted(rows):
        found[bare.page] = False, _SHORT, bare
    for row in rows:
        for hit in row.phrases("objections", "page") if not row.looks_like_entry else ():
            if (number := _number_beside(row, hit)) is None:
                continue
            least = (not number.of, len(row.words), number)
            found[row.page] = min(found.get(row.page, least), least)
    return [number for _, (_, _, number) in sorted(found.items())]


def _counted(rows: Sequence[LexedRow]) -> Iterator[NumberedPage]:
    """The numbers of pages in any language: "1/3" in one place of each page, the next higher on the
    next one; on the only page of a document a first one without any words."""
    places: dict[tuple[int, int], list[NumberedPage]] = defaultdict(list)
    last = max((row.page for row in rows), default=0)
    days = _days_of_tables(rows)
    for at, row in enumerate(rows):
        for cell in cell_places(row) if not row.figures else ():
            if at in days and not cell.start:
                continue
            text = text_of([row.words[place] for place in cell])
            found = _COUNT.fullmatch(text)
            if found and not (found[1] and last == 1) and 0 < int(found[2]) <= int(found[3]) > 1:
                each = NumberedPage(row.page, int(found[2]), int(found[3]))
                places[round(row.top / _SAME_PLACE), each.of].append(each)
    for every in places.values():
        steps = {each.number - each.page for each in every}
        pages = [each.page for each in every]
        if len(steps) == 1 and pages == list(range(1, last + 1)):
            yield from every if last > 1 or every[0].number == 1 else ()


def _days_of_tables(rows: Sequence[LexedRow]) -> frozenset[int]:
    """The rows that begin with a day and go on, right below another such or the head of its column:
    "1/31  0.29%" is no page."""
    found: set[int] = set()
    for at, (above, row) in enumerate(itertools.pairwise(rows), start=1):
        apart = row.page != above.page or row.top - above.bottom > row.bottom - row.top
        day = row.dates[0] if row.begins_with_date else None
        if apart or day is None or day.last + 1 == len(row.words):
            continue
        heads = [hit.last for hit in above.phrases("columns", "date") if not hit.first]
        ends = [above.words[last].x1 for last in heads]
        ends += [above.dates[0].x1] if above.begins_with_date else []
        if any(above.words[0].x0 < day.x1 and end > day.x0 for end in ends):
            found.add(at)
    return frozenset(found)


def _number_beside(row: LexedRow, hit: Hit) -> NumberedPage | None:
    """The number behind a page's word, or before it; without a total right beside it. A day before
    it is not one, and a short form begins its cell: "Berger Str. 4" is a street."""
    hit = _without_number(row, hit)
    starts = {cell.start for cell in cell_places(row)}
    if row.words[hit.last].text.endswith(".") and hit.first not in starts:
        return None
    days = {at for day in row.dates for at in range(day.first, day.last + 1)}
    behind = text_of(row.words[hit.first : hit.last + 1 + _REACH])
    ahead = [at for at in range(max(hit.first - 3, 0), hit.first) if at not in days]
    before = text_of([row.words[at] for at in (*ahead, *range(hit.first, hit.last + 1))])
    label = _letters(text_of(row.words[hit.first : hit.last + 1]))
    for text in (behind, before):
        if found := _NUMBER.search(text):
            number, of = int(found[1]), int(found[2] or 0)
            between = text[: found.start()] if text is behind else text[found.end() :]
            most = _BETWEEN if text is behind else 0
            beside = len(row.words) <= _SHORT and _letters(between) - label <= most
            if number > 0 and (number <= of or (not of and beside)):
                return NumberedPage(row.page, number, of)
    return None


def _without_number(row: LexedRow, hit: Hit) -> Hit:
    """What is behind the number within a label, as of the statement: "Volgnummer 2, blad 1"."""
    numbers = (at for at in hit.places if any(map(str.isdecimal, row.words[at].text)))
    last = max((at for at in numbers if at < hit.last), default=hit.first - 1)
    return hit._replace(first=last + 1)


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _is_carried_on(part: "SectionView") -> bool:
    """Whether the page of the last line says below it that it goes on, and no later one is here."""
    last = max(part.lines, default=None)
    if last is None:
        return False
    below = [row for row in part.rows[last + 1 :] if row.phrases("labels", "carried_page")]
    return bool(below) and below[-1].page == part.rows[-1].page == part.rows[last].page


def _changes_period(part: "SectionView") -> bool:
    """Whether one page heads its lines with other days than another does, in the same words and the
    same place: two months whose balances happen to fit are not one statement."""
    known: dict[Hashable, Sequence[str]] = {}
    pages = {part.rows[at].page for at in part.lines}
    for at, row in enumerate(part.rows):
        days = {place for day in row.dates for place in range(day.first, day.last + 1)}
        if at in part.taken or row.figures or row.page not in pages:
            continue
        if len(row.dates) != 2 or not all(day.year for day in row.dates):
            continue
        texts = [word.text for word in row.words]
        said = tuple(text for place, text in enumerate(texts) if place not in days)
        place = said, round(row.top), round(row.words[0].x0)
        if said and known.setdefault(place, texts) != texts:
            return True
    return False


_ALIKE = 8  # parts that print one row to the word: of more it tells nothing


TWICE: Final = Objection("twice", incomplete=True)
TORN: Final = Objection("torn", incomplete=True)


def of_cuts(
    drafts: Sequence[StatementDraft], rows: Sequence[Sequence[LexedRow]]
) -> list[tuple[Objection, ...]]:
    """What to object to each statement because the document could be cut into them otherwise;
    ``rows`` are those of each.

    A part that prints another's rows again, or that goes on for the same account with another
    balance and no period of its own, comes from a page that is there twice or missing. One that
    goes on with the same balance, and does not add up, has lines of the part above.
    """
    twice = {place for pair in _repeated(drafts) for place in pair}
    torn = {place for pair in _torn(drafts, rows) for place in pair}
    return [
        (*([TWICE] if place in twice else []), *([TORN] if place in torn else []))
        for place in range(len(drafts))
    ]


def of_rest(part: "SectionView", rest: Sequence[LabelledFigure]) -> tuple[Objection, ...]:
    """What to object because of the balances below a statement that no other one has: where its
    closing balance is brought forward, and the account closes with another, lines are missing."""
    closing, exponent = part.draft.closing_balance, part.draft.exponent
    found: dict[str, set[int]] = defaultdict(set)
    for each in rest:
        if each.figure.decimals <= exponent:
            minor = each.figure.value * 10 ** (exponent - each.figure.decimals)
            found[each.meaning].add(minor)
    end = abs(closing or 0)
    goes_on = end in found["opening"] and found["closing"] - {end}
    return (TORN,) if goes_on and adds_up(part.draft) else ()


def _repeated(drafts: Sequence[StatementDraft]) -> Iterator[tuple[int, int]]:
    """Two parts of an account that have most rows of the smaller in common, to the word."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, draft in enumerate(drafts):
        for line in draft.lines:
            places[line.date, line.amount, line.description].append(place)
    common: dict[tuple[int, int], int] = defaultdict(int)
    for found in places.values():
        counted = {place: found.count(place) for place in found[:_ALIKE]}
        for one, two in itertools.combinations(sorted(counted), 2):
            common[one, two] += min(counted[one], counted[two])
    for (one, two), count in common.items():
        least = min(len(drafts[one].lines), len(drafts[two].lines))
        if count * 2 > least > 1 and _same_account(drafts[one], drafts[two]):
            yield one, two


def _torn(
    drafts: Sequence[StatementDraft], rows: Sequence[Sequence[LexedRow]]
) -> Iterator[tuple[int, int]]:
    """A part that goes on for the same account, but not from the balance before it; or from that,
    and what it says does not add up or is of the same period, printed once; or that has no number
    of its own below one that opens and does not close."""
    for place, (above, below) in enumerate(itertools.pairwise(drafts)):
        joins = above.closing_balance == below.opening_balance
        goes_on = adds_up(below) is not joins or (joins and _share_period(above, below))
        if (
            (goes_on if adds_up(above) else _is_rest(above, below))
            and _same_account(above, below)
            and (not _has_period(rows[place + 1]) or _period(above) == _period(below))
        ):
            yield place, place + 1


def _is_rest(above: StatementDraft, below: StatementDraft) -> bool:
    """Whether a part adds up that may be the rest of one with an opening balance alone."""
    opens = above.opening_balance is not None and above.closing_balance is None
    return opens and adds_up(below) and below.account_mask is None


def _share_period(one: StatementDraft, two: StatementDraft) -> bool:
    """Whether two parts, the first with lines and a balance behind them, cite one period."""
    cited = [each.witness.period if each.witness else None for each in (one, two)]
    return bool(one.lines and one.closing_balance) and cited[0] == cited[1] is not None


def _period(draft: StatementDraft) -> tuple[date | None, date | None]:
    return draft.period_start, draft.period_end


def _has_period(rows: Sequence[LexedRow]) -> bool:
    """Whether the part prints a period, or a statement's date, of its own."""
    return has_period(rows) or any(statement_date(rows, order) for order in (False, True))


def _same_account(one: StatementDraft, two: StatementDraft) -> bool:
    """What one of them does not print cannot tell them apart."""
    names = ((one.account_mask, two.account_mask), (one.account_name, two.account_name))
    return one.currency == two.currency and all(a == b or not (a and b) for a, b in names)


@dataclass(frozen=True)
class SectionView:
    """A statement, its rows, the labelled figures on them, and on which row (from 0) each word of
    a page is. The document's periods go ``until`` then, if it prints any. One that ``is_further``
    has another statement above it."""

    draft: StatementDraft
    rows: Sequence[LexedRow]
    facts: Sequence[LabelledFigure]
    row_of: Mapping[tuple[int, int], int]
    until: date | None = None
    is_further: bool = False

    @cached_property
    def cited(self) -> Sequence[CitedLine]:
        """Its lines as they are cited."""
        return self.draft.witness.lines if self.draft.witness else ()

    @property
    def restated(self) -> Sequence[Restated]:
        """Its figures that repeat others, as they are cited."""
        return self.draft.witness.restated if self.draft.witness else ()

    @cached_property
    def lines(self) -> frozenset[int]:
        """The rows of its lines."""
        return self.rows_of(line.amount for line in self.cited)

    @cached_property
    def taken(self) -> frozenset[int]:
        """The rows of its lines, and of their days and texts."""
        return self.lines | self.rows_of(
            place for line in self.cited for place in (line.day, *line.text) if place
        )

    def rows_of(self, places: Iterable[Place]) -> frozenset[int]:
        """The rows on which these places have words."""
        words = ((place.page, word) for place in places for word in place.words)
        return frozenset(self.row_of[word] for word in words if word in self.row_of)

    def firsts(self, places: Iterable[Place]) -> Iterator[Word]:
        """The first word of each of these places."""
        for page, words in places:
            if (at := self.row_of.get((page, words[0]))) is not None:
                yield self.rows[at].words[self.rows[at].ids.index(words[0])]

    @cached_property
    def moved(self) -> list[int]:
        """The amounts of its lines, in the holder's sign and the digits that the page prints."""
        proof = self.draft.proof
        return [line.amount for line in proof.lines] if proof else []

    @property
    def digits(self) -> int:
        """How many decimals the page prints."""
        return self.draft.witness.convention.digits if self.draft.witness else 2


def part_of(
    draft: StatementDraft, rows: Sequence[LexedRow], facts: Sequence[LabelledFigure]
) -> SectionView:
    """A statement with its rows; ``facts`` count rows from the first of them."""
    row_of = {(row.page, place): index for index, row in enumerate(rows) for place in row.ids}
    return SectionView(draft, rows, facts, row_of)
