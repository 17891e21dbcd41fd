"""A checker written from docs/certificate.md alone gives the kernel's answers."""

from __future__ import annotations

import json
import os
from itertools import islice
from random import Random

import pytest

from pipeline.proof.certificate_json import to_json
from pipeline.proof.lexed import LexedPages
from pipeline.read import read_bytes
from tests.second_checker import format as form
from tests.second_checker.answer import Checker, check
from tests.second_checker.compare import (
    compare_text,
    differences,
    kernel_answer,
    mutants,
    recorded,
    tally,
)
from tests.second_checker.sheet import Document
from tests.support.certificates import NAMES, Certified, as_dict, certified

MUTANTS = 12
"""Changed witnesses of each sample statement that the quick test tries."""


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_as_the_kernel_does_on_each_sample(name: str) -> None:
    for each in certified(name):
        assert compare_text(to_json(each.certificate)) == []


def test_some_sample_is_proven_and_some_is_not() -> None:
    proven = {check(to_json(each.certificate)).proven for n in NAMES for each in certified(n)}
    assert proven == {True, False}


@pytest.mark.parametrize("name", NAMES)
def test_it_answers_as_the_kernel_does_on_changed_witnesses(name: str) -> None:
    for each in certified(name):
        assert list(_different(each)) == []


def _different(each: Certified) -> list[str]:
    read = read_bytes(each.pdf, ())
    pages = LexedPages(read.pages.pages)
    values = as_dict(each.certificate)
    checker = Checker(Document(form.pages_of(values)))
    found = []
    offered = mutants(each.certificate.witness, pages, Random(1), MUTANTS)
    for change, witness in islice(offered, MUTANTS):
        text = to_json(each.certificate.model_copy(update={"witness": witness}))
        own = checker.answer(form.witness_of(json.loads(text)["witness"]))
        found += [f"{change}: {what}" for what in differences(own, kernel_answer(pages, witness))]
    return found


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
    assert found.different == []
