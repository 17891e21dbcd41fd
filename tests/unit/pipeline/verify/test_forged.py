"""A certificate is taken at its word in nothing: what its document does not say is refused."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from pipeline.proof import Certificate, Document, prove_page
from pipeline.verify.document import (
    CertificateDiffers,
    CertificateRefused,
    proven_again,
    read_text,
    verify,
)
from tests.support.certificates import Certified, as_dict, certified, from_dict

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


def test_what_the_kernel_finds_otherwise_is_refused() -> None:
    certificate = as_dict(sample().certificate)
    certificate["page"]["opening"] = "1.00"
    with pytest.raises(CertificateDiffers):
        proven_again(from_dict(certificate))


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


def test_a_certificate_of_another_document_is_refused() -> None:
    with pytest.raises(CertificateDiffers):
        verify(sample().certificate, certified("de_giro")[0].pdf)


def _repaired(forged: Certificate) -> Certificate:
    """A certificate with all that follows from its words made anew."""
    document = Document([page.page() for page in forged.pages])
    proof = prove_page(document, forged.witnesses, forged.statement)
    return Certificate.of(forged.document, proof)
