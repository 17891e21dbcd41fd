"""Pages as they are printed, with what a witness cites of them, for literal tests of the kernel.

    PAGE = '''
             |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
    head     |Date        Text              Amount   Balance
    opening  |            Opening balance             100.00
    line     |03.06.2026  Coffee             -3.50     96.50
    more     |            Northgate
    closing  |            Closing balance              96.50
    '''

    printed(PAGE).proof().proven

Before the bar stands what is cited of a row, behind it what is printed. The first row says where:
``d`` day, ``s`` second day, ``m`` mark, ``1`` to ``8`` amounts of that column, ``b`` balance,
``t`` text and labels; it is not printed, and there may be another further down. A character is 4
points wide, a word 10 points high and a row 14 points below the one above it. Whatever else a test
wants it says with the methods below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from pipeline.proof import (
    Answer,
    CheckState,
    CitedLine,
    CitedPeriod,
    Column,
    Convention,
    Document,
    End,
    Fact,
    Hypothesis,
    Layout,
    PageProof,
    Place,
    Witness,
)  # fmt: skip
from pipeline.proof.cited import Cited
from pipeline.proof.ordered import Days, days_of
from pipeline.proof.sums import Sums, sums_of
from pipeline.words import Box, Page, Seen, Word
from tests.support.typewritten import LEADING, WIDTH, words

MOVES = {1: (1,), 2: (-1, 1)}
"""Which way plain figures move the balance, by default: of two columns the first one down."""


@dataclass(frozen=True)
class Printed:
    """The pages of a document and the witnesses of its statements; most tests have one of each."""

    pages: tuple[Page, ...]
    witnesses: tuple[Witness, ...]

    @property
    def witness(self) -> Witness:
        """The witness of the first statement."""
        return self.witnesses[0]

    @cached_property
    def document(self) -> Document:
        """The pages as the kernel takes them."""
        return Document(self.pages)

    @property
    def cited(self) -> Cited:
        """The first witness, read."""
        return Cited(self.document, self.witness)

    @property
    def sums(self) -> Sums:
        """Its figures."""
        return sums_of(self.cited)

    @property
    def days(self) -> Days:
        """Its days."""
        return days_of(self.cited)

    def find(self, text: str, nth: int = 0) -> Place:
        """Where these words are printed next to each other; ``nth`` counts from 0."""
        return list(self._places(text))[nth]

    def _places(self, text: str) -> Iterator[Place]:
        wanted = text.split()
        for page in self.pages:
            for row in page.rows:
                for at in range(len(row)):
                    run = row[at : at + len(wanted)]
                    if [page.words[word].text for word in run] == wanted:
                        yield Place(page.number, run)

    def row(self, text: str, nth: int = 0) -> int:
        """The row of these words, by its number in the document."""
        (row,) = self.document.rows_of(self.find(text, nth))
        return row

    def citing(self, **members: Any) -> Printed:
        """The same, with other members of the (first) witness."""
        return replace(self, witnesses=(replace(self.witness, **members), *self.witnesses[1:]))

    def under(self, **members: Any) -> Printed:
        """The same, with other members of the convention."""
        return self.citing(convention=replace(self.witness.convention, **members))

    def line(self, at: int, **members: Any) -> Printed:
        """The same, with other members of one cited line."""
        lines = list(self.witness.lines)
        lines[at] = replace(lines[at], **members)
        return self.citing(lines=tuple(lines))

    def without_line(self, at: int) -> Printed:
        """The same, with one line not cited."""
        lines = self.witness.lines
        return self.citing(lines=lines[:at] + lines[at + 1 :])

    def moved(self, text: str, right: float = 0, down: float = 0, *, nth: int = 0) -> Printed:
        """The same, with some words printed so many points further to the right or down."""

        def there(word: Word) -> Word:
            top, bottom = word.top + down, word.bottom + down
            return Word(word.text, word.x0 + right, top, word.x1 + right, bottom)

        return self.changing(self.find(text, nth), there)

    def reaching(self, text: str, x0: float, x1: float, *, nth: int = 0) -> Printed:
        """The same, with a word that reaches from x0 to x1."""
        return self.changing(self.find(text, nth), lambda word: word._replace(x0=x0, x1=x1))

    def reading(self, text: str, other: str, *, nth: int = 0) -> Printed:
        """The same, with another text for a word, in the same box."""
        return self.changing(self.find(text, nth), lambda word: word._replace(text=other))

    def changing(self, place: Place, other: Callable[[Word], Word]) -> Printed:
        """The same, with other words in a place."""
        page = self.pages[place.page - 1]
        words = [other(w) if at in place.words else w for at, w in enumerate(page.words)]
        return self._with_page(replace(page, words=tuple(words)))

    def looking(self, text: str, look: Seen, *, nth: int = 0) -> Printed:
        """The same, where these words look otherwise."""
        place = self.find(text, nth)
        page = self.pages[place.page - 1]
        looks = [look if at in place.words else seen for at, seen in enumerate(page.seen)]
        return self._with_page(replace(page, seen=tuple(looks)))

    def unseen(self, number: int = 1) -> Printed:
        """The same, where nobody looked at one page."""
        return self._with_page(replace(self.pages[number - 1], seen=()))

    def with_ink(self, box: Box, number: int = 1) -> Printed:
        """The same, with print without text on one page."""
        return self._with_page(replace(self.pages[number - 1], ink=(box,)))

    def _with_page(self, page: Page) -> Printed:
        number = page.number
        return replace(self, pages=(*self.pages[: number - 1], page, *self.pages[number:]))

    def proof(self, statement: int = 0, **given: Any) -> PageProof:
        """What the kernel finds; ``given`` are objections, answers, layouts and the account."""
        return PageProof(self.document, self.witnesses, statement, **given)

    def state(self, name: str, statement: int = 0, **given: Any) -> str:
        """What one obligation found."""
        return self.proof(statement, **given).state(name).value

    def faults(self, **given: Any) -> dict[str, str]:
        """The obligations that did not pass, with what they found; empty where all did. What
        *parsed* makes unavailable is not named."""
        checks = self.proof(**given).obligations
        if checks[0].state is not CheckState.PASSED:
            checks = checks[:1]
        return {c.name: c.detail for c in checks if c.state is not CheckState.PASSED}

    def hypothesis(self, name: str, **given: Any) -> Hypothesis:
        """One hypothesis."""
        return next(each for each in self.proof(**given).hypotheses if each.name == name)

    def settled(self, name: str, **given: Any) -> tuple[str, str]:
        """The value of a hypothesis and what settles it."""
        found = self.hypothesis(name, **given)
        return found.value, found.source.value


def printed(*texts: str, moves: tuple[int, ...] = (), **convention: Any) -> Printed:
    """The document of such pages; ``moves`` says which way each column goes, and ``convention``
    what is not "1,234.56" and "31.12.2026"."""
    pages, rows, where = [], [], dict[str, list[tuple[int, int]]]()
    for number, text in enumerate(texts, start=1):
        page, cited, where = _page(text, number, where)
        pages.append(page)
        rows += cited
    begins = [at for at, row in enumerate(rows) if at == 0 or row.tag == "next"]
    known = {role for row in rows for role in row.roles}
    columns = max([1, *(int(role) for role in known if role.isdecimal())])
    heads = {role: _all(rows, role, "head") for role in known}
    ways = moves or MOVES[columns]
    plain: dict[str, Any] = {
        "decimal": ".", "group": ",", "digits": 2, "order": "dmy", "side": "money",
        "columns": tuple(
            Column(cast(Any, way), heads.get(str(n), ())) for n, way in enumerate(ways, 1)
        ),
        "balance_head": heads.get("b", ()),
    }  # fmt: skip
    how = Convention(**{**plain, **convention})
    ends = [*begins[1:], len(rows)]
    sections = zip(begins, ends, strict=True)
    return Printed(tuple(pages), tuple(_witness(rows, section, how) for section in sections))


@dataclass(frozen=True)
class _Row:
    """A row, what is cited of it, and its words by their roles."""

    tag: str
    roles: Mapping[str, Place]
    every: Place


def _page(
    text: str, number: int, where: dict[str, list[tuple[int, int]]]
) -> tuple[Page, list[_Row], dict[str, list[tuple[int, int]]]]:
    found: list[Word] = []
    rows: list[tuple[int, ...]] = []
    cited: list[_Row] = []
    for each in text.strip("\n").split("\n"):
        tag, bar, line = each.partition("|")
        if not bar:
            continue
        if not tag.strip() and re.fullmatch(r"[ ]*(?:([dsmbt1-8])\1+[ ]*)+", line):
            where = {}
            for run in re.finditer(r"(\S)\1*", line):
                where.setdefault(run[1], []).append(run.span())
            continue
        first, top = len(found), LEADING * (len(rows) + 1)
        found += words(line, top)
        own = tuple(range(first, len(found)))
        if own:
            rows.append(own)
            cited.append(_Row(tag.strip(), _roles(found, own, number, where), Place(number, own)))
    page = Page(
        number, 600.0, 800.0, tuple(found), seen=(Seen.SEEN,) * len(found), rows=tuple(rows)
    )
    return page, cited, where


def _roles(
    found: list[Word], own: tuple[int, ...], page: int, where: Mapping[str, list[tuple[int, int]]]
) -> dict[str, Place]:
    """The words of a row by what they overlap most of."""
    roles: dict[str, tuple[int, ...]] = {}
    for at in own:
        x0, x1 = found[at].x0 / WIDTH, found[at].x1 / WIDTH
        shared = {
            role: max(min(x1, end) - max(x0, start) for start, end in runs)
            for role, runs in where.items()
        }
        best = max(shared, key=lambda role: shared[role], default="")
        if best and shared[best] > 0:
            roles[best] = (*roles.get(best, ()), at)
    return {role: Place(page, at) for role, at in roles.items()}


def _all(rows: list[_Row], role: str, tag: str) -> tuple[Place, ...]:
    return tuple(row.roles[role] for row in rows if row.tag == tag and role in row.roles)


def _witness(rows: list[_Row], section: tuple[int, int], how: Convention) -> Witness:
    own = rows[slice(*section)]
    lines: list[CitedLine] = []
    for row in own:
        roles = row.roles
        text = (roles["t"],) if "t" in roles else ()
        if row.tag == "line":
            column = next(role for role in roles if role.isdecimal())
            lines.append(
                CitedLine(
                    roles[column], int(column) - 1, roles.get("d"), roles.get("s"),
                    roles.get("m"), roles.get("b"), text,
                )
            )  # fmt: skip
        elif row.tag == "more":
            lines[-1] = replace(lines[-1], text=(*lines[-1].text, *text))
    ends: dict[str, Any] = {
        row.tag: _end(row, how) for row in own if row.tag in ("opening", "closing")
    }
    facts: dict[str, Any] = {
        row.tag: _fact(row) for row in own if row.tag in ("currency", "number", "kind")
    }
    periods = [_period(row) for row in own if row.tag == "period"]
    return Witness(
        section, how, tuple(lines), period=periods[0] if periods else None, **ends, **facts
    )  # fmt: skip


def _end(row: _Row, how: Convention) -> End:
    """The balance, or the figure under the amounts: it is in their column if another column moves
    the other way, and else a balance of its own."""
    column = next(role for role in ("b", *map(str, range(1, 9))) if role in row.roles)
    apart = column == "b" or len({each.moves for each in how.columns}) == 1
    return End(row.roles[column], row.roles.get("t"), None if apart else int(column) - 1)


def _fact(row: _Row) -> Fact:
    """The last word, and those before it as the label."""
    *label, value = row.every.words
    page = row.every.page
    return Fact(Place(page, (value,)), Place(page, tuple(label)) if label else None)


def _period(row: _Row) -> CitedPeriod:
    """The words under ``d`` and ``s``, or one of them alone; the label is under ``t``."""
    first, last = row.roles.get("d"), row.roles.get("s")
    end = last or first
    assert end is not None
    return CitedPeriod(first if last else None, end, row.roles.get("t"))


def answer(name: str, value: str, id: int = 1) -> Answer:
    """What a person said of a hypothesis."""
    return Answer(id, name, value, "Anna", "2026-07-01T10:00:00Z")


def answered(page: Printed, name: str, value: str) -> tuple[str, str]:
    """A hypothesis after a person's answer."""
    return page.settled(name, answers=(answer(name, value),))


def layout_of(page: Printed, **members: Any) -> Layout:
    """What the page looks like, as a confirmed layout."""
    found = page.proof().layout
    assert found is not None
    return replace(found, **{"id": 7, "source": "person", **members})


def laid_out(page: Printed, name: str, **members: Any) -> tuple[str, str]:
    """A hypothesis of a page of this layout."""
    return page.settled(name, layouts=(layout_of(page, **members),))


#: Two lines with their second days and balances, between both ends; one text goes on below.
TWO_LINES = printed(
    """
             |dddddddddd  ssssssssss  tttttttttttttttttt  1111111  bbbbbbbb
    head     |Date        Value       Text                 Amount   Balance
    opening  |                        Opening balance                100.00
    line     |03.06.2026  04.06.2026  Coffee to go          -3.50     96.50
    more     |                        Northgate
    line     |05.06.2026  05.06.2026  Wages                 50.00    146.50
    closing  |                        Closing balance                146.50
    """
)
#: The same in columns for what went out and came in, under the days of a period.
OUT_AND_IN = printed(
    """
             |dddddddddd  ssssssssss  tttttttttttttttt  1111111  2222222  bbbbbbbb
    period   |01.06.2026  30.06.2026  Period
    head     |Date        Value       Text                  Out       In   Balance
    opening  |                        Opening balance                      100.00
    line     |03.06.2026              Coffee               3.50
    line     |15.06.2026              Wages                         50.00
    closing  |                        Closing balance                      146.50
    """
)
#: Two lines with their balances, and no end.
RUNNING = printed(
    """
             |dddddddddd  tttttttttttttttt  1111111  bbbbbbbb
    head     |Date        Text               Amount   Balance
    line     |03.06.2026  Coffee              -3.50     96.50
    line     |15.06.2026  Wages               50.00    146.50
    """
)
