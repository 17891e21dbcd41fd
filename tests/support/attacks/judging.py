"""What of a case's rows is proven wrongly, by the judge of all pages."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from fixtures.truth import TrueRow, TrueStatement
from pipeline.drafts import StatementDraft
from pipeline.reading import read_statements
from tests.support.attacks.case import Case, Truth
from tests.support.judging import judged
from tests.support.looking import seen


def outcomes(cases: Iterable[Case]) -> tuple[Counter[str], list[str]]:
    """How many cases are honest, and proven with all their statements; and the names of those of
    which other rows are proven than a person sees."""
    counts, wrong = Counter[str](), []
    for case in cases:
        truths = [true for each in (case.truth, *case.others) if (true := truth_of(each))]
        drafts = read_statements(seen(case.pages)).statements
        faults = [_wrong_rows(draft, truths) for draft in drafts]
        proven = [draft.status == "proven" for draft in drafts]
        if truths and any(faults):
            wrong.append(case.name)
        if case.provable:
            counts["honest"] += 1
            counts["proven"] += sum(proven) >= len(truths) and not any(faults)
    return counts, wrong


def truth_of(truth: Truth) -> TrueStatement | None:
    """The rows that a person sees, in the shape of all truths; None if some cannot be read."""
    rows = []
    for row in truth.rows:
        if row.date is None or row.amount is None:
            return None
        amount = Decimal(row.amount).scaleb(-truth.exponent)
        rows.append(TrueRow(row.date, ("",), amount, alt_date=row.other))
    days = [row.date for row in rows] or [date(2000, 1, 1)]
    ends = (min(days), max(days))
    return TrueStatement("", "", "", "checking", "", *ends, Decimal(0), tuple(rows))


def _wrong_rows(draft: StatementDraft, truths: list[TrueStatement]) -> bool:
    """Whether it is proven with other rows than any of the truths has; facts are not judged."""
    found = [judged(draft, truth).wrong for truth in truths]
    return bool(found) and all(any(w.startswith("rows") for w in wrong) for wrong in found)
