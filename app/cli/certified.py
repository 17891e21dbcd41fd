"""Writes certificates for a verb, and says where each went."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.certificates import write_certificates
from app.cli.output import note
from app.texts import proof as texts_proof
from pipeline.proof import Certificate


def certify(found: Sequence[Certificate | None], name: str, target: Path) -> None:
    """Write those that there are, and name the statements without one."""
    for number, file in write_certificates(found, name, target):
        if file is None:
            note(texts_proof.CERTIFICATE_NONE.format(number=number))
        else:
            note(texts_proof.CERTIFICATE_WRITTEN.format(file=file))
