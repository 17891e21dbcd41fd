"""What a file says of its own history: who wrote it, how often it was changed, what it carries.

None of it is a proof, for whoever changes a file can write here what they like; it is shown to the
person who decides.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from db.visible import one_line
from pipeline.intake.time_limit import TookTooLong, at_most

if TYPE_CHECKING:
    from pypdf import PdfReader

_SECONDS: Final = 1.0  # of CPU; an ordinary file takes a millisecond
_PAGES: Final = 200  # whose notes are counted
_LONGEST: Final = 80  # characters of a name
_MOST_NAMES: Final = 20
#: What is no note: links, fields of a form, and the window of a note that is counted itself.
_NO_NOTES: Final = frozenset({"/Link", "/Widget", "/Popup"})
_SECTION: Final = re.compile(rb"startxref\s+\d+")
_EMPTY_SECTION: Final = re.compile(rb"xref\s+0 0\s+trailer")  # of files for old and new readers
_LINEARIZED: Final = re.compile(rb"/Linearized\s")
_HEAD: Final = 1024  # bytes in which a file says that it is linearized (PDF 1.7, annex F)


@dataclass(frozen=True, slots=True)
class History:
    """``revisions`` counts the times the file was written to: 1 if never changed.

    ``producer`` and ``creator`` are the programs it names, ``signatures`` those that somebody
    put to it (nobody checked them), ``notes`` what was laid over its pages (counted on the first
    200), and ``embedded`` the names of files within it, 20 at the most; the pages were held to
    those that are ``compared``.
    """

    producer: str | None
    creator: str | None
    revisions: int
    signatures: int
    notes: int
    embedded: tuple[str, ...]
    compared: tuple[str, ...] = ()

    def remarks(self) -> Iterator[str]:
        """What a person should know of it, in sentences."""
        if self.revisions > 1:
            times = "once" if self.revisions == 2 else f"{self.revisions - 1} times"
            by = f", last by: {self.producer}" if self.producer else ""
            yield f"The file was changed {times} after it was first written{by}."
        if self.notes:
            notes = "1 note or drawing was" if self.notes == 1 else f"{self.notes} notes were"
            yield f"{notes} laid over the pages by somebody."
        if self.signatures:
            yield "The file bears a digital signature, which tieout does not check."
        unread = [name for name in self.embedded if name not in self.compared]
        if unread:
            yield f"The file carries files of its own, which were not read: {', '.join(unread)}."


def history_of(data: bytes, passwords: Sequence[str] = ()) -> History | None:
    """What the file says of itself; None if pypdf cannot open it, or not in a second."""
    from pypdf import PdfReader

    try:
        with at_most(_SECONDS):
            reader = PdfReader(io.BytesIO(data), strict=False)
            if reader.is_encrypted and not any(map(reader.decrypt, ("", *passwords))):
                return None
            return _history(data, reader)
    except (TookTooLong, Exception):  # noqa: BLE001 - a broken file breaks pypdf in every way
        return None


def _history(data: bytes, reader: PdfReader) -> History:
    metadata = reader.metadata
    return History(
        producer=_text(metadata.producer if metadata else None),
        creator=_text(metadata.creator if metadata else None),
        revisions=_revisions(data),
        signatures=_signatures(reader),
        notes=sum(map(_notes, reader.pages[:_PAGES])),
        embedded=tuple(_embedded(reader)),
    )


def _revisions(data: bytes) -> int:
    """Each change adds a section to the end of a file (PDF 1.7, 7.5.6)."""
    sections = len(_SECTION.findall(data)) - len(_EMPTY_SECTION.findall(data))
    return max(1, sections - bool(_LINEARIZED.search(data[:_HEAD])))


def _signatures(reader: PdfReader) -> int:
    fields = reader.get_fields() or {}
    return sum(field.get("/FT") == "/Sig" and "/V" in field for field in fields.values())


def _notes(page: Any) -> int:
    notes = (note.get_object() for note in page.get("/Annots") or ())
    return sum(note.get("/Subtype") not in _NO_NOTES for note in notes)


def _embedded(reader: PdfReader) -> Iterator[str]:
    for _, file in zip(range(_MOST_NAMES), reader.attachment_list, strict=False):
        yield _text(file.name) or "?"


def _text(value: object) -> str | None:
    """One line without control characters, cut where it is long."""
    text = one_line(str(value)).strip() if value else ""
    return text[:_LONGEST] or None
