"""A certificate may read words of a scan otherwise only where the balances leave no other value."""

from dataclasses import replace

import pytest

from evals.kinds.scans import cases
from pipeline.drafts import StatementDraft, adds_up
from pipeline.extraction.extract import extract
from pipeline.proof import Certificate, CertifiedPage
from pipeline.reading import read_statements
from pipeline.verify.document import CertificateDiffers, Changed, changed_words, refuse_unbound
from pipeline.words import DocumentPages
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider

CASE = cases()[4]


def proven() -> StatementDraft:
    """A scan with several misread figures, as a model reads them and the balances bear out."""
    document = CASE.pages
    (draft,) = read_statements(document).statements
    found = extract(draft, document, ToolLoop(ScriptedProvider([CASE.oracle] * 9)))
    assert adds_up(found.draft)
    return found.draft


def held(draft: StatementDraft, document: DocumentPages) -> tuple[Certificate, list[Changed]]:
    assert draft.proof is not None
    certificate = Certificate.of("0" * 64, draft.proof)
    pages = tuple(map(CertifiedPage.of, document.pages))
    numbers = [page.number for page in document.pages]
    return certificate, changed_words(certificate.pages, pages, numbers, looked_at=True)


def test_words_that_the_balances_bind_are_taken() -> None:
    certificate, changed = held(proven(), CASE.pages)
    assert len(changed) > 1
    refuse_unbound(changed, certificate)


def test_one_more_that_they_do_not_bind_is_refused() -> None:
    certificate, changed = held(proven(), CASE.pages)
    date = replace(changed[0], place=0)
    with pytest.raises(CertificateDiffers):
        refuse_unbound([*changed, date], certificate)


def test_one_word_may_differ_by_a_digit_alone() -> None:
    certificate, _ = held(proven(), CASE.pages)
    refuse_unbound([Changed(1, 0, by_a_digit=True)], certificate)
    with pytest.raises(CertificateDiffers):
        refuse_unbound([Changed(1, 0, by_a_digit=False)], certificate)
