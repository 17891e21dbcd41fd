"""A certificate is taken at its word in nothing: the kernel finds all of it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pipeline.proof import recheck
from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_errors import CertificateDiffers, CertificateRefused
from pipeline.proof.checks import CheckState
from pipeline.proof.lexed import LexedPages
from pipeline.proof.recheck import prove_certificate, prove_words
from pipeline.proof.witness import Place, Witness
from pipeline.words import Word
from tests.support.kernel import held

STATEMENT = held(
    """
    Northgate Bank
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                                1,150.00
    """
)
PROOF = STATEMENT.printed()
CERTIFICATE = certificate_of("ab" * 32, PROOF)
PAGES = CERTIFICATE.document.pages


def why(error: type[CertificateRefused], **changes: Any) -> str:
    """Why a certificate with these fields otherwise is refused."""
    changed: Certificate = CERTIFICATE.model_copy(update=changes)
    with pytest.raises(CertificateRefused) as raised:
        prove_certificate(changed)
    assert raised.type is error
    return str(raised.value.facts["why"])


def witness(**changes: Any) -> Witness:
    return replace(CERTIFICATE.witness, **changes)


def test_an_honest_certificate_is_proven_again() -> None:
    proof = prove_certificate(CERTIFICATE)
    assert proof is not PROOF
    assert (proof.checks, proof.rows, proof.facts) == (PROOF.checks, PROOF.rows, PROOF.facts)
    assert proof.proven


def test_a_certificate_of_another_kernel_is_refused() -> None:
    for version in (0, 2):
        assert why(CertificateRefused, kernel_version=version) == (
            f"it was made by version {version} of the kernel, this is 1"
        )


def test_checks_rows_facts_and_verdict_are_those_that_the_kernel_finds() -> None:
    row = CERTIFICATE.rows[0].model_copy(update={"amount": "1.00"})
    check = replace(CERTIFICATE.checks[0], state=CheckState.FAILED)
    assert CERTIFICATE.facts is not None
    facts = CERTIFICATE.facts.model_copy(update={"opening": "1.00"})
    for part, value in {
        "checks": (check, *CERTIFICATE.checks[1:]),
        "rows": (row, *CERTIFICATE.rows[1:]),
        "facts": facts,
        "proven": False,
    }.items():
        reason = why(CertificateDiffers, **{part: value})
        assert reason == f"the kernel finds other {part} than it tells"
    assert why(CertificateDiffers, rows=(), facts=None) == (
        "the kernel finds other rows and facts than it tells"
    )


def test_a_witness_of_other_pages_is_refused_before_the_kernel_runs() -> None:
    assert why(CertificateRefused, witness=witness(opening=Place(2, (0,)))) == (
        "the witness names page 2, which is not there"
    )


def test_a_witness_that_the_kernel_refuses() -> None:
    assert why(CertificateRefused, witness=witness(opening=Place(1, (0,)))) == (
        "words (0,) of page 1 are no figure"
    )


def test_words_over_which_the_kernel_stumbles(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (ArithmeticError, AssertionError, AttributeError, KeyError, TypeError, ValueError):

        def stumbling(*_: object, raised: type[Exception] = error) -> None:
            raise raised

        with monkeypatch.context() as patched:
            patched.setattr(recheck, "prove_page", stumbling)
            reason = why(CertificateRefused)
        assert reason == "its words are none that a page could hold"


def test_pages_that_were_read_before_are_not_read_again() -> None:
    lexed = LexedPages(PROOF.pages.pages)
    assert prove_words(PAGES, CERTIFICATE.witness, lexed).pages is lexed
    assert prove_words(PAGES, CERTIFICATE.witness).pages.pages == PROOF.pages.pages
    assert isinstance(prove_words(PAGES, CERTIFICATE.witness).pages.pages[0].words[0], Word)
