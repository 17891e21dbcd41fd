from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.proof.certificate_json import from_json, to_json
from pipeline.proof.recheck import prove_certificate
from pipeline.record.certificates import (
    certificate_from_stored,
    proven_from,
    stored_pages,
    stored_witness,
)
from pipeline.verify.document import verify
from tests.support.certificates import NAMES, certified, certified_bytes
from tests.support.peoples import LOCK, PEOPLES, needs_peoples


@pytest.mark.parametrize("name", NAMES)
def test_a_certificate_written_and_read_proves_the_very_same(name: str) -> None:
    for each in certified(name):
        again = from_json(to_json(each.certificate))
        proof = prove_certificate(again)

        assert again == each.certificate
        assert (proof.checks, proof.rows, proof.facts) == (
            each.proof.checks,
            each.proof.rows,
            each.proof.facts,
        )
        assert proof.pages.pages[0].words == each.proof.pages.pages[0].words


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_is_verified_from_its_document(name: str) -> None:
    for each in certified(name):
        found = verify(each.certificate, each.pdf)

        assert (found.proof.checks, found.proof.rows) == (each.proof.checks, each.proof.rows)
        assert (found.proof.proven, found.mended) == (each.certificate.proven, 0)


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs_peoples
@pytest.mark.parametrize("file", sorted(PEOPLES.glob("*.pdf")), ids=lambda file: file.stem[-40:])
def test_every_real_statement_is_verified_from_its_document(file: Path) -> None:
    for each in certified_bytes(file.read_bytes(), (LOCK,)):
        verified = verify(from_json(to_json(each.certificate)), each.pdf, (LOCK,))

        assert (verified.proof.checks, verified.proof.rows, verified.proof.facts) == (
            each.proof.checks,
            each.proof.rows,
            each.proof.facts,
        )


@pytest.mark.parametrize("name", ["uk_current", "us_two_accounts", "es_tampered"])
def test_what_the_database_keeps_proves_the_very_same(name: str) -> None:
    for each in certified(name):
        words, stored = stored_pages(each.proof.pages.pages), stored_witness(each.proof)
        proof = proven_from(words, json.loads(json.dumps(stored)))

        assert (proof.checks, proof.rows) == (each.proof.checks, each.proof.rows)
        sha256 = each.certificate.document.sha256
        assert certificate_from_stored(sha256, words, stored) == each.certificate
