"""Writes certificates, and proves them again for anyone who asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.errors import CertificateThere, CertificateUnreadable, CertificateUnwritable
from db.private import write_new_private
from pipeline.proof import Certificate
from pipeline.verify.document import read_text

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from pipeline.reading.from_bytes import DocumentReading

SUFFIX: Final = ".certificate.json"
_MOST_BYTES: Final = 64 * 1024 * 1024


def certificates_read(read: DocumentReading) -> list[Certificate | None]:
    """One for each statement of a document; None where nothing was offered for proof."""
    return [
        Certificate.of(read.sha256, draft.proof) if draft.proof else None
        for draft in read.reading.statements
    ]


def certificates_recorded(engine: Engine, import_id: int) -> tuple[str, list[Certificate | None]]:
    """The file's name, and what each of an import's statements is proven from, as recorded.

    None where nothing was offered for proof, or where an earlier version recorded the statement.
    Raises NoSuchImport."""
    # Anyone who verifies a file needs neither a database nor a comparison with the account.
    from sqlalchemy import select

    from db.models import Statement
    from db.session import read_only
    from db.statements.pages import import_of
    from pipeline.record.reproof import recorded_certificate

    with read_only(engine) as session:
        work = import_of(session, import_id)
        found = session.scalars(
            select(Statement).where(Statement.import_id == import_id).order_by(Statement.ordinal)
        )
        return work.source_name, [recorded_certificate(session, each) for each in found]


def write_certificates(
    found: Sequence[Certificate | None], name: str, target: Path
) -> Iterator[tuple[int, Path | None]]:
    """Write one for each statement: its number, and the file, or None without one.

    In a folder the files are named after the document, `march-1.certificate.json`; a file is for
    the first statement, and the others are beside it. A name without an ending that is not there
    yet is a folder, which is made. Raises CertificateThere and CertificateUnwritable."""
    if not target.suffix and not target.exists():
        _make(target)
    stem = "statement" if name in ("-", "<stdin>") else Path(name).stem
    for number, certificate in enumerate(found, start=1):
        if certificate is None:
            yield number, None
            continue
        file = _file(target, stem, number)
        text = certificate.text()
        try:
            write_new_private(file, text)
        except FileExistsError:
            raise CertificateThere(file=file) from None
        except OSError as error:
            raise CertificateUnwritable(file=file, reason=error.strerror) from None
        yield number, file


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise CertificateUnwritable(file=folder, reason=error.strerror) from None


def _file(target: Path, stem: str, number: int) -> Path:
    if target.is_dir():
        return target / f"{stem}-{number}{SUFFIX}"
    return target if number == 1 else target.with_name(f"{target.stem}-{number}{target.suffix}")


def read_certificate(file: Path) -> Certificate:
    """The certificate in a file. Raises CertificateUnreadable and CertificateRefused."""
    try:
        with file.open("rb") as source:
            return read_text(source.read(_MOST_BYTES + 1))
    except OSError as error:
        raise CertificateUnreadable(file=file, reason=error.strerror) from None
