"""What no arithmetic sees of a page: each hypothesis with its value and with what settles it.

docs/certificate.md, section 5. A source either says a value or says nothing. Where two of them say
different things nothing is settled, and nothing that is assumed is ever called proven.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import product, takewhile
from typing import Final

from pipeline.proof.checks import CheckState
from pipeline.proof.cited import Cited
from pipeline.proof.covered import pattern
from pipeline.proof.document import joined
from pipeline.proof.ordered import Days, days_of, ordered_check
from pipeline.proof.printed import Figure, fold, read_day, read_figure, table
from pipeline.proof.sums import Sums, other_directions
from pipeline.proof.witness import Convention, End, Place, Side, Style


class Source(StrEnum):
    """What settles a hypothesis; ``ASSUMED`` is nothing."""

    ARITHMETIC = "arithmetic"
    LABEL = "label"
    PRINTED = "printed"
    NUMBER = "number"
    LEDGER = "ledger"
    LAYOUT = "layout"
    STATEMENT_BEFORE = "statement_before"
    PERSON = "person"
    ROWS = "rows"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One hypothesis: its value as text, its source, the words if it is printed, and why sources
    that disagree settle nothing."""

    name: str
    value: str
    source: Source = Source.ASSUMED
    words: tuple[Place, ...] = ()
    detail: str = ""

    @property
    def is_assumed(self) -> bool:
        """Whether nothing settles it."""
        return self.source is Source.ASSUMED


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said of one hypothesis: its value, who said it and when (an ISO moment)."""

    id: int
    hypothesis: str
    value: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Layout:
    """What the statements of an account look like: patterns of the words over each column and
    beside each end, how they are read (without any places), and rows that are no lines. A
    ``source`` is "person" or "derived"."""

    id: int
    source: str
    heads: tuple[str, ...]
    balance_head: str
    opening: str | None
    closing: str | None
    period: str | None
    convention: Convention
    currency: str | None
    other: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownAccount:
    """What a person or the ledger's source says of an account; None where only a reading does.
    ``number`` are digits, the last ones at least, and ``institution`` a name."""

    currency: str | None
    kind: Side | None
    number: str | None = None
    institution: str | None = None


#: The members of a convention that say the value of a hypothesis.
_MEMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "direction": ("columns", "marks", "newest_first"),
    "side": ("side",),
    "scale": ("decimal", "group", "digits", "short"),
    "order": ("order", "months", "calendar"),
    "booking": ("booking",),
}
_WAYS: Final = {1: "up", -1: "down", 0: "by the balance"}
_SCALES: Final = tuple(product(((".", ","), (",", "."), ("", "."), ("", ",")), (0, 2, 3)))


@dataclass(frozen=True)
class Question:
    """One page whose words are read, and whom to ask about what they leave open."""

    sums: Sums
    days: Days
    answers: tuple[Answer, ...] = ()
    layouts: tuple[Layout, ...] = ()
    account: KnownAccount | None = None

    @property
    def cited(self) -> Cited:
        """The witness, read."""
        return self.sums.cited

    def hypotheses(self) -> list[Hypothesis]:
        """Every hypothesis of the page, in the order of docs/certificate.md."""
        period, days, how = self._period(), self.days, self.cited.convention
        known = self.account.kind if self.account else None
        kind = None if known == "debt" and self._signs_may_say_debt() else known
        found = [self._ends(), self._direction(), self._settled("side", how.side, person=kind)]
        found += [self._scale(), self._settled("order", how.order, sure=not self.other_orders())]
        if any(s and s != b for s, b in zip(days.second, days.booked, strict=True)):
            found.append(self._settled("booking", how.booking))
        if days.yearless:
            years = f"{min(days.known).year} to {max(days.known).year}" if days.known else ""
            said = [(period.source, years)] if period.source is not Source.ROWS else []
            found.append(self._settled("year", years, said))
        return [*found, self._currency(), period]

    def layout(self) -> Layout | None:
        """The layout that the page shows; None without words over each of its columns."""
        document, witness = self.cited.document, self.cited.witness

        def of(places: Sequence[Place]) -> str:
            return " ".join(pattern(document.words(place)) for place in places)

        def label(cited: object) -> str | None:
            words: Place | None = getattr(cited, "label", None)
            return pattern(document.words(words)) if words else None

        heads = tuple(of(column.head[:1]) for column in witness.convention.columns)
        bare = tuple(replace(column, head=()) for column in witness.convention.columns)
        how = replace(witness.convention, columns=bare, balance_head=(), year=None)
        other = tuple(sorted({pattern(document.of_row(each.row)) for each in witness.other}))
        ends = (label(witness.opening), label(witness.closing), label(witness.period))
        balance = of(witness.convention.balance_head)
        found = Layout(0, "", heads, balance, *ends, how, self.printed_currency(), other)
        return found if all(heads) else None

    def matching(self) -> list[Layout]:
        """The layouts with the same words over each column and beside each end."""

        def words(layout: Layout) -> tuple[object, ...]:
            return layout.heads, layout.balance_head, layout.opening, layout.closing

        found = ((each, self.layout()) for each in self.layouts)
        return [each for each, own in found if own is not None and words(each) == words(own)]

    def _settled(
        self, name: str, value: str, said: Sequence[tuple[Source, str]] = (), *,
        sure: bool = False, person: str | None = None, words: Sequence[Place | None] = (),
    ) -> Hypothesis:  # fmt: skip
        """The hypothesis with the first source that says its value, if none says another. ``sure``
        is arithmetic's word, and ``words`` are those that say it, if they are printed."""
        every = [*self._answered(name), *self._laid_out(name, value)]
        every += [(Source.PERSON, person)] if person else []
        every += [*said, *([(Source.ARITHMETIC, value)] if sure else [])]
        if other := [f"{source} says {says}" for source, says in every if says != value]:
            return Hypothesis(name, value, detail="; ".join(dict.fromkeys(other)))
        source = every[0][0] if every else Source.ASSUMED
        printed = source in (Source.LABEL, Source.PRINTED)
        return Hypothesis(name, value, source, tuple(w for w in words if w) if printed else ())

    def _answered(self, name: str) -> Iterator[tuple[Source, str]]:
        answers = [each for each in self.answers if each.hypothesis == name]
        yield from ((Source.PERSON, each.value) for each in answers[-1:])

    def _laid_out(self, name: str, value: str) -> Iterator[tuple[Source, str]]:
        days = self.days.period or (None,)
        for layout in self.matching():
            own = self.layout()
            if members := _MEMBERS.get(name):
                one, two = layout.convention, own.convention  # type: ignore[union-attr]
                same = all(getattr(one, m) == getattr(two, m) for m in members)
                yield Source.LAYOUT, value if same else f"otherwise (layout {layout.id})"
            elif name == "ends" and layout.opening and layout.closing:
                yield Source.LAYOUT, value
            elif name == "currency" and layout.currency:
                yield Source.LAYOUT, layout.currency
            elif name == "period" and days[0] and layout.period and layout.period == own.period:  # type: ignore[union-attr]
                yield Source.LAYOUT, value

    def _ends(self) -> Hypothesis:
        derived, witness = self.sums.derived, self.cited.witness
        ends = {"opening": witness.opening, "closing": witness.closing}
        how = ["derived" if n in derived else "cited" if ends[n] else "not printed" for n in ends]
        value = f"opening {how[0]}, closing {how[1]}"
        cited = [(name, end) for name, end in ends.items() if end]
        labelled = all(self._is_labelled(name, end.label, end.figure) for name, end in cited)
        said = [(Source.LABEL, value)] if cited and labelled else []
        said += [(Source.LABEL, "the other") for name, end in cited if self._is_other(name, end)]
        sure = bool(self.sums.balances) and None not in self.sums.balances
        sure = sure and not any("order" in turned for turned in self._turned)
        return self._settled("ends", value, said, sure=sure, words=[e.label for _, e in cited])

    def _is_other(self, name: str, end: End) -> bool:
        """Whether the rest of its row is a phrase of the list for the other end."""
        document, other = self.cited.document, "closing" if name == "opening" else "opening"
        row = document.rows[min(document.rows_of(end.figure))]
        words = [document.page(row.page).words[w] for w in row.words if w not in end.figure.words]
        return fold("".join(word.text for word in words)) in table("labels.json")[other]

    @cached_property
    def _turned(self) -> list[frozenset[str]]:
        """Which columns and marks could be turned; where the lines are in order so as well, also
        with time turned."""
        back = ordered_check(self.cited, self.days, backwards=True)
        return list(other_directions(self.sums, reversible=back.state is CheckState.PASSED))

    def _direction(self) -> Hypothesis:
        convention = self.cited.convention
        ways = [f"{at}: {_WAYS[each.moves]}" for at, each in enumerate(convention.columns, 1)]
        value = ", ".join([*ways, *(f"{mark}: {_WAYS[way]}" for mark, way in convention.marks)])
        ends, derived = (self.sums.opening, self.sums.closing), len(self.sums.derived)
        checkpoints = sum(each is not None for each in (*ends, *self.sums.balances)) - derived
        # Time turned alone leaves all directions as they are.
        told = checkpoints > 1 and self._unmarked() and set(self._turned) <= {frozenset({"order"})}
        return self._settled("direction", value, sure=not self.cited.lines or bool(told))

    def _signs_may_say_debt(self) -> bool:
        """Whether every balance other than 0 has a mark, a minus or a column, so that a debt may be
        what these say."""
        cited = self.cited
        figures = [each.figure for each in (cited.opening, cited.closing) if each]
        figures += [line.balance for line in cited.lines if line.balance]
        return any(e.size for e in figures) and all(e.sign == -1 for e in self._unmarked())

    def _unmarked(self) -> list[Figure]:
        """The balances other than 0 that say their sign themselves: by a mark or the column that
        they are in, they turn with them; and where one end may go by a column, the other may too.
        """
        cited, figures = self.cited, [line.balance for line in self.cited.lines if line.balance]
        ends = [cited.over([e.figure]) for e in (cited.witness.opening, cited.witness.closing) if e]
        if not any(c.overlaps(end) for end in ends for c in cited.sided.values()):  # type: ignore[arg-type]
            figures += [each.figure for each in (cited.opening, cited.closing) if each]
        return [figure for figure in figures if figure.size and not figure.mark]

    def _scale(self) -> Hypothesis:
        each = self.cited.convention
        value = f"{each.decimal or 'no'} decimal, {each.group or 'no'} group, {each.digits} digits"
        return self._settled("scale", value, sure=not any(self.other_scales()))

    def other_scales(self) -> Iterator[Convention]:
        """The other readings of point and comma that read every cited figure, and some one of them
        otherwise."""
        cited, own = self.cited, self.cited.convention
        texts = [joined(cited.document.words(place)) for place in cited.figures()]

        def sizes(style: Style, times: int) -> list[int]:
            read = takewhile(bool, (read_figure(text, style) for text in texts))
            return [each.size * times for each in read if each]

        for (decimal, group), digits in _SCALES:
            other = replace(own, decimal=decimal, group=group, digits=digits, short=False)  # type: ignore[arg-type]
            there = sizes(other.style, 10**own.digits)
            if len(there) == len(texts) and there != sizes(cited.style, 10**digits):
                yield other

    def other_orders(self) -> list[Convention]:
        """Each other order of day and month, or calendar, that reads all days, in order, and some
        line's otherwise."""
        return [read.convention for read, days in self._orders() if days.booked != self.days.booked]

    def _orders(self) -> Iterator[tuple[Cited, Days]]:
        """The page under each other order of day and month that reads all days, in order; with the
        year first, also under each calendar: 28.11.15 is of 2016 where years count from a reign."""
        style, lines = self.cited.day_style, self.cited.witness.lines
        texts = [self.cited.text(day) for line in lines for day in (line.day, line.second) if day]
        others = [style._replace(order=o) for o in sorted({"dmy", "mdy", "ymd"} - {style.order})]
        calendars = table("months.json")["calendars"] if style.order == "ymd" else ()
        others += [style._replace(calendar=calendar) for calendar in calendars]
        for other in (o for o in others if all(read_day(text, o) for text in texts)):
            how = replace(self.cited.convention, order=other.order, calendar=other.calendar)  # type: ignore[arg-type]
            witness = replace(self.cited.witness, convention=how)
            read = self.cited.document.remembered(witness, Cited)
            days = None if read.faults else days_of(read)
            if days and ordered_check(read, days).state is CheckState.PASSED:
                yield read, days

    def printed_currency(self) -> str | None:
        """The code of the currency that is cited, alone or joined to others ("EUR-Konto")."""
        fact, named = self.cited.witness.currency, table("currencies.json")["names"]
        text = self.cited.text(fact.value) if fact else ""
        parts = "".join(char if char.isalpha() else " " for char in text).split()
        return next((named[each] for each in map(fold, (text, *parts)) if each in named), None)

    def _currency(self) -> Hypothesis:
        """A code at a balance settles it; a sign there, and a code elsewhere, only contradict."""
        cited, known = self.cited, table("currencies.json")
        figures = [read.figure for read in (cited.opening, cited.closing) if read]
        figures += [line.balance for line in cited.lines[:1] if line.balance]
        at = sorted({figure.currency for figure in figures if figure.currency})
        codes = [known["names"][fold(each)] for each in at if fold(each) in known["names"]]
        printed, fact = self.printed_currency(), cited.witness.currency
        value = (self.account and self.account.currency) or printed or (*codes, "")[0]
        codes += [printed] if printed and printed != value else []
        at += [cited.text(fact.value)] if fact else []
        codes += [e for e in at if value and value not in (known["signs"].get(e) or [value])]
        said = [(Source.PRINTED, each) for each in codes]
        return self._settled("currency", value, said, words=[fact.value if fact else None])

    def _period(self) -> Hypothesis:
        """The cited days, if something says that they are the period; else those of the lines."""
        cited, known, both = self.cited.witness.period, self.days.known, self.days.period
        rows = f"{min(known)} to {max(known)}" if known else ""
        printed = f"{both[0]} to {both[1]}" if both and both[0] else ""
        value = next((said for _, said in self._answered("period")), printed)
        labelled = cited and self._is_labelled("period", cited.label, cited.first or cited.last)
        # Where no line tells the order of day and month, the period may be read in several.
        alike = (days for _, days in self._orders() if days.booked == self.days.booked)
        told = printed and labelled and all(days.period == both for days in alike)
        said = [(Source.LABEL, printed)] if told else []
        found = self._settled("period", value, said, words=[cited.label if cited else None])
        if not found.is_assumed or not rows or found.detail:
            return found
        also = f"{printed} is printed as well" if printed else ""
        return Hypothesis("period", rows, Source.ROWS, detail=also)

    def _is_labelled(self, kind: str, label: Place | None, value: Place) -> bool:
        """Whether a label is a phrase of the list for this kind, on the row of its value."""
        row_of = self.cited.document.row_of
        if label is None or row_of(label) != row_of(value):
            return False
        return fold(self.cited.text(label)) in table("labels.json")[kind]
