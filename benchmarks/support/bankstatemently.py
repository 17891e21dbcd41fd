"""Our readings in the form that Bankstatemently's open benchmark takes.

Its repository, bankstatemently/bank-statement-parsing-benchmark, describes the form under
*Submission schema*: a file a statement, with what each row means and its cells as printed. Whoever
submits posts each file to the benchmark's API, or opens a pull request there with all five.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from pipeline.drafts import Line, StatementDraft
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.proof import CitedLine, Document, Place, Witness
from pipeline.reading.from_bytes import proven_here, read_document
from pipeline.words import Word

_STATEMENT: Final = re.compile(r"(bsb-\d{3})-statement\.pdf$")
#: Words of one heading are no further apart, in points.
_NEAR: Final = 6.0


def write_submissions(folder: Path, into: Path) -> Iterator[Path]:
    """Read each of the benchmark's statements in the folder, and write its submission."""
    into.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.pdf")):
        if found := _STATEMENT.search(path.name):
            written = into / f"{found[1]}.json"
            text = json.dumps(submission(path.read_bytes()), ensure_ascii=False, indent=2)
            written.write_text(text + "\n", encoding="utf-8")
            yield written


def submission(data: bytes) -> dict[str, Any]:
    """What is read of a PDF; accounts are named if there are several."""
    drafts = proven_here(read_document(data, (), DEFAULT_LIMITS)).reading.statements
    found: dict[str, Any] = {"contentHash": hashlib.sha256(data).hexdigest()}
    if len(drafts) > 1:
        found["accounts"] = [_account(number, each) for number, each in enumerate(drafts, start=1)]
    found["transactions"] = [
        row | ({"accountId": f"a{number}"} if len(drafts) > 1 else {})
        for number, each in enumerate(drafts, start=1)
        for row in _transactions(each)
    ]
    return found


def _account(number: int, draft: StatementDraft) -> dict[str, Any]:
    found = {"id": f"a{number}", "name": draft.account_name, "currency": draft.printed_currency}
    if draft.proof and draft.witness and draft.witness.number:
        found["accountNumber"] = _text(draft.proof.document, [draft.witness.number.value])
    return {name: value for name, value in found.items() if value}


def _transactions(draft: StatementDraft) -> Iterator[dict[str, Any]]:
    if draft.proof is None or draft.witness is None:
        return
    cells = _Cells(draft)
    for line, cited in zip(draft.lines, draft.witness.lines, strict=True):
        yield _transaction(draft, line) | {"originalData": cells.of(cited)}


def _transaction(draft: StatementDraft, line: Line) -> dict[str, Any]:
    found: dict[str, Any] = {
        "date": line.date.isoformat() if line.date else "",
        "description": line.description,
        "amount": _number(draft, abs(line.amount)),
        "direction": "credit" if line.amount >= 0 else "debit",
    }
    if line.balance is not None:
        found["balance"] = _number(draft, line.balance)
    if draft.printed_currency:
        found["currency"] = draft.printed_currency
    return found


def _number(draft: StatementDraft, minor: int) -> float:
    return float(Decimal(minor).scaleb(-draft.exponent))


class _Cells:
    """The cells of a statement's rows as they are printed, by the headings above them."""

    def __init__(self, draft: StatementDraft) -> None:
        assert draft.proof
        assert draft.witness
        self.document: Document = draft.proof.document
        convention = draft.witness.convention
        self.amounts = _headings(self.document, draft.witness)
        self.balance = _text(self.document, convention.balance_head) or "Balance"
        heads = [place for column in convention.columns for place in column.head]
        self.others = _others(self.document, [*heads, *convention.balance_head])
        self.day: Place | None = None

    def of(self, line: CitedLine) -> dict[str, str]:
        """One row. A day that is printed once for several rows is in each of them."""
        self.day = line.day or self.day
        found: dict[str, str] = {}
        if self.day:
            found[self.above(self.day, "Date")] = _text(self.document, [self.day])
        if line.second:
            found[self.above(line.second, "Second date")] = _text(self.document, [line.second])
        if line.text:
            heading = self.above(line.text[0], "Description")
            rows = [_text(self.document, [place]) for place in line.text]
            found[heading] = "\n".join(filter(None, [found.get(heading), *rows]))
        for number, heading in enumerate(self.amounts):
            found[heading] = ""
            if number == line.column:
                marked = [line.amount, line.mark] if line.mark else [line.amount]
                found[heading] = _text(self.document, marked)
        if line.balance:
            found[self.balance] = _text(self.document, [line.balance])
        return found

    def above(self, place: Place, otherwise: str) -> str:
        """The heading that begins nearest to where these words begin."""
        left = min(word.x0 for word in self.document.words(place))
        nearest = min(self.others, key=lambda each: abs(each[0].x0 - left), default=None)
        if nearest is None:
            return otherwise
        return " ".join(word.text for word in nearest)


def _headings(document: Document, witness: Witness) -> list[str]:
    """The heading of each column of amounts. Words over several columns are divided where the
    figures of each column end."""
    columns = witness.convention.columns
    ends = [_end(document, witness, at) for at in range(len(columns))]
    found = []
    for at, column in enumerate(columns):
        words = [word for place in column.head for word in document.words(place)]
        if sum(column.head == each.head for each in columns) > 1:
            words = [word for word in words if _column_of(word, ends) == at]
        found.append(" ".join(word.text for word in words) or f"Amount {at + 1}")
    return found


def _end(document: Document, witness: Witness, column: int) -> float:
    amounts = (line.amount for line in witness.lines if line.column == column)
    return max((document.words(amount)[-1].x1 for amount in amounts), default=0.0)


def _column_of(word: Word, ends: Sequence[float]) -> int:
    """The first column that ends no further left than the word; the last if none does."""
    behind = [at for at, end in enumerate(ends) if end >= word.x1 - 1]
    return min(behind or range(len(ends)), key=lambda at: ends[at] if behind else -ends[at])


def _others(document: Document, heads: Sequence[Place]) -> list[list[Word]]:
    """The headings beside those of amounts and balances, on the first row that has such."""
    rows = document.rows_of(*heads)
    if not rows:
        return []
    taken = {word for place in heads for word in document.words(place)}
    found: list[list[Word]] = []
    for word in document.of_row(min(rows)):
        if word in taken:
            continue
        if found and 0 <= word.x0 - found[-1][-1].x1 < _NEAR:
            found[-1].append(word)
        else:
            found.append([word])
    return found


def _text(document: Document, places: Sequence[Place]) -> str:
    return " ".join(word.text for place in places for word in document.words(place))
