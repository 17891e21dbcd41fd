"""Holds words' ink on their pages against their text, once it is known which words are evidence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType

from pipeline.pages.pdfium_library import PDFIUM_LOCK
from pipeline.pages.seen.opened import OpenDocument
from pipeline.pages.seen.page_verdicts import Verdicts
from pipeline.words import DocumentPages, Page, Seen


@dataclass(frozen=True, slots=True)
class Sources:
    """Where a page's words come from: for each the index of what PDFium gave. ``seen`` are the
    indices of what takes part in the ink, ``unjudged`` of what an OCR layer only says or what
    cannot be drawn here."""

    words: tuple[int, ...]
    seen: frozenset[int]
    unjudged: frozenset[int]


class Judge:
    """Judges words of one document, which it keeps open until it is closed.

    Without a document nothing can be said: then all words are unjudged.
    """

    def __init__(
        self, document: OpenDocument | None, sources: Sequence[Sources], closing: ExitStack
    ) -> None:
        self._document, self._sources, self._closing = document, sources, closing
        self._verdicts = Verdicts()

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the document go."""
        with PDFIUM_LOCK:
            self._closing.close()

    def __call__(
        self, pages: DocumentPages, wanted: Mapping[int, Collection[int]]
    ) -> DocumentPages:
        """The same pages with ``seen`` filled: the wanted words judged, INK for the others.

        ``wanted`` holds indices in a page's words by the page's number. Pages read from pictures
        stay as they are.
        """
        with PDFIUM_LOCK:
            judged = tuple(
                page if page.confidence else self._judged(page, wanted.get(page.number, ()))
                for page in pages.pages
            )
        return replace(pages, pages=judged)

    def _judged(self, page: Page, wanted: Iterable[int]) -> Page:
        chosen = sorted(set(wanted))
        if self._document is None:
            return replace(page, seen=(Seen.UNJUDGED,) * len(page.words))
        sources = self._sources[page.number - 1]
        if len(sources.words) != len(page.words):
            raise ValueError("these are not the pages that were read with this judge")
        seen = [Seen.UNJUDGED if at in sources.unjudged else Seen.INK for at in sources.words]
        asked = sorted({sources.words[at] for at in chosen} - sources.unjudged)
        if asked:
            found = self._verdicts.of(self._document.page(page.number - 1), asked, sources.seen)
            for at in chosen:
                seen[at] = found.get(sources.words[at], seen[at])
        return replace(page, seen=tuple(seen))


def worth_judging(pages: Iterable[Page]) -> dict[int, list[int]]:
    """Every word with a digit and every mark, by page: more than any reading takes as evidence."""
    return {
        page.number: [at for at, word in enumerate(page.words) if is_evidence(word.text)]
        for page in pages
    }


_MARK = 3  # characters: Cr, S, Af, Bij, Jan, a minus by itself


def is_evidence(text: str) -> bool:
    """Whether a word could be (part of) an amount or a date, or a mark beside one."""
    return any(map(str.isdigit, text)) or len(text) <= _MARK
