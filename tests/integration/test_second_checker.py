"""A checker written from docs/certificate.md alone gives the kernel's answers."""

from __future__ import annotations

import json
import os

import pytest

from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.proof.certificate_json import to_json
from pipeline.reading.from_bytes import read_document
from tests.second_checker.answer import check
from tests.second_checker.compare import (
    Tally,
    compare_pages,
    compare_text,
    differences,
    recorded,
    tally,
)
from tests.support.certificates import NAMES, as_dict, certified

MUTANTS = 8
"""Single changes of each sample statement's witness that the quick test tries."""
OPEN = {"samples": 300, "dev": 5000}
"""One changed witness in so many may still be answered otherwise: see ambiguities.md."""


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_as_the_kernel_does_on_each_sample(name: str) -> None:
    for each in certified(name):
        assert compare_text(to_json(each.certificate)) == []


def test_some_sample_is_proven_and_some_is_not() -> None:
    proven = {check(to_json(each.certificate)).proven for n in NAMES for each in certified(n)}
    assert proven == {True, False}


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_as_the_kernel_does_on_changed_witnesses(name: str) -> None:
    pages = read_document(certified(name)[0].pdf, (), DEFAULT_LIMITS).pages
    found = Tally()
    compare_pages(name, pages, MUTANTS, found)
    assert found.mutants >= MUTANTS
    assert found.different == []


def test_an_amount_that_is_forged_is_seen() -> None:
    """The words count, not what the certificate says of them."""
    (each,) = certified("de_giro")
    values = as_dict(each.certificate)
    words = values["document"]["pages"][0]["words"]
    place = values["witness"]["rows"][0]["amount"]["words"][0]
    words[place][0] = "981,00-"
    answer = check(json.dumps(values))
    assert answer.checks["sums"] == "failed"
    assert differences(answer, recorded(values)) != []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"version":1', '"version":2'),
        ('"version":1', '"version":1,"version":1'),
        ('"version":1', '"version":1,"other":1'),
        ('"number":1', '"number":2'),
    ],
)
def test_a_malformed_certificate_is_refused(old: str, new: str) -> None:
    (each,) = certified("de_giro")
    text = json.dumps(as_dict(each.certificate), separators=(",", ":"))
    assert check(text).refused is None
    assert check(text.replace(old, new, 1)).refused


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "source",
    [
        "samples",
        pytest.param(
            "dev",
            marks=pytest.mark.skipif(
                "TIEOUT_STATEMENTS" not in os.environ, reason="TIEOUT_STATEMENTS names no folder"
            ),
        ),
    ],
)
def test_it_answers_as_the_kernel_does_on_all_changed_witnesses(source: str) -> None:
    found = tally(source, None)
    assert found.certificates
    assert found.mutants > 1000
    assert [each for each in found.different if each[1] == "own"] == []
    assert len(found.different) * OPEN[source] <= found.mutants
