"""The statement as read so far: a draft that later stages prove or doubt, never the truth."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from db.money import UnknownCurrency, exponent_of, in_units
from db.words import AccountKind, ReadingStatus
from pipeline.proof import (
    Answer,
    Check,
    CitedLine,
    Document,
    Hypothesis,
    KnownAccount,
    Layout,
    Objection,
    PageProof,
    Place,
    Witness,
)
from pipeline.words import Box, DocumentPages


@dataclass(frozen=True, slots=True)
class Period:
    """The days a statement covers, both included."""

    start: datetime.date
    end: datetime.date

    def __contains__(self, day: datetime.date) -> bool:
        return self.start <= day <= self.end


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
class ShownHypothesis:
    """One hypothesis as people see it: its value, what settles it, and the printed words, if any.

    ``detail`` says why sources that disagree settle nothing.
    """

    name: str
    value: str
    source: str
    printed: str = ""
    detail: str = ""

    @property
    def is_assumed(self) -> bool:
        """Whether nothing settles it."""
        return self.source == "assumed"


def shown_hypotheses(
    found: Sequence[Hypothesis], document: Document
) -> tuple[ShownHypothesis, ...]:
    return tuple(
        ShownHypothesis(
            each.name,
            each.value,
            each.source.value,
            " ".join(word.text for place in each.words for word in document.words(place)),
            each.detail,
        )
        for each in found
    )


@dataclass(frozen=True, slots=True)
class StatementDraft:
    """One account over one period as the document tells it.

    Money is integer minor units of ``exponent`` decimal digits; ``currency`` is an ISO code, or
    None where the page does not say. The period is that of its lines where nothing says another.
    ``says_no_lines`` is true only if the page itself states that there were no transactions.

    ``witnesses`` are the readings that the reader offers, the best first, of which ``proof`` holds
    the chosen one; ``beside`` are the first ones of the document's other statements before and
    after it. ``objections`` are the reader's, and ``answers`` what persons said of what arithmetic
    cannot see.
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
    witnesses: tuple[Witness, ...] = ()
    beside: tuple[tuple[Witness, ...], tuple[Witness, ...]] = ((), ())
    objections: tuple[Objection, ...] = ()
    answers: tuple[Answer, ...] = ()
    method: str = "layout"
    proof: PageProof | None = field(default=None, repr=False, compare=False)

    @property
    def checks(self) -> tuple[Check, ...]:
        return self.proof.obligations if self.proof else ()

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What arithmetic cannot see of the page, and what settles it."""
        return self.proof.hypotheses if self.proof else ()

    @property
    def shown(self) -> tuple[ShownHypothesis, ...]:
        return shown_hypotheses(self.hypotheses, self.proof.document) if self.proof else ()

    @property
    def status(self) -> ReadingStatus:
        """Proven if the kernel proved these very lines."""
        proven = self.proof is not None and self.proof.proven
        return ReadingStatus.PROVEN if proven else ReadingStatus.UNPROVEN

    @property
    def witness(self) -> Witness | None:
        """The chosen reading."""
        return self.proof.witness if self.proof else next(iter(self.witnesses), None)

    @property
    def printed_currency(self) -> str | None:
        """The currency that the page names, or that something settles; no guess."""
        found = next((each for each in self.hypotheses if each.name == "currency"), None)
        return (found.value or None) if found else None

    def amounts_in(self, exponent: int) -> list[int]:
        """The lines' amounts in minor units of so many decimals, without those that have more."""
        same = (in_units(line.amount, self.exponent, exponent) for line in self.lines)
        return [amount for amount in same if amount is not None]

    def pages_of(self, last: int) -> range:
        """The pages that its rows are on; all up to ``last`` if it has none."""
        pages = [line.page for line in self.lines]
        return range(min(pages, default=1), max(pages, default=last) + 1)

    def __reduce__(self) -> tuple[object, ...]:
        # A proof crosses no boundary: where this is opened, the witness is proven again.
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return _opened, (values | {"proof": None},)


def _opened(values: dict[str, Any]) -> StatementDraft:
    return StatementDraft(**values)


def prove_draft(
    draft: StatementDraft, document: Document, witness: Witness | None = None, **sources: Any
) -> StatementDraft:
    """The draft with the kernel's proof of its first witness, or of this one, and with what that
    reads: values come from the words alone. ``sources`` are those of `PageProof`; where the draft
    has a proof of the very same, that is taken."""
    chosen = witness or next(iter(draft.witnesses), None)
    if chosen is None:
        return replace(draft, proof=None)
    before, after = draft.beside
    given = (document, (*before, chosen, *after), len(before), draft.objections)
    if draft.proof is not None and _is_of(draft.proof, *given, **sources):
        return as_proven(draft, draft.proof)
    return as_proven(draft, PageProof(*given, **sources))


def _is_of(
    proof: PageProof,
    document: Document,
    witnesses: tuple[Witness, ...],
    statement: int,
    objections: tuple[Objection, ...],
    *,
    answers: tuple[Answer, ...] = (),
    layouts: tuple[Layout, ...] = (),
    account: KnownAccount | None = None,
) -> bool:
    """Whether the proof was made from all this, and nothing else."""
    given = (statement, witnesses, objections, answers, layouts, account)
    of = (proof.statement, proof.witnesses, proof.objections, proof.answers, proof.layouts)
    return proof.document is document and given == (*of, proof.account)


def adds_up(draft: StatementDraft) -> bool:
    """Whether the kernel found nothing wrong with a draft but how its words look."""
    return draft.proof is not None and draft.proof.passed_but_for("seen")


def as_proven(draft: StatementDraft, proof: PageProof) -> StatementDraft:
    """The draft with a proof, and with the lines and balances that its words say, in the minor
    units of its currency as far as they are whole ones."""
    if proof.read is None:
        return replace(draft, proof=proof)
    span = proof.span
    found = {each.name: each.value for each in proof.hypotheses}
    currency = found["currency"] or draft.currency
    digits = proof.witness.convention.digits
    sums = proof.read.sums
    every = (*sums.moved, *sums.balances, sums.opening, sums.closing)
    exponent = _exponent([value for value in every if value is not None], digits, currency)

    up: int = 10 ** max(exponent - digits, 0)
    down: int = 10 ** max(digits - exponent, 0)

    def scaled(value: int | None) -> int | None:
        return None if value is None else value * up // down

    return replace(
        draft,
        currency=currency,
        exponent=exponent,
        period_start=span[0] if span else None,
        period_end=span[1] if span else None,
        opening_balance=scaled(proof.opening),
        closing_balance=scaled(proof.closing),
        lines=_lines(draft, proof, scaled),
        proof=proof,
    )


def _exponent(figures: Sequence[int], digits: int, currency: str | None) -> int:
    """The minor digits of a currency, if all figures are whole ones of them; else as printed."""
    try:
        exponent = exponent_of(currency) if currency else digits
    except UnknownCurrency:
        return digits
    step = 10 ** max(digits - exponent, 0)
    return digits if any(value % step for value in figures) else exponent


def _lines(
    draft: StatementDraft, proof: PageProof, scaled: Callable[[int | None], int | None]
) -> tuple[Line, ...]:
    """The lines as the words say them; without days, where some line has none."""
    read = proof.read
    assert read is not None
    sign, sums, days = proof.witness.convention.sign, read.sums, read.days
    return tuple(
        Line(
            ordinal=at + 1,
            page=cited.amount.page,
            bbox=_box(proof.document, cited, row),
            date=days.booked[at],
            value_date=days.second[at],
            description=_text(proof.document, cited.text),
            amount=scaled(sign * sums.moved[at]) or 0,
            balance=scaled(None if (balance := sums.balances[at]) is None else sign * balance),
            raw=" ".join([word.text for word in proof.document.of_row(row)]),
            method=_method(draft, proof.document, cited),
        )
        for at, (cited, row) in enumerate((line.cited, line.row) for line in sums.cited.lines)
    )


def _method(draft: StatementDraft, document: Document, cited: CitedLine) -> str:
    """Who read a line: of a page that was recognised from a picture, OCR and not the layout."""
    recognised = document.page(cited.amount.page).confidence
    return "ocr" if recognised and draft.method == "layout" else draft.method


def _text(document: Document, places: Sequence[Place]) -> str:
    words = (word.text for place in places for word in document.words(place))
    return " ".join(text for text in words if text.strip("|"))


def _box(document: Document, cited: CitedLine, row: int) -> Box:
    """The line's own row, as far as its cited words go."""
    page = document.page(cited.amount.page)
    own = {word for place in (cited.amount, cited.day, cited.second, cited.balance, cited.mark)
           if place for word in place.words}  # fmt: skip
    own.update(word for t in cited.text if document.row_of(t) == row for word in t.words)
    words = [page.words[word] for word in own.intersection(document.rows[row].words)]
    _, left, top, right, bottom = zip(*words, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


@dataclass(frozen=True, slots=True)
class ReadStatements:
    """What reading one document gave: its statements, what to tell a person, and its cost.

    ``pages`` are those that it was read from, where a word that OCR doubted was mended; else None.
    """

    statements: tuple[StatementDraft, ...]
    warnings: tuple[str, ...] = ()
    readings_tried: int = 0
    pages: DocumentPages | None = None
