"""What a file carries beside its pages: the bank's own data (camt.053) and its history."""

from __future__ import annotations

import io
import re
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from types import FrameType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from db.text import one_line
from pipeline.pages.errors import PasswordNeeded, UnreadablePdf

if TYPE_CHECKING:
    from pypdf import PdfReader


_SECONDS: Final = 2.0  # of CPU
_FILES: Final = 20
_LARGEST: Final = 10_000_000  # bytes of one file
_CAMT: Final = "urn:iso:std:iso:20022:tech:xsd:camt.053"
_LONGEST: Final = 80


class EmbeddedEntry(NamedTuple):
    """One booking: its days (booked, of value) and its amount in the holder's sign."""

    days: tuple[date, ...]
    amount: Decimal


class EmbeddedStatement(NamedTuple):
    """One statement of the data; ``name`` is its file's in the document, missing balances None."""

    name: str
    opening: Decimal | None
    closing: Decimal | None
    entries: tuple[EmbeddedEntry, ...]


def embedded_statements(
    data: bytes, passwords: Sequence[str] = ()
) -> tuple[EmbeddedStatement, ...]:
    """What the files within a PDF say of its statements; nothing where none can be read."""
    if b"/EmbeddedFile" not in data and b"/ObjStm" not in data:
        return ()
    from pypdf import PdfReader  # slow to load, and seldom needed

    try:
        with at_most(_SECONDS):
            reader = PdfReader(io.BytesIO(data), strict=False)
            if reader.is_encrypted and not any(map(reader.decrypt, ("", *passwords))):
                return ()
            return tuple(_statements(reader))
    except (TookTooLong, Exception):  # noqa: BLE001 - a broken file breaks pypdf in every way
        return ()


def _statements(reader: PdfReader) -> Iterator[EmbeddedStatement]:
    for _, file in zip(range(_FILES), reader.attachment_list, strict=False):
        content = file.content
        if _CAMT.encode() in content[:4096] and len(content) <= _LARGEST:
            yield from statements_of(content, one_line(file.name)[:_LONGEST])


def statements_of(content: bytes, name: str) -> Iterator[EmbeddedStatement]:
    """The statements of a camt.053 file; none of one that defines entities or is something else."""
    from lxml import etree  # type: ignore[import-untyped]  # slow to load, and seldom needed

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True
    )
    root = etree.fromstring(content, parser)
    if root.getroottree().docinfo.doctype or not str(root.nsmap.get(root.prefix)).startswith(_CAMT):
        return
    for statement in root.iterfind(".//{*}Stmt"):
        balances = {_text(each, "{*}Tp//{*}Cd"): each for each in statement.iterfind("{*}Bal")}
        yield EmbeddedStatement(
            name,
            _balance(balances.get("OPBD", balances.get("PRCD"))),
            _balance(balances.get("CLBD")),
            tuple(map(_entry, statement.iterfind("{*}Ntry"))),
        )


def _entry(entry: Any) -> EmbeddedEntry:
    days = [_day(_text(entry, f"{{*}}{kind}//*")) for kind in ("BookgDt", "ValDt")]
    return EmbeddedEntry(tuple(day for day in days if day), _amount(entry))


def _balance(balance: Any) -> Decimal | None:
    return None if balance is None else _amount(balance)


def _amount(element: Any) -> Decimal:
    """In the holder's sign. Raises ValueError, which makes the whole file count for nothing."""
    try:
        amount = Decimal(_text(element, "{*}Amt"))
    except InvalidOperation as error:
        raise ValueError from error
    if not amount.is_finite():
        raise ValueError
    return -amount if _text(element, "{*}CdtDbtInd") == "DBIT" else amount


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _text(element: Any, path: str) -> str:
    return (element.findtext(path) or "").strip()


_HISTORY_SECONDS: Final = 1.0  # of CPU; an ordinary file takes a millisecond
_SECTION: Final = re.compile(rb"startxref\s+\d+")
_EMPTY_SECTION: Final = re.compile(rb"xref\s+0 0\s+trailer")  # of files for old and new readers
_LINEARIZED: Final = re.compile(rb"/Linearized\s")
_HEAD: Final = 1024  # bytes in which a file says that it is linearized (PDF 1.7, annex F)


@dataclass(frozen=True, slots=True)
class History:
    """``revisions`` counts the times the file was written to: 1 if never changed.

    ``producer`` and ``creator`` are the programs it names, ``signatures`` those that somebody put
    to it (no one checked them), ``notes`` what was laid over its pages (counted on the first 200),
    and ``embedded`` the names of files within it, 20 at the most; the pages were held to those that
    are ``compared``."""

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
    """What the file says of itself; None if PDFium cannot open it, or not in a second."""
    from pipeline.pages import pdfium  # slow to load
    from pipeline.pages.pdfium_library import PDFIUM_LOCK

    for password in (None, *passwords):
        try:
            with (
                PDFIUM_LOCK,
                pdfium.open_document(data, password) as document,
                at_most(_HISTORY_SECONDS),
            ):
                producer, creator = map(_short_text, pdfium.programs_of(document))
                return History(
                    producer=producer,
                    creator=creator,
                    revisions=_revisions(data),
                    signatures=pdfium.signatures_of(document),
                    notes=pdfium.notes_of(document),
                    embedded=tuple(_short_text(x) or "?" for x in pdfium.attachments_of(document)),
                )
        except PasswordNeeded:
            continue
        except (TookTooLong, UnreadablePdf):
            return None
    return None


def _revisions(data: bytes) -> int:
    """Each change adds a section to the end of a file (PDF 1.7, 7.5.6)."""
    sections = len(_SECTION.findall(data)) - len(_EMPTY_SECTION.findall(data))
    return max(1, sections - bool(_LINEARIZED.search(data[:_HEAD])))


def _short_text(value: object) -> str | None:
    """One line without control characters, cut where it is long."""
    text = one_line(str(value)).strip() if value else ""
    return text[:_LONGEST] or None


class TookTooLong(BaseException):
    """The call used up its time. No library's ``except Exception`` may swallow it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` after so many seconds of CPU.

    Signals reach the main thread alone, which a forked child always has; elsewhere, and where the
    system has no such timer, there is no limit but that of the process.
    """
    if not hasattr(signal, "SIGVTALRM") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TookTooLong
