"""Writes certificates, and proves them again for whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.errors import CertificateThere, CertificateUnreadable, CertificateUnwritable
from db.private import write_new_private
from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_json import MAX_BYTES, from_json, to_json
from pipeline.read import DocumentReading

SUFFIX: Final = ".certificate.json"


def write_certificates(
    read: DocumentReading, name: str, target: Path
) -> Iterator[tuple[int, Path | None]]:
    """Write one for each statement: its number, and the file, or None where nothing was offered.

    In a folder the files are named after the document, `march-1.certificate.json`; a file is for
    the first statement, and the others stand beside it. Raises CertificateThere and
    CertificateUnwritable.
    """
    stem = "statement" if name in ("-", "<stdin>") else Path(name).stem
    for number, draft in enumerate(read.reading.statements, start=1):
        if draft.proof is None:
            yield number, None
            continue
        file = _file(target, stem, number)
        _write(file, to_json(certificate_of(read.sha256, draft.proof)))
        yield number, file


def _file(target: Path, stem: str, number: int) -> Path:
    if target.is_dir():
        return target / f"{stem}-{number}{SUFFIX}"
    return target if number == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")


def _write(file: Path, text: str) -> None:
    try:
        write_new_private(file, text)
    except FileExistsError:
        raise CertificateThere(file=file) from None
    except OSError as error:
        raise CertificateUnwritable(file=file, reason=error.strerror) from None


def read_certificate(file: Path) -> Certificate:
    """The certificate in a file. Raises CertificateUnreadable and CertificateRefused."""
    try:
        with file.open("rb") as source:
            return from_json(source.read(MAX_BYTES + 1))
    except OSError as error:
        raise CertificateUnreadable(file=file, reason=error.strerror) from None
