"""What was proven of one statement, as data that anybody can hold to the kernel again.

Only the pages and the witness are taken from a certificate (see `recheck`); its checks, rows and
facts are there to be read.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, StringConstraints

from db.money import to_decimal_string
from pipeline.proof.certified_pages import STRICT, CertifiedPage, Edges, certified_page
from pipeline.proof.checks import Check
from pipeline.proof.page import KERNEL_VERSION, PageProof, ProvenFacts, ProvenRow
from pipeline.proof.witness import Witness

FORMAT: Final = "tieout certificate"
VERSION: Final = 1

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
    """A fact that something besides the pages bears out: what it says, and who or what it is."""

    model_config = STRICT

    fact: Literal["opening", "closing", "period_start", "period_end", "currency", "account"]
    value: Annotated[str, StringConstraints(max_length=200)]
    source: Literal["previous_statement", "locked_balance", "person"]
    note: Annotated[str, StringConstraints(max_length=1000)] = ""


class Certificate(BaseModel):
    """Pages and witness, which are held to the kernel, and what it said of them, to be read."""

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
    """The certificate of a proof, or of a reading that the kernel did not prove."""
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
        second_witnesses=second_witnesses,
    )


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
