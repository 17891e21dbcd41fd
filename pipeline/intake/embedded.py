"""The bank's own data that an e-statement carries within: ISO 20022 camt.053, as a file in the PDF.

It is as untrusted as the rest of the file: read in the sandbox, within limits of size and time, by
a parser that follows no entity and opens nothing.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from db.visible import one_line
from pipeline.intake.time_limit import TookTooLong, at_most

if TYPE_CHECKING:
    from pypdf import PdfReader

_SECONDS: Final = 2.0  # of CPU
_FILES: Final = 20
_LARGEST: Final = 10_000_000  # bytes of one file
_CAMT: Final = "urn:iso:std:iso:20022:tech:xsd:camt.053"
_LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class EmbeddedEntry:
    """One booking: its days (booked, of value) and its amount in the holder's sign."""

    days: tuple[date, ...]
    amount: Decimal


@dataclass(frozen=True, slots=True)
class EmbeddedStatement:
    """One statement of the data. ``name`` is that of the file within the document; the balances
    are None where it has none."""

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
    from pypdf import PdfReader

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
    """In the holder's sign. Raises ValueError if it is none: the whole file counts for nothing."""
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
