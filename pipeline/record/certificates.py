"""Certificates as the database keeps them, and the answers of people that they rest on."""

from __future__ import annotations

import json
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from db.models import Statement
from pipeline.drafts import StatementDraft
from pipeline.pages.rows import rows_of
from pipeline.proof import (
    Answer,
    CertificateError,
    CertifiedPage,
    Document,
    Objection,
    Witness,
    misfit,
)
from pipeline.words import Page

_PAGES: Final = TypeAdapter(tuple[CertifiedPage, ...])
#: Documents that are kept, and the compressed words that they are of: one of them takes a hundred
#: times as much.
MOST_DOCUMENTS, _MOST_BYTES = 16, 256 * 1024
_LARGEST: Final = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Offered:
    """What was offered of a statement: the reader's witnesses and which of them was ``chosen``, the
    first ones of the document's other statements before and after it, the reader's objections, and
    who read it."""

    witnesses: tuple[Witness, ...]
    chosen: int
    beside: tuple[tuple[Witness, ...], tuple[Witness, ...]]
    objections: tuple[Objection, ...]
    method: str


_OFFERED: Final = TypeAdapter(Offered)


class _Documents:
    """The last documents that were opened in this process, by their words."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Document] = OrderedDict()
        self._lock = Lock()

    def get(self, words: bytes) -> Document | None:
        """The document of these words, if it is among them."""
        with self._lock:
            found = self._known.get(words)
            if found is not None:
                self._known.move_to_end(words)
            return found

    def keep(self, words: bytes, document: Document) -> None:
        """Have it at hand, and let go of the oldest where there are too many or too long ones."""
        with self._lock:
            self._known[words] = document
            while len(self._known) > 1 and self._is_full():
                self._known.popitem(last=False)

    def _is_full(self) -> bool:
        return len(self._known) > MOST_DOCUMENTS or sum(map(len, self._known)) > _MOST_BYTES


_DOCUMENTS: Final = _Documents()


def stored_pages(pages: Sequence[Page]) -> bytes:
    """The pages, compressed."""
    return zlib.compress(_PAGES.dump_json(tuple(map(CertifiedPage.of, pages))))


def stored_offer(draft: StatementDraft) -> dict[str, Any] | None:
    """What was offered of a statement; None if nothing was."""
    if not draft.witnesses or draft.witness is None:
        return None
    chosen = draft.witnesses.index(draft.witness)
    offered = Offered(draft.witnesses, chosen, draft.beside, draft.objections, draft.method)
    plain: dict[str, Any] = _OFFERED.dump_python(offered, mode="json")
    return plain


def offered_in(stored: dict[str, Any], document: Document) -> Offered:
    """What was offered. Raises CertificateError for what does not fit the document."""
    try:
        offered = _OFFERED.validate_json(json.dumps(stored), strict=True)
    except ValidationError:
        raise CertificateError("its witness is damaged") from None
    sizes = [len(page.words) for page in document.pages]
    every = (*offered.witnesses, *offered.beside[0], *offered.beside[1])
    if not 0 <= offered.chosen < len(offered.witnesses):
        raise CertificateError("its witness is damaged")
    if why := next(filter(None, (misfit(each, sizes, len(document.rows)) for each in every)), ""):
        raise CertificateError(why)
    return offered


def document_in(words: bytes) -> Document:
    """The document that was stored. Raises CertificateError for what is damaged.

    The last few are kept, for one page asks for the same one several times.
    """
    if (known := _DOCUMENTS.get(words)) is None:
        known = Document(pages_in(words))
        _DOCUMENTS.keep(words, known)
    return known


def keep_document(words: bytes, document: Document) -> None:
    """Spare this process opening again what it has just stored."""
    _DOCUMENTS.keep(words, document)


def pages_in(words: bytes) -> tuple[Page, ...]:
    """The pages that were stored; those of an earlier version get the rows that it did not keep.

    Raises CertificateError for what is damaged.
    """
    unpacked = zlib.decompressobj()
    try:
        plain = json.loads(unpacked.decompress(words, _LARGEST))
        bare = [page for page in plain if "rows" not in page]
        for page in bare:
            page["rows"] = []
        pages = tuple(each.page() for each in _PAGES.validate_json(json.dumps(plain)))
    except (zlib.error, ValueError, TypeError):
        raise CertificateError("its words are damaged") from None
    if not bare:
        return pages
    return tuple(replace(page, rows=rows_of(page.words)) for page in pages)


def answers_in(stated: Mapping[str, Any] | None) -> tuple[Answer, ...]:
    """The answers to what arithmetic cannot see, in the order in which they were given."""
    return tuple(Answer(**each) for each in (stated or {}).get("answers", ()))


def with_answer(
    stated: Mapping[str, Any] | None, hypothesis: str, value: str, by: str, at: str
) -> dict[str, Any]:
    """What is kept after one more answer, which goes before an earlier one about the same."""
    kept = dict(stated or {})
    every = list(kept.get("answers", ()))
    number = max((each["id"] for each in every), default=0) + 1
    said = {"id": number, "hypothesis": hypothesis, "value": value, "by": by, "at": at}
    return {**kept, "answers": [*every, said]}


def without_answer(stated: Mapping[str, Any] | None, number: int) -> dict[str, Any] | None:
    """What is kept after an answer was taken back; None if that leaves nothing."""
    kept = dict(stated or {})
    every = [each for each in kept.get("answers", ()) if each["id"] != number]
    rest = {**kept, "answers": every}
    if not every:
        del rest["answers"]
    return rest or None


def chosen_by(row: Statement) -> str:
    """Who said that the statement is of its account: in a review, or when it was handed in; empty
    where no one did."""
    stated = row.stated or {}
    if stated.get("account") is not None and stated["account"] == row.account_id:
        return str(stated.get("by") or "person")
    asked = row.work.options or {}
    if asked.get("named_account") is not None and asked["named_account"] == row.account_id:
        return row.work.handed_in_by or "person"
    return ""
