"""What a witness says before anything of it is proven: rows and facts for a person to look at."""

from __future__ import annotations

from dataclasses import replace

from pipeline.drafts import Line, StatementDraft
from pipeline.proof.entries import Entry, Offered
from pipeline.proof.lexed import Lexed, LexedPages
from pipeline.proof.rows import text_of
from pipeline.proof.sums import Sums, sums_of
from pipeline.reading.calendar import Calendar
from pipeline.reading.draft import About, Stretch, calendar_for
from pipeline.reading.identity.institution import institution_of
from pipeline.reading.offer import Cut
from pipeline.reading.styles import styles_of


def without_rows(pages: LexedPages) -> StatementDraft:
    """The document as one statement of which nobody knows a row yet."""
    lexed = pages.under(styles_of(pages.bare)[0])
    stretch = _stretch(pages, lexed, 0, len(lexed.rows))
    first = next((i for i, row in enumerate(lexed.rows) if row.looks_like_entry), len(lexed.rows))
    about = About(stretch, None, first)
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    return StatementDraft(
        institution=institution_of(lexed.rows) if lexed.rows else None,
        account_name=about.name if lexed.rows else None,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency(calendar.month_first and calendar.certain),
        exponent=2,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=None,
        closing_balance=None,
        lines=(),
    )


def as_read(
    draft: StatementDraft, found: Offered, pages: LexedPages, kept: frozenset[int]
) -> StatementDraft:
    """The draft with the rows and balances of the witness; ``kept`` are the rows (counted from 0)
    that the reader had found itself."""
    sums = sums_of(found)
    return replace(
        draft,
        exponent=found.witness.convention.exponent,
        opening_balance=sums.opening if sums.opening is not None else draft.opening_balance,
        closing_balance=sums.closing if sums.closing is not None else draft.closing_balance,
        lines=_lines(found, pages, sums, kept),
        says_no_lines=False,
    )


def _lines(found: Offered, pages: LexedPages, sums: Sums, kept: frozenset[int]) -> tuple[Line, ...]:
    calendar = _calendar(found, pages)
    lines: list[Line] = []
    printed = None
    for ordinal, (entry, amount, balance) in enumerate(
        zip(found.entries, sums.amounts, sums.balances, strict=True), start=1
    ):
        printed = entry.day.day if entry.day else printed
        row = found.lexed.rows[entry.row]
        lines.append(
            Line(
                ordinal=ordinal,
                page=row.page,
                bbox=row.box,
                date=calendar.resolve(printed) if printed else None,
                value_date=calendar.resolve(entry.other.day) if entry.other else None,
                description=_text(found, entry),
                amount=amount,
                balance=balance,
                raw=row.text,
                method="layout" if entry.row in kept else "model",
            )
        )
    return tuple(lines)


def _text(found: Offered, entry: Entry) -> str:
    pages = found.lexed.pages
    return text_of(pages[place.page].words[word] for place in entry.text for word in place.words)


def _calendar(found: Offered, pages: LexedPages) -> Calendar:
    lexed, printed = found.lexed, [entry.day.day for entry in found.entries if entry.day]
    stretch = _stretch(pages, lexed, found.start, found.stop)
    first = min((entry.row for entry in found.entries), default=found.stop) - found.start
    return calendar_for(stretch, printed, About(stretch, None, first))


def _stretch(pages: LexedPages, lexed: Lexed, start: int, stop: int) -> Stretch:
    rows = lexed.rows[start:stop]
    facts = [fact for fact in lexed.facts if start <= fact.row < stop]
    cut = Cut(pages, lexed.rows, start, stop, lexed.sheet.style, start)
    return Stretch(rows, lexed.rows, facts, lexed.sheet.years, cut)
