"""The statement as read so far: a draft that later stages prove or doubt, never the truth."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field, fields, replace
from itertools import starmap
from typing import Any

from db.words import AccountKind, ReadingStatus
from pipeline.proof.checks import Check
from pipeline.proof.page import PageProof, ProvenRow
from pipeline.proof.witness import Witness
from pipeline.words import Box, DocumentPages


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a statement.

    ``amount`` and ``balance`` are integer minor units in the holder's sign: money out, and a card
    purchase, is negative; a debt is a negative balance. ``raw`` is the row's literal text and
    ``bbox`` its place on ``page`` (counted from 1). ``method`` names who read it: ``layout``,
    ``ocr`` or ``model``.
    """

    ordinal: int
    page: int
    bbox: Box
    date: datetime.date | None
    value_date: datetime.date | None
    description: str
    amount: int
    balance: int | None
    raw: str
    method: str = "layout"


@dataclass(frozen=True, slots=True)
class StatementDraft:
    """One account over one period as the document tells it.

    Money is integer minor units of ``exponent`` decimal digits; ``currency`` is an ISO code, or
    None where the page does not say. ``says_no_lines`` is true only if the page itself states
    that there were no transactions. ``last_day`` is there where the page prints no period but up
    to when it goes; with a period as well, that follows from the statement before. ``witness``
    says which words all this was read from, and ``proof`` what the kernel found of it; ``doubts``
    are what the reader itself could not decide.
    """

    institution: str | None
    account_name: str | None
    account_mask: str | None
    kind: AccountKind
    currency: str | None
    exponent: int
    period_start: datetime.date | None
    period_end: datetime.date | None
    opening_balance: int | None
    closing_balance: int | None
    lines: tuple[Line, ...]
    says_no_lines: bool = False
    last_day: datetime.date | None = None
    witness: Witness | None = None
    proof: PageProof | None = field(default=None, repr=False, compare=False)
    doubts: tuple[Check, ...] = ()
    #: Found out once: nothing of a draft changes.
    _as_proven: bool | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def checks(self) -> tuple[Check, ...]:
        """What the kernel checked, and what the reader doubted."""
        return (*(self.proof.checks if self.proof else ()), *self.doubts)

    @property
    def status(self) -> ReadingStatus:
        """Proven if the kernel proved these very rows and facts."""
        return ReadingStatus.PROVEN if self.is_as_proven else ReadingStatus.UNPROVEN

    @property
    def is_as_proven(self) -> bool:
        """Whether the kernel proved these very rows and facts."""
        if self._as_proven is None:
            proof = self.proof
            found = proof is not None and proof.proven and self == proven(self, proof)
            object.__setattr__(self, "_as_proven", found)
        return bool(self._as_proven)

    def pages_of(self, last: int) -> range:
        """The pages that its rows stand on; all up to ``last`` if it has none."""
        pages = [line.page for line in self.lines]
        return range(min(pages, default=1), max(pages, default=last) + 1)

    def __reduce__(self) -> tuple[object, ...]:
        # A proof crosses no boundary: where this is opened, the witness is proven again.
        values = {each.name: getattr(self, each.name) for each in fields(self) if each.init}
        return _opened, (values | {"proof": None},)


def proven(draft: StatementDraft, proof: PageProof) -> StatementDraft:
    """The draft with what the kernel found: its rows and facts if it proved them."""
    if not proof.proven or proof.facts is None:
        return replace(draft, witness=proof.witness, proof=proof)
    facts = proof.facts
    kind = _KINDS.get(facts.kind or "", AccountKind.OTHER)
    return replace(
        draft,
        account_mask=facts.number,
        kind=kind,
        currency=facts.currency,
        exponent=facts.exponent,
        period_start=facts.period.start if facts.period else None,
        period_end=facts.period.end if facts.period else None,
        opening_balance=facts.opening,
        closing_balance=facts.closing,
        lines=tuple(map(_proven_line, draft.lines, proof.rows))
        if len(draft.lines) == len(proof.rows)
        else tuple(starmap(_new_line, enumerate(proof.rows, start=1))),
        says_no_lines=not proof.rows,
        last_day=facts.last_day,
        witness=proof.witness,
        proof=proof,
        doubts=(),
    )


def _opened(values: dict[str, Any]) -> StatementDraft:
    return StatementDraft(**values)


_KINDS = {
    "card": AccountKind.CARD,
    "loan": AccountKind.LOAN,
    "savings": AccountKind.SAVINGS,
    "current": AccountKind.CHECKING,
}


def _proven_line(line: Line, row: ProvenRow) -> Line:
    return replace(
        line,
        page=row.page,
        bbox=row.box,
        date=row.date,
        value_date=row.value_date,
        amount=row.amount,
        balance=row.balance,
    )


def _new_line(ordinal: int, row: ProvenRow) -> Line:
    return Line(
        ordinal, row.page, row.box, row.date, row.value_date, row.text, row.amount, row.balance,
        row.raw,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading one document gave: its statements, what to tell a person, and its cost.

    ``pages`` are those that it was read from, where a word that OCR doubted was mended; else None.
    """

    statements: tuple[StatementDraft, ...]
    warnings: tuple[str, ...] = ()
    readings_tried: int = 0
    pages: DocumentPages | None = None
