"""The kernel: the only code that proves a page, or says that it and the ledger agree.

docs/certificate.md is what it holds to. Read it in this order: `witness` (what is cited), `printed`
and `cited` (the words, read), `sums`, `covered` and `ordered` (what arithmetic says), `hypotheses`
(what it does not), `page` (proven), `ledger`, `settled` and `agreement` (matched), `certificate`.
Nothing outside imports any of these, but only what is named here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pipeline.proof.agreement import Agreement
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.covered import pattern
from pipeline.proof.document import Document
from pipeline.proof.hypotheses import Answer, Hypothesis, KnownAccount, Layout
from pipeline.proof.ledger import (
    Before, LedgerEntry, LedgerSide, Origin, OtherAccount, Pairing,
)  # fmt: skip
from pipeline.proof.page import KERNEL_VERSION, Objection, PageProof
from pipeline.proof.printed import read_day, table
from pipeline.proof.settled import printed_numbers
from pipeline.proof.witness import (
    CitedLine, CitedPeriod, Column, Convention, End, Fact, Other, Place, Restated, Witness, misfit,
)  # fmt: skip

if TYPE_CHECKING:
    from pipeline.proof.certificate import Certificate, CertificateError, CertifiedPage, schema

__all__ = [
    "KERNEL_VERSION", "Agreement", "Answer", "Before", "Certificate", "CertificateError",
    "CertifiedPage", "Check", "CheckState", "CitedLine", "CitedPeriod", "Column", "Convention",
    "Document", "End", "Fact", "Hypothesis", "KnownAccount", "Layout", "LedgerEntry", "LedgerSide",
    "Objection", "Origin", "Other", "OtherAccount", "PageProof", "Pairing", "Place", "Restated",
    "Witness", "misfit", "pattern", "printed_numbers", "read_day", "schema", "table",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Certificates are loaded where they are asked for: pydantic takes longer than the whole kernel.
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module("pipeline.proof.certificate"), name)
