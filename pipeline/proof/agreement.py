"""Page and ledger agree, or they differ, or no one can say: the only module that says *matched*."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from db.money import exponent_of
from pipeline.proof.checks import Check, CheckState, equal, holds, passed_unless
from pipeline.proof.hypotheses import Hypothesis
from pipeline.proof.ledger import A_DAY, LedgerSide, Pairing, Pairs, Reading, reading_of
from pipeline.proof.page import PageProof, no_copy, question
from pipeline.proof.settled import settle

Verdict = Literal["matched", "differences", "unproven"]
OBLIGATIONS: Final = ("paired", "balances", "settled", "one_reading", "chain")
#: What may be open where page and ledger differ, if no sources disagree: no amount hangs on it.
_LEDGERS_TO_TELL: Final = frozenset({"currency", "account", "booking"})


@dataclass(frozen=True, eq=False)
class Agreement:
    """What was found of one page beside one account; made by the kernel alone, from what it is
    given.

    The ``page`` is proven with the answers and layouts of that account; ``rivals`` counts other
    witnesses of the page that pass its obligations with other lines. ``ledger_ends`` are the
    ledger's balances at the page's opening and closing, as the bank counts them.
    """

    page: PageProof
    side: LedgerSide
    pairing: Pairing
    rivals: int = 0
    obligations: tuple[Check, ...] = field(init=False)
    hypotheses: tuple[Hypothesis, ...] = field(init=False, default=())
    alternatives: int = field(init=False, default=0)
    reading: Reading | None = field(init=False, default=None)
    ledger_ends: tuple[int | None, int | None] = field(init=False, default=(None, None))

    def __post_init__(self) -> None:
        if self.page.read is not None:
            self._say("hypotheses", tuple(question(self.page, self.side.known).hypotheses()))
            self._say("reading", reading_of(self.page.read, self.side, self.hypotheses))
        detail = "the page has no lines, no days or no balance that the account could have"
        every = tuple(Check(n, CheckState.UNAVAILABLE, detail=detail) for n in OBLIGATIONS)
        self._say("obligations", self._obligations(self.reading) if self.reading else every)

    def _say(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    __reduce__ = no_copy

    def _obligations(self, reading: Reading) -> tuple[Check, ...]:
        pairs = Pairs(reading, self.side, self.pairing)
        paired, balances = pairs.paired_check(), pairs.balances_check()
        self._say("ledger_ends", pairs.ledger_ends)
        agrees = paired.state is balances.state is CheckState.PASSED
        hypotheses, tried = settle(self.page, pairs, self.hypotheses, agrees)
        self._say("hypotheses", hypotheses)
        self._say("alternatives", tried)
        assumed = [each for each in self.hypotheses if each.is_assumed]
        why = [f"{each.name}: {each.detail or 'nothing settles it'}" for each in assumed]
        one = holds("one_reading", not self.rivals)
        return paired, balances, passed_unless("settled", why), one, self._chain(reading)

    def _chain(self, reading: Reading) -> Check:
        """The statement before closed with this one's opening, where its last day is the one before
        this one's first."""
        before, own = self.side.before, self._hypothesis("period").source not in ("rows", "assumed")
        if not before or not before.whole or not own or reading.first - before.last != A_DAY:
            return holds("chain", None, "no statement ends on the day before")
        return equal("chain", before.closing, reading.opening, exponent_of(self.side.currency))

    def _hypothesis(self, name: str) -> Hypothesis:
        return next(each for each in self.hypotheses if each.name == name)

    def state(self, name: str) -> CheckState:
        """What the named obligation found, of the page's or of the ledger's."""
        return next(c.state for c in (*self.page.obligations, *self.obligations) if c.name == name)

    @property
    def ties_out(self) -> bool:
        """Whether page and ledger agree and nothing is assumed, whatever the statement before says:
        where that contradicts, a person looks, and days that are locked stay so. A part of a
        statement needs its own sums: the ledger may lack what the rest says."""
        sums = ["sums"] if any(each.incomplete for each in self.page.objections) else []
        needed = (*OBLIGATIONS[:-1], *sums)
        return self.page.holds and all(self.state(n) is CheckState.PASSED for n in needed)

    @property
    def verdict(self) -> Verdict:
        """`matched` if page and ledger agree, the statement before agrees too, and nothing is
        assumed; `differences` if they do not, though the page adds up and no two sources contradict
        each other; else `unproven`."""
        if not self.page.holds or self.state("one_reading") is not CheckState.PASSED:
            return "unproven"
        failed = {each.name for each in self.obligations if each.state is CheckState.FAILED}
        if self.ties_out and not failed:
            return "matched"
        open_ = [each for each in self.hypotheses if each.is_assumed and each.name != "period"]
        doubtful = any(each.detail or each.name not in _LEDGERS_TO_TELL for each in open_)
        differs = failed & {"paired", "balances", "chain"}
        sure = self.page.passed_but_for("covered") and not doubtful and self._is_likeliest()
        return "differences" if differs and sure else "unproven"

    def _is_likeliest(self) -> bool:
        """Whether it is settled whose statement this is, or no other account has as many of its
        amounts as are paired here."""
        pairs = len(self.pairing.lines)
        likeliest = pairs > 0 and all(max(o.equal, o.turned) < pairs for o in self.side.others)
        return likeliest or not self._hypothesis("account").is_assumed
