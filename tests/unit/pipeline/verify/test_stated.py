"""A certificate that rests on a person's word is held to its document with that word."""

from __future__ import annotations

import hashlib
from datetime import date

import pytest

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.certificate_json import from_json, to_json
from pipeline.proof.period import Period
from pipeline.proof.stated import Stated
from pipeline.reading.from_bytes import read_bytes
from pipeline.reading.stated import prove_with
from pipeline.verify.document import verify
from tests.support.pdfs import typed

PDF = typed("""
    Northgate Bank
    Current account

    Date         Description           Money out   Money in
    03/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                                1,150.00
    """)
STATED = Stated(Period(date(2025, 3, 1), date(2025, 3, 31)), opening=10_000, source="Ann")


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    (draft,) = read_bytes(PDF).reading.statements
    assert draft.proof is not None
    proof = prove_with(draft.proof, STATED)
    return from_json(to_json(certificate_of(hashlib.sha256(PDF).hexdigest(), proof)))


def test_it_is_verified_from_its_document(certificate: Certificate) -> None:
    assert certificate.proven
    found = verify(certificate, PDF)
    assert found.proof.proven
    assert found.proof.stated == STATED
    assert found.proof.facts is not None
    assert (found.proof.facts.opening, found.proof.facts.period) == (10_000, STATED.period)


def test_without_that_word_it_is_refused(certificate: Certificate) -> None:
    for said in ((), certificate.second_witnesses[:1], certificate.second_witnesses[1:]):
        with pytest.raises(CertificateRefused):
            verify(certificate.model_copy(update={"second_witnesses": said}), PDF)
