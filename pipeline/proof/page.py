"""Proves what a witness says of its page: every obligation passed, or the one that is not.

Only this module makes a `PageProof`. It holds what the words say, and beside it what is assumed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple, NoReturn

from pipeline.proof.checks import Check, CheckState, passed_unless
from pipeline.proof.cited import Cited
from pipeline.proof.covered import Together, covered_check, restated_check
from pipeline.proof.document import Document, digit_in
from pipeline.proof.hypotheses import Answer, Hypothesis, KnownAccount, Layout, Question
from pipeline.proof.ordered import Days, days_of, ordered_check
from pipeline.proof.sums import Sums, sums_check, sums_of
from pipeline.proof.witness import Witness
from pipeline.words import Seen

#: Counted up whenever something else is proven of the same certificate.
KERNEL_VERSION: Final = 2
OBLIGATIONS: Final = ("parsed", "seen", "sums", "covered", "restated", "ordered")
_SURE: Final = frozenset({Seen.SEEN, Seen.TWICE, Seen.PERSON})


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason of the reader's not to call a page proven. One of incompleteness also keeps days
    from being locked and a layout from being learnt."""

    code: str
    detail: str = ""
    incomplete: bool = False


class ProvenLine(NamedTuple):
    """One line as its words say: money in the holder's sign, in units of 10^-digits."""

    day: date
    second: date | None
    amount: int
    balance: int | None


class Read(NamedTuple):
    """What the words of one statement say: its sums and its days."""

    sums: Sums
    days: Days

    def lines(self, held: Callable[[int | None], int | None]) -> tuple[ProvenLine, ...]:
        """The lines in printed order, with what ``held`` makes of each figure; none where one lacks
        a day."""
        if None in self.days.booked:
            return ()
        sums, days = self.sums, self.days
        rows = zip(days.booked, days.second, sums.moved, sums.balances, strict=True)
        return tuple(ProvenLine(d, s, held(m) or 0, held(b)) for d, s, m, b in rows if d)


def no_copy(self: object) -> NoReturn:
    """No proof is pickled: it would be believed where it is opened. Prove it there."""
    raise TypeError(f"a {type(self).__name__} cannot be pickled; prove it where it is wanted")


@dataclass(frozen=True, eq=False)
class PageProof:
    """One statement's witness held to the words of its document, whose places it must fit: the
    obligations and what they prove, found by the kernel alone from what it is given.

    ``witnesses`` are those of all statements in the document, of which ``statement`` is the one
    that this is about. ``answers`` of persons, confirmed ``layouts`` and the ``account`` as it is
    known settle hypotheses. ``read`` is None where *parsed* failed; ``hypotheses`` are what
    arithmetic does not see, with what settles it.
    """

    document: Document
    witnesses: tuple[Witness, ...]
    statement: int = 0
    objections: tuple[Objection, ...] = ()
    answers: tuple[Answer, ...] = ()
    layouts: tuple[Layout, ...] = ()
    account: KnownAccount | None = None
    obligations: tuple[Check, ...] = field(init=False)
    read: Read | None = field(init=False)
    hypotheses: tuple[Hypothesis, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        for name, found in zip(("obligations", "read"), _prove(self), strict=True):
            object.__setattr__(self, name, found)
        if self.read is not None:
            object.__setattr__(self, "hypotheses", tuple(question(self).hypotheses()))

    __reduce__ = no_copy

    @property
    def witness(self) -> Witness:
        """The witness of the statement that this is about."""
        return self.witnesses[self.statement]

    @property
    def proven(self) -> bool:
        """Whether every obligation passed and no one objects. What is assumed is in ``hypotheses``,
        and is not proven by this."""
        return not self.objections and self.passed_but_for()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong with the page; the ledger may give a balance that it does not
        print."""
        ends = {self.state("sums"), self.state("covered")}
        return self.passed_but_for("sums", "covered") and CheckState.FAILED not in ends

    def state(self, name: str) -> CheckState:
        """What the named obligation found."""
        return next(check.state for check in self.obligations if check.name == name)

    def passed_but_for(self, *names: str) -> bool:
        """Whether every obligation passed, these aside."""
        return all(c.state is CheckState.PASSED for c in self.obligations if c.name not in names)

    @property
    def layout(self) -> Layout | None:
        """What the page looks like, for a person to confirm; None without words over each column of
        money."""
        return question(self).layout() if self.read else None

    @property
    def matching(self) -> tuple[Layout, ...]:
        """The layouts given that say what this page looks like."""
        return tuple(question(self).matching()) if self.read else ()

    @property
    def lines(self) -> tuple[ProvenLine, ...]:
        """The lines in printed order; none where they could not be read, or lack a day."""
        return self.read.lines(self._held) if self.read else ()

    @property
    def opening(self) -> int | None:
        """The opening balance in the holder's sign, in units of 10^-digits."""
        return self._held(self.read.sums.opening if self.read else None)

    @property
    def closing(self) -> int | None:
        """The closing balance, likewise."""
        return self._held(self.read.sums.closing if self.read else None)

    def _held(self, balance: int | None) -> int | None:
        return None if balance is None else self.witness.convention.sign * balance

    @property
    def span(self) -> tuple[date, date] | None:
        """The days covered: the period's where something settles it, else the lines' own."""
        return days_covered(self.hypotheses) if self.read else None


def question(proof: PageProof, account: KnownAccount | None = None) -> Question:
    """What the page leaves open, and whom to ask, about this ``account`` or the proof's own."""
    assert proof.read is not None
    given = (proof.answers, proof.layouts, account or proof.account)
    return Question(proof.read.sums, proof.read.days, *given)


def days_covered(hypotheses: Sequence[Hypothesis]) -> tuple[date, date] | None:
    """From the first to the last day that a statement is about: its period where something settles
    that, else the days of its lines; None without either."""
    period = next(each for each in hypotheses if each.name == "period")
    if not period.value or period.is_assumed:
        return None
    first, last = map(date.fromisoformat, period.value.split(" to "))
    return first, last


def _prove(proof: PageProof) -> tuple[tuple[Check, ...], Read | None]:
    together = proof.document.remembered(proof.witnesses, Together)
    own = together.every[proof.statement]
    faults = list(own.faults)
    if proof.statement in together.twice:
        faults.append("a word serves twice in the document, or a row belongs to two statements")
    parsed = passed_unless("parsed", faults)
    if faults:
        rest = (Check(name, CheckState.UNAVAILABLE) for name in OBLIGATIONS[1:])
        return (parsed, *rest), None
    sums, days = sums_of(own), days_of(own)
    covered = covered_check(sums, together, {t for each in proof.layouts for t in each.other})
    last = (restated_check(sums, days.booked), ordered_check(own, days))
    return (parsed, _seen_check(own), sums_check(sums), covered, *last), Read(sums, days)


def _seen_check(cited: Cited) -> Check:
    """Each word that is relied on looks, as the page is displayed, as its text says."""
    unsure: list[tuple[str, Seen]] = []
    for place, bound in cited.witness.evidence():
        page = cited.document.page(place.page)
        if not page.seen:
            return Check("seen", CheckState.UNAVAILABLE, detail="nobody looked at the pages")
        for word in place.words:
            text, look = page.words[word].text, page.seen[word]
            if look is not Seen.SEEN and not _is_sure(text, look, bound, cited.convention.short):
                unsure.append((f"{text} on page {place.page} does not look so", look))
    if unsure and all(look is Seen.INK for _, look in unsure):
        return Check("seen", CheckState.UNAVAILABLE, detail="nobody compared figures and print")
    return passed_unless("seen", [why for why, look in unsure if look is not Seen.INK])


def _is_sure(text: str, look: Seen, bound: bool, short: bool) -> bool:
    """Whether what was found of a word's print is enough. Where figures leave zeros out, a digit
    that OCR lost shows nowhere: no reading of a picture is enough for them."""
    if not digit_in(text):
        return look not in (Seen.DOUBTED, Seen.UNJUDGED)
    if short:
        return look in (Seen.SEEN, Seen.PERSON)
    return look in _SURE or (look is Seen.ONCE and bound)
