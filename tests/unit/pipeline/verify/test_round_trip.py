"""A certificate of a document is verified from that document."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evals.kinds.scans import cases
from pipeline.drafts import StatementDraft, adds_up
from pipeline.extraction.extract import extract
from pipeline.proof import Answer, Certificate, CertifiedPage, Document, PageProof
from pipeline.reading import read_statements
from pipeline.verify.document import (
    CertificateDiffers,
    CertificateRefused,
    Changed,
    changed_words,
    proven_again,
    read_text,
    refuse_unbound,
    verify,
)
from pipeline.words import DocumentPages, Page, Seen, Word
from tests.support.certificates import (
    NAMES,
    Certified,
    as_dict,
    certified,
    certified_bytes,
    from_dict,
)
from tests.support.peoples import LOCK, PEOPLES, needs_peoples
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider


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
    told = PageProof(proof.document, proof.witnesses, proof.statement, answers=(answer,))
    certificate = Certificate.of(honest.certificate.document, told)
    (side,) = (h for h in verify(certificate, honest.pdf).proof.hypotheses if h.name == "side")
    assert (side.value, side.source) == ("money", "person")
    with pytest.raises(CertificateDiffers):
        verify(replace(certificate, answers=()), honest.pdf)


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


WORDS = (Word("12.34", 10.0, 10.0, 40.0, 20.0), Word("56.78", 50.0, 10.0, 80.0, 20.0))
PAGE = Page(1, 600.0, 800.0, WORDS, seen=(Seen.ONCE, Seen.TWICE), rows=((0, 1),))


def changed(page: Page, found: Page = PAGE, recognised: tuple[int, ...] = (1,)) -> list[Changed]:
    pages = (CertifiedPage.of(page),), (CertifiedPage.of(found),)
    return changed_words(pages[0], pages[1], recognised, looked_at=True)


def with_text(*texts: str) -> Page:
    words = (word._replace(text=text) for word, text in zip(WORDS, texts, strict=True))
    return replace(PAGE, words=tuple(words), seen=(Seen.ONCE, Seen.ONCE))


def test_fractions_of_a_point_apart_are_the_same() -> None:
    moved = tuple(word._replace(x0=word.x0 + 0.004) for word in WORDS)

    assert changed(replace(PAGE, words=moved)) == []


def test_one_digit_of_a_picture_may_be_mended() -> None:
    page = replace(with_text("12.94", "56.78"), seen=PAGE.seen)

    assert changed(page) == [Changed(1, 0, by_a_digit=True)]
    with pytest.raises(CertificateDiffers):
        changed(page, recognised=())


ONCE = replace(PAGE, seen=(Seen.ONCE, Seen.ONCE))


@pytest.mark.parametrize(
    ("page", "digits"),
    [
        (with_text("12.94", "56.98"), [True, True]),
        (with_text("92.94", "56.78"), [False]),
        (with_text("12.3", "56.78"), [False]),
        (with_text("1x.34", "56.78"), [False]),
    ],
    ids=["two words", "two digits", "another length", "no digit"],
)
def test_what_reads_otherwise_is_told_with_how_far(page: Page, digits: list[bool]) -> None:
    assert [each.by_a_digit for each in changed(page, ONCE)] == digits


@pytest.mark.parametrize(
    "page",
    [
        with_text("12.34", "56.98"),  # two readings of the document agree on it
        replace(with_text("12.94", "56.78"), seen=(Seen.SEEN, Seen.TWICE)),  # said to be seen
        replace(PAGE, words=WORDS[:1], seen=PAGE.seen[:1], rows=((0,),)),
        replace(PAGE, rows=((0,), (1,))),
        replace(PAGE, words=WORDS[::-1]),
        replace(PAGE, seen=(Seen.TWICE, Seen.TWICE)),
        replace(PAGE, height=801.0),
    ],
)
def test_nothing_else_may_differ(page: Page) -> None:
    with pytest.raises(CertificateDiffers):
        changed(page)


def test_a_person_may_type_a_word_as_the_picture_shows_it() -> None:
    typed = Word("9.00", 90.0, 10.0, 99.0, 20.0)
    page = replace(PAGE, words=(*WORDS, typed), seen=(*PAGE.seen, Seen.PERSON), rows=((0, 1, 2),))
    assert changed(page, recognised=()) == [Changed(1, 2, by_a_digit=False, typed=True)]


Plain = dict[str, Any]


def sample() -> Certified:
    """Lines with balances, and printed ends."""
    return certified("in_savings")[0]


def words_of(certificate: Plain) -> list[list[Any]]:
    words: list[list[Any]] = certificate["pages"][0]["words"]
    return words


def line_of(certificate: Plain) -> Plain:
    line: Plain = certificate["witnesses"][0]["lines"][0]
    return line


@pytest.mark.parametrize("text", [b"", b"%PDF-1.7", b"[]", b'{"format": "receipt"}'])
def test_what_is_no_certificate_is_refused_with_a_reason(text: bytes) -> None:
    with pytest.raises(CertificateRefused, match="The certificate is not taken"):
        read_text(text)


# What follows is repaired: obligations, hypotheses and lines are what the kernel itself finds in
# the changed words. Such a certificate holds by itself; the document gives it away.


def _one_cent(certificate: Plain) -> None:
    """One cent from one amount to the next in its column, and the balance between them."""
    lines = certificate["witnesses"][0]["lines"]
    columns = certificate["witnesses"][0]["convention"]["columns"]
    one, two = next((a, b) for a, b in itertools.pairwise(lines) if a["column"] == b["column"])
    _raise(certificate, one["amount"], 1)
    _raise(certificate, two["amount"], -1)
    _raise(certificate, one["balance"], columns[one["column"]]["moves"])


def _raise(certificate: Plain, place: list[Any], by: int) -> None:
    page, at = place
    words = [certificate["pages"][page - 1]["words"][each] for each in at]
    word = [each for each in words if any(map(str.isdigit, each[0]))][-1]
    digits = [at for at, char in enumerate(word[0]) if char.isdigit()]
    value = str(int("".join(word[0][at] for at in digits)) + by)
    chars = list(word[0])
    for at, digit in zip(digits, value, strict=True):
        chars[at] = digit
    word[0] = "".join(chars)


def _a_word_more(certificate: Plain) -> None:
    last = words_of(certificate)[-1]
    words_of(certificate).append(["x", last[3] + 2, last[2], last[3] + 8, last[4], "seen"])
    row = next(r for r in certificate["pages"][0]["rows"] if len(words_of(certificate)) - 2 in r)
    row.append(len(words_of(certificate)) - 1)


REPAIRED: dict[str, Callable[[Plain], object]] = {
    "another payee": lambda c: words_of(c)[line_of(c)["text"][0][1][0]].__setitem__(0, "Nobody"),
    "a word more": _a_word_more,
    "a word moved": lambda c: words_of(c)[-1].__setitem__(1, words_of(c)[-1][1] - 0.5),
    "other looks": lambda c: [word.__setitem__(5, "twice") for word in words_of(c)],
    "another size": lambda c: c["pages"][0].update(width=100.0),
    "ink": lambda c: c["pages"][0]["ink"].append([1.0, 1.0, 2.0, 2.0]),
    "other rows": lambda c: c["pages"][0]["rows"].append([c["pages"][0]["rows"][0].pop()]),
    "a page more": lambda c: c["pages"].append(
        {
            "number": len(c["pages"]) + 1,
            "width": 9.0, "height": 9.0, "words": [], "rows": [], "ink": [],
        }
    ),
    "a hash": lambda c: c.update(document="ab" * 32),
}  # fmt: skip


@pytest.mark.parametrize("change", REPAIRED.values(), ids=REPAIRED)
def test_a_forged_certificate_is_refused_beside_its_document(
    change: Callable[[Plain], object],
) -> None:
    certificate = as_dict(sample().certificate)
    change(certificate)
    forged = _repaired(from_dict(certificate))
    assert proven_again(forged)

    with pytest.raises(CertificateDiffers):
        verify(forged, sample().pdf)


def test_other_amounts_that_add_up_are_refused_beside_the_document() -> None:
    certificate = as_dict(sample().certificate)
    _one_cent(certificate)
    forged = _repaired(from_dict(certificate))
    assert forged.page.proven
    assert forged.page.lines != sample().certificate.page.lines

    with pytest.raises(CertificateDiffers):
        verify(forged, sample().pdf)


def _repaired(forged: Certificate) -> Certificate:
    """A certificate with all that follows from its words made anew."""
    document = Document([page.page() for page in forged.pages])
    proof = PageProof(document, forged.witnesses, forged.statement)
    return Certificate.of(forged.document, proof)
