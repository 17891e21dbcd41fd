"""A certificate is taken at its word in nothing: whatever is changed in one, it is refused."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_errors import CertificateDiffers, CertificateRefused
from pipeline.proof.certificate_json import MAX_BYTES, from_json, to_json
from pipeline.proof.recheck import prove_certificate, prove_words
from pipeline.verify.document import verify
from tests.support.certificates import Certified, as_dict, certified, from_dict

Change = Callable[[dict[str, Any]], object]


def sample() -> Certified:
    """Rows with balances, printed ends, and figures that are excused."""
    return certified("in_savings")[0]


def words_of(certificate: dict[str, Any]) -> list[list[Any]]:
    words: list[list[Any]] = certificate["document"]["pages"][0]["words"]
    return words


def row(certificate: dict[str, Any], number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = certificate["witness"]["rows"][number]
    return found


def convention(certificate: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = certificate["witness"]["convention"]
    return found


MALFORMED: dict[str, Change] = {
    "no format": lambda c: c.pop("format"),
    "another format": lambda c: c.update(format="receipt"),
    "a later version": lambda c: c.update(version=2),
    "a version that is no number": lambda c: c.update(version=True),
    "another kernel": lambda c: c.update(kernel_version=10**6),
    "a kernel in words": lambda c: c.update(kernel_version="1"),
    "a short hash": lambda c: c["document"].update(sha256="ab" * 8),
    "a hash in capitals": lambda c: c["document"].update(sha256="AB" * 32),
    "a name that nobody knows": lambda c: c.update(trust_me=True),
    "a name that nobody knows in the witness": lambda c: c["witness"].update(amount="1.00"),
    "a name that nobody knows in a row": lambda c: row(c).update(value="1.00"),
    "no witness": lambda c: c.pop("witness"),
    "no pages": lambda c: c["document"].pop("pages"),
    "no document": lambda c: c.pop("document"),
    "pages counted from 2": lambda c: c["document"]["pages"][0].update(number=2),
    "a page twice": lambda c: c["document"]["pages"].append(c["document"]["pages"][0]),
    "a word without an edge": lambda c: words_of(c)[0].pop(),
    "a word without text": lambda c: words_of(c)[0].__setitem__(0, ""),
    "a word whose text is a number": lambda c: words_of(c)[0].__setitem__(0, 12),
    "an edge in words": lambda c: words_of(c)[0].__setitem__(1, "12.0"),
    "an edge far away": lambda c: words_of(c)[0].__setitem__(1, 1e9),
    "a look that nobody knows": lambda c: words_of(c)[0].__setitem__(5, "honest"),
    "one word not looked at": lambda c: words_of(c)[0].__setitem__(5, None),
    "a word that is not there": lambda c: row(c)["amount"].update(words=[10**6]),
    "a word counted from the end": lambda c: row(c)["amount"].update(words=[-1]),
    "a word by name": lambda c: row(c)["amount"].update(words=["1,234.00"]),
    "a word by a fraction": lambda c: row(c)["amount"].update(words=[1.5]),
    "a page that is not there": lambda c: row(c)["amount"].update(page=99),
    "page 0": lambda c: row(c)["amount"].update(page=0),
    "a word named twice": lambda c: row(c)["amount"].update(words=row(c)["amount"]["words"] * 2),
    "a place without words": lambda c: row(c)["amount"].update(words=[]),
    "one amount for two rows": lambda c: row(c).update(amount=row(c, 1)["amount"]),
    "the amount as balance": lambda c: row(c).update(balance=row(c)["amount"]),
    "a date as amount": lambda c: row(c).update(amount=row(c)["date"], date=None),
    "an amount as date": lambda c: row(c).update(date=row(c)["amount"], amount=row(c)["date"]),
    "an amount across two rows": lambda c: row(c)["amount"]["words"].extend(
        row(c, 1)["amount"]["words"]
    ),
    "a side that nobody knows": lambda c: row(c).update(side="up"),
    "an excuse that is not on the list": lambda c: c["witness"]["excused"].append(
        {"figure": row(c)["amount"], "reason": "because"}
    ),
    "a used figure excused": lambda c: c["witness"]["excused"].append(
        {"figure": row(c)["amount"], "reason": "text"}
    ),
    "a figure excused twice": lambda c: c["witness"]["excused"].append(c["witness"]["excused"][0]),
    "an excuse for what is no figure": lambda c: c["witness"]["excused"].append(
        {"figure": row(c)["date"], "reason": "outside"}
    ),
    "an amount worth twice itself": lambda c: convention(c).update(base=2, balance_base=2),
    "an amount worth nothing": lambda c: convention(c).update(base=0, balance_base=0),
    "nine decimals": lambda c: convention(c).update(exponent=9),
    "no whole decimals": lambda c: convention(c).update(exponent=-1),
    "fewer decimals than printed": lambda c: convention(c).update(exponent=0),
    "a style that nobody knows": lambda c: convention(c).update(style="roman"),
    "a section upside down": lambda c: c["witness"]["section"].update(start=9, stop=3),
    "a section beyond the end": lambda c: c["witness"]["section"].update(stop=10**6),
    "rows in another order": lambda c: c["witness"]["rows"].reverse(),
    "one figure for both ends": lambda c: c["witness"].update(opening=c["witness"]["closing"]),
    "an amount written as a number": lambda c: c["rows"][0].update(amount=-1.0),
    "an amount written with commas": lambda c: c["rows"][0].update(amount="1,000.00"),
    "a day that is none": lambda c: c["rows"][0].update(date="2025-02-30"),
    "a second witness of its own": lambda c: c["second_witnesses"].append(
        {"fact": "opening", "value": "1.00", "source": "a friend", "note": ""}
    ),
}

WRITTEN_OTHERWISE: dict[str, Change] = {
    "an amount": lambda c: c["rows"][0].update(amount="1.00"),
    "a balance": lambda c: c["rows"][0].update(balance="1.00"),
    "a day": lambda c: c["rows"][0].update(date="2001-01-01"),
    "a payee": lambda c: c["rows"][0].update(text="Somebody else"),
    "a row less": lambda c: c["rows"].pop(),
    "the opening": lambda c: c["facts"].update(opening="1.00"),
    "the currency": lambda c: c["facts"].update(currency="XXX"),
    "the number": lambda c: c["facts"].update(number="0000"),
    "the period": lambda c: c["facts"].update(period_start="2001-01-01"),
    "no facts": lambda c: c.update(facts=None),
    "not proven": lambda c: c.update(proven=False),
    "a figure of a check": lambda c: c["checks"][5].update(expected="1.00", found="1.00"),
    "a check less": lambda c: c["checks"].pop(),
    "another check": lambda c: c["checks"][0].update(name="honour"),
    "a row of the witness less": lambda c: c["witness"]["rows"].pop(),
    "another column": lambda c: row(c).update(
        side="debit" if row(c)["side"] != "debit" else "credit"
    ),
    "no date": lambda c: row(c).update(date=None),
    "an excuse less": lambda c: c["witness"]["excused"].pop(),
    "the order of time": lambda c: convention(c).update(newest_first=True),
    "a doubted word": lambda c: words_of(c)[row(c)["amount"]["words"][0]].__setitem__(5, "doubted"),
}


@pytest.mark.parametrize("change", MALFORMED.values(), ids=MALFORMED)
def test_what_no_certificate_can_be_is_refused(change: Change) -> None:
    with pytest.raises(CertificateRefused):
        prove_certificate(_changed(change))


@pytest.mark.parametrize("change", WRITTEN_OTHERWISE.values(), ids=WRITTEN_OTHERWISE)
def test_what_the_kernel_finds_otherwise_is_refused(change: Change) -> None:
    with pytest.raises(CertificateDiffers):
        prove_certificate(_changed(change))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"%PDF-1.7",
        b"[]",
        b"null",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"format": "tieout certificate", "version": 1}',
        b'{"format": "tieout certificate", "version": 1, "version": 1}',
        b'{"format": "tieout certificate", "version": NaN}',
        b'{"format": "tieout certificate", "version": 1e999}',
        b'{"format": "tieout certificate", "version": 1' + b"0" * 5000 + b"}",
        b'"' + b"a" * MAX_BYTES + b'"',
    ],
    ids=lambda text: repr(text[-20:]),
)
def test_text_that_is_no_certificate_is_refused(text: bytes) -> None:
    with pytest.raises(CertificateRefused):
        from_json(text)


def test_a_certificate_cut_short_is_refused() -> None:
    with pytest.raises(CertificateRefused):
        from_json(to_json(sample().certificate)[:-10])


# What follows was repaired too: hash, sums, checks, rows and facts are what the kernel itself finds
# in the changed words. Such a certificate holds by itself; the document gives it away.


def _behind(word: list[Any]) -> list[float]:
    return [word[3] + 2, word[2], word[3] + 8, word[4]]


def _another_amount(certificate: dict[str, Any]) -> None:
    """One cent from one amount to the next in its column, and the balance between them."""
    rows = certificate["witness"]["rows"]
    one, two = next((a, b) for a, b in itertools.pairwise(rows) if a["side"] == b["side"])
    _raise(certificate, one["amount"], 1)
    _raise(certificate, two["amount"], -1)
    _raise(certificate, one["balance"], 1 if one["side"] == "credit" else -1)


def _raise(certificate: dict[str, Any], place: dict[str, Any], by: int) -> None:
    words = [
        certificate["document"]["pages"][place["page"] - 1]["words"][at] for at in place["words"]
    ]
    word = [each for each in words if any(map(str.isdigit, each[0]))][-1]
    digits = [at for at, char in enumerate(word[0]) if char.isdigit()]
    value = str(int("".join(word[0][at] for at in digits)) + by).zfill(len(digits))
    if len(value) == len(digits):
        chars = list(word[0])
        for at, digit in zip(digits, value, strict=True):
            chars[at] = digit
        word[0] = "".join(chars)


REPAIRED: dict[str, Change] = {
    "another payee": lambda c: words_of(c)[row(c)["text"][0]["words"][0]].__setitem__(0, "Nobody"),
    "other amounts and balances": _another_amount,
    "a word more": lambda c: words_of(c).append(["x", *_behind(words_of(c)[-1]), "seen"]),
    "a word moved": lambda c: words_of(c)[-1].__setitem__(1, words_of(c)[-1][1] - 0.5),
    "other looks": lambda c: [word.__setitem__(5, "twice") for word in words_of(c)],
    "another size": lambda c: c["document"]["pages"][0].update(width=100.0),
    "ink": lambda c: c["document"]["pages"][0]["ink"].append([1.0, 1.0, 2.0, 2.0]),
    "a page more": lambda c: c["document"]["pages"].append(
        {"number": len(c["document"]["pages"]) + 1, "width": 9.0, "height": 9.0, "words": []}
    ),
    "a hash": lambda c: c["document"].update(sha256="ab" * 32),
}


@pytest.mark.parametrize("change", REPAIRED.values(), ids=REPAIRED)
def test_a_forged_certificate_is_refused_beside_its_document(change: Change) -> None:
    certificate = as_dict(sample().certificate)
    change(certificate)
    forged = _repaired(certificate)
    assert prove_certificate(forged).checks == forged.checks

    with pytest.raises(CertificateDiffers):
        verify(forged, sample().pdf)


def test_other_amounts_that_are_proven_by_themselves_are_refused_beside_the_document() -> None:
    honest = certified("ca_releve")[0]
    certificate = as_dict(honest.certificate)
    _another_amount(certificate)
    forged = _repaired(certificate)
    assert forged.proven
    assert forged.rows != honest.certificate.rows

    with pytest.raises(CertificateDiffers):
        verify(forged, honest.pdf)


def test_a_certificate_of_another_document_is_refused() -> None:
    with pytest.raises(CertificateDiffers):
        verify(sample().certificate, certified("de_giro")[0].pdf)


def _changed(change: Change) -> Certificate:
    certificate = copy.deepcopy(as_dict(sample().certificate))
    change(certificate)
    return from_dict(certificate)


def _repaired(certificate: dict[str, Any]) -> Certificate:
    """A certificate with all that follows from its words made anew."""
    plain = {**certificate, "checks": [], "rows": [], "facts": None, "proven": False}
    offered = from_json(json.dumps(plain))
    proof = prove_words(offered.document.pages, offered.witness)
    return certificate_of(offered.document.sha256, proof)
