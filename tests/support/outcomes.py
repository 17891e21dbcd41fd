"""What becomes of a document: how it is read, what is proven of it, and what is matched beside its
true books and beside books with an error."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random

from db.words import Verdict
from fixtures.truth import TrueStatement
from pipeline.account.comparison import Comparison
from pipeline.drafts import StatementDraft
from pipeline.matching.match import Findings
from pipeline.reading import read_statements
from tests.support.beside import SAID, Books, Planted, beside, planted, true_books
from tests.support.judging import Rows, judged
from tests.support.looking import seen
from tests.support.statement_strategies import Generated


@dataclass(slots=True)
class Outcome:
    """Counts of what became of statements, of those ``planted`` by error. ``wrong`` is what must
    never be, ``open`` why those with right rows are not matched beside their true books."""

    counts: Counter[str] = field(default_factory=Counter)
    planted: dict[str, Counter[str]] = field(default_factory=dict)
    open: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        """Both together."""
        self.counts += other.counts
        self.open += other.open
        self.wrong += other.wrong
        for error, counts in other.planted.items():
            self.planted[error] = self.planted.get(error, Counter()) + counts


def of_made_up(made: Generated, random: Random, errors: Sequence[str]) -> Outcome:
    """What becomes of a made-up statement, beside books with each of these errors too."""
    drafts = read_statements(seen(made.pages)).statements
    found = of_drafts(drafts, {made.truth: true_books(made.truth)})
    best = best_of(drafts, made.truth)
    if best is not None:
        for error in errors:
            wrong = planted(error, true_books(made.truth), random)
            found.add(_beside_an_error(best, wrong, error))
    return found


def of_drafts(
    drafts: Sequence[StatementDraft], accounts: dict[TrueStatement, Books | None]
) -> Outcome:
    """What becomes of the statements of one document, each beside its true books, if it has any."""
    proven = [each for each in drafts if judged(each, next(iter(accounts))).proven]
    found = Outcome(Counter(proven=len(proven)))
    for draft in proven:
        every = [judged(draft, truth).wrong for truth in accounts]
        found.wrong += [f"{why} is proven" for why in min(every, key=len)]
    if len(proven) > len(accounts):
        found.wrong.append(f"{len(proven)} statements are proven where there are {len(accounts)}")
    for truth, books in accounts.items():
        best = best_of(drafts, truth)
        found.counts["statements"] += 1
        found.counts["rows"] += judged(best, truth).rows is Rows.RIGHT if best else not truth.rows
        if best and books:
            found.add(beside_true_books(best, truth, books))
    return found


def best_of(drafts: Sequence[StatementDraft], truth: TrueStatement) -> StatementDraft | None:
    """The draft that is most like the truth."""
    true = Counter(abs(row.amount) for row in truth.rows)

    def likeness(draft: StatementDraft) -> tuple[bool, int]:
        read = Counter(abs(Decimal(line.amount).scaleb(-draft.exponent)) for line in draft.lines)
        return judged(draft, truth).rows is Rows.RIGHT, sum((true & read).values())

    return max(drafts, key=likeness, default=None)


def beside_true_books(draft: StatementDraft, truth: TrueStatement, books: Books) -> Outcome:
    """Whether the statement is matched, and what is then called proven of it."""
    found = Outcome()
    right = judged(draft, truth).rows is Rows.RIGHT
    comparison = beside(draft, books)
    if comparison is None:
        found.open["no day"] += right
        return found
    findings = comparison.findings()
    read = judged(comparison.draft, truth, findings.hypotheses)
    on_page = judged(draft, truth).wrong
    found.wrong += [
        f"{why} is proven beside the ledger" for why in read.wrong if why not in on_page
    ]
    if findings.verdict is Verdict.MATCHED:
        found.counts["matched"] += 1
        if read.rows is not Rows.RIGHT:
            found.wrong.append(f"matched with its true books: {read.rows.value}")
    elif right:
        found.open[why_open(findings)] += 1
    return found


def _beside_an_error(draft: StatementDraft, wrong: Planted | None, error: str) -> Outcome:
    found = Outcome()
    comparison = beside(draft, wrong.books) if wrong else None
    if comparison is not None and wrong is not None:
        verdict = comparison.findings().verdict
        named = wrong.amounts & {*_amounts_named(comparison)}
        found.planted[error] = Counter({"ledgers": 1, "named": bool(named), verdict.value: 1})
        if verdict is Verdict.MATCHED and error != SAID:
            found.wrong.append(f"matched beside books with an error: {error}")
    return found


def _amounts_named(comparison: Comparison) -> Iterator[int]:
    for each in comparison.matching.differences:
        yield from (amount for amount in (each.expected, each.found) if amount is not None)


def why_open(findings: Findings) -> str:
    """The first obligation that is not met, and of what is not settled the names."""
    for check in findings.checks:
        if check.state != "passed" and check.name not in ("chain", "covered"):
            assumed = [each.name for each in findings.hypotheses if each.is_assumed]
            which = f": {', '.join(assumed)}" if check.name == "settled" else ""
            return f"{check.name} {check.state}{which}"
    return "covered"
