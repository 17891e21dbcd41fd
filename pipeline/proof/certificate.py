"""What was proven of one statement, as data that anybody can hold to the kernel again.

Only the pages, the witness and what a person states are taken from a certificate (see `recheck`);
its checks, rows and facts are there to be read.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

from pydantic import BaseModel, StringConstraints

from db.money import to_decimal_string
from pipeline.proof.certified_pages import STRICT, CertifiedPage, Edges, certified_page
from pipeline.proof.checks import Check
from pipeline.proof.page import KERNEL_VERSION, PageProof, ProvenFacts, ProvenRow
from pipeline.proof.stated import Before, Stated
from pipeline.proof.witness import Witness

FORMAT: Final = "tieout certificate"
VERSION: Final = 1

Fact = Literal[
    "opening", "closing", "period_start", "period_end", "currency", "account", "previous_period"
]
_STATED: Final = frozenset[Fact]({"opening", "closing", "period_start", "period_end"})
_LONGEST_NOTE = 1000  # characters
_Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
_Decimal = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,20}(\.[0-9]{1,4})?$")]


class CertifiedDocument(BaseModel):
    """The document by its hash, and every page of it, for nothing may be passed over."""

    model_config = STRICT

    sha256: _Sha256
    pages: tuple[CertifiedPage, ...]


class CertifiedRow(BaseModel):
    """One proven row, to be read; money is a decimal string in the holder's sign."""

    model_config = STRICT

    page: int
    box: Edges
    date: datetime.date
    value_date: datetime.date | None
    amount: _Decimal
    balance: _Decimal | None
    text: str
    raw: str


class CertifiedFacts(BaseModel):
    """The proven facts, to be read; null is what the pages do not say."""

    model_config = STRICT

    exponent: int
    opening: _Decimal
    closing: _Decimal
    period_start: datetime.date | None
    period_end: datetime.date | None
    currency: str | None
    number: str | None
    kind: str | None


class SecondWitness(BaseModel):
    """A fact that something besides the pages bears out: what it says, and who or what it is.

    What a ``person`` says of the opening, the closing and both ends of the period is held to the
    kernel with the pages, and so is what the ``previous_statement`` says, if that is its
    ``previous_period`` too; the rest is there to be read.
    """

    model_config = STRICT

    fact: Fact
    value: Annotated[str, StringConstraints(max_length=200)]
    source: Literal["previous_statement", "locked_balance", "person"]
    note: Annotated[str, StringConstraints(max_length=_LONGEST_NOTE)] = ""


class Certificate(BaseModel):
    """Pages and witnesses, which are held to the kernel, and what it said of them, to be read."""

    model_config = STRICT

    format: Literal["tieout certificate"] = FORMAT
    version: Literal[1] = VERSION
    kernel_version: int
    document: CertifiedDocument
    witness: Witness
    proven: bool
    checks: tuple[Check, ...]
    rows: tuple[CertifiedRow, ...]
    facts: CertifiedFacts | None
    second_witnesses: tuple[SecondWitness, ...] = ()


def certificate_of(
    sha256: str, proof: PageProof, second_witnesses: tuple[SecondWitness, ...] = ()
) -> Certificate:
    """The certificate of a proof, or of a reading that the kernel did not prove.

    It names what a person stated for the proof, and besides that what ``second_witnesses`` say.
    """
    exponent = proof.facts.exponent if proof.facts else 0
    return Certificate(
        kernel_version=KERNEL_VERSION,
        document=CertifiedDocument(
            sha256=sha256, pages=tuple(map(certified_page, proof.pages.pages))
        ),
        witness=proof.witness,
        proven=proof.proven,
        checks=proof.checks,
        rows=tuple(_row(row, exponent) for row in proof.rows),
        facts=_facts(proof.facts) if proof.facts else None,
        second_witnesses=all_second_witnesses(proof, second_witnesses),
    )


def all_second_witnesses(
    proof: PageProof, others: Iterable[SecondWitness] = ()
) -> tuple[SecondWitness, ...]:
    """What a person and the statement before say for the proof, and the ``others``, but for what
    they say of that."""
    exponent, stated = proof.witness.convention.exponent, proof.stated or Stated()
    said = [*_said_by_a_person(stated, exponent)]
    said += _said_by_the_one_before(stated.before, exponent) if stated.before else ()
    rest = (each for each in others if not is_stated(each))
    return (*said, *(each for each in rest if not (stated.before and is_of_before(each))))


def is_stated(said: SecondWitness) -> bool:
    """Whether the kernel takes it with the pages: a person's word of the days or a balance."""
    return said.source == "person" and said.fact in _STATED


def is_of_before(said: SecondWitness) -> bool:
    """Whether it speaks for the statement before."""
    return said.source == "previous_statement"


def _said_by_the_one_before(before: Before, exponent: int) -> Iterator[SecondWitness]:
    """Its days, what it closed with, the digits of its account and its currency."""
    values: dict[Fact, str | None] = {
        "previous_period": f"{before.period.start}/{before.period.end}",
        "opening": to_decimal_string(before.closing, exponent),
        "account": before.number,
        "currency": before.currency,
    }
    for fact, value in values.items():
        if value is not None:
            note = before.source[:_LONGEST_NOTE]
            yield SecondWitness(fact=fact, value=value, source="previous_statement", note=note)


def _said_by_a_person(stated: Stated, exponent: int) -> Iterator[SecondWitness]:
    opening, closing, period = stated.opening, stated.closing, stated.period
    values: dict[Fact, str | None] = {
        "opening": None if opening is None else to_decimal_string(opening, exponent),
        "closing": None if closing is None else to_decimal_string(closing, exponent),
        "period_start": period.start.isoformat() if period else None,
        "period_end": period.end.isoformat() if period else None,
    }
    for fact, value in values.items():
        if value is not None:
            note = stated.source[:_LONGEST_NOTE]
            yield SecondWitness(fact=fact, value=value, source="person", note=note)


def _row(row: ProvenRow, exponent: int) -> CertifiedRow:
    return CertifiedRow(
        page=row.page,
        box=(float(row.box.x0), float(row.box.top), float(row.box.x1), float(row.box.bottom)),
        date=row.date,
        value_date=row.value_date,
        amount=to_decimal_string(row.amount, exponent),
        balance=None if row.balance is None else to_decimal_string(row.balance, exponent),
        text=row.text,
        raw=row.raw,
    )


def _facts(facts: ProvenFacts) -> CertifiedFacts:
    return CertifiedFacts(
        exponent=facts.exponent,
        opening=to_decimal_string(facts.opening, facts.exponent),
        closing=to_decimal_string(facts.closing, facts.exponent),
        period_start=facts.period.start if facts.period else None,
        period_end=facts.period.end if facts.period else None,
        currency=facts.currency,
        number=facts.number,
        kind=facts.kind,
    )
