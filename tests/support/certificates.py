"""Certificates of the sample statements, each made once by reading its PDF."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fixtures.catalogue import catalogue
from pipeline.proof import Certificate, PageProof
from pipeline.reading.from_bytes import read_bytes
from pipeline.verify.document import read_text

NAMES = [fixture.name for fixture in catalogue()]


@dataclass(frozen=True)
class Certified:
    """A statement of a document, with the proof and the certificate of it."""

    pdf: bytes
    proof: PageProof
    certificate: Certificate


@cache
def certified(name: str) -> tuple[Certified, ...]:
    """Every statement of a sample document."""
    (fixture,) = (each for each in catalogue() if each.name == name)
    return tuple(certified_bytes(fixture.pdf))


def certified_bytes(pdf: bytes, passwords: tuple[str, ...] = ()) -> Iterator[Certified]:
    """Every statement of a document on which anything could be offered for proof."""
    read = read_bytes(pdf, passwords)
    for draft in read.reading.statements:
        if draft.proof:
            yield Certified(pdf, draft.proof, Certificate.of(read.sha256, draft.proof))


def as_dict(certificate: Certificate) -> dict[str, Any]:
    """The certificate as plain JSON values, to be forged."""
    found: dict[str, Any] = json.loads(certificate.text())
    return found


def from_dict(values: dict[str, Any]) -> Certificate:
    """A certificate from such values. Raises CertificateRefused."""
    return read_text(json.dumps(values))
