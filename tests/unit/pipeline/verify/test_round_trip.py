"""A certificate of a document is verified from that document."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.proof import Answer, Certificate, prove_page
from pipeline.verify.document import CertificateDiffers, read_text, verify
from tests.support.certificates import NAMES, Certified, certified, certified_bytes
from tests.support.peoples import LOCK, PEOPLES, needs_peoples


def holds(each: Certified, passwords: tuple[str, ...] = ()) -> bool:
    """Whether the document alone proves the same."""
    found = verify(read_text(each.certificate.text()), each.pdf, passwords)
    same = (found.proof.obligations, found.proof.hypotheses, found.proof.lines) == (
        each.proof.obligations,
        each.proof.hypotheses,
        each.proof.lines,
    )
    return same and (found.mended, found.typed) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_verified_from_its_document(name: str) -> None:
    assert all(map(holds, certified(name)))


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs_peoples
@pytest.mark.parametrize("file", sorted(PEOPLES.glob("*.pdf")), ids=lambda file: file.stem[-40:])
def test_every_real_statement_is_verified_from_its_document(file: Path) -> None:
    assert all(holds(each, (LOCK,)) for each in certified_bytes(file.read_bytes(), (LOCK,)))


def test_a_persons_answer_is_verified_with_it() -> None:
    (honest,) = certified("in_savings")
    proof, answer = honest.proof, Answer(1, "side", "money", "Ann", "2026-06-01T12:00:00+00:00")
    told = prove_page(proof.document, proof.witnesses, proof.statement, answers=(answer,))
    certificate = Certificate.of(honest.certificate.document, told)
    (side,) = (h for h in verify(certificate, honest.pdf).proof.hypotheses if h.name == "side")
    assert (side.value, side.source) == ("money", "person")
    with pytest.raises(CertificateDiffers):
        verify(replace(certificate, answers=()), honest.pdf)
