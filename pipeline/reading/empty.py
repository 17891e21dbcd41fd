"""A statement without lines: two balances that are the same, or words that say there were none."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.drafts import StatementDraft
from pipeline.reading.citing.claims import ClaimedEnd, Claims
from pipeline.reading.citing.columns import mark_in
from pipeline.reading.citing.ends import label_beside
from pipeline.reading.citing.from_tie import Cut, section_of
from pipeline.reading.citing.witnesses import witnesses_of
from pipeline.reading.draft import About, Stretch, calendar_for
from pipeline.reading.facts.institution import institution_of
from pipeline.reading.lexing.headers import Column, Header
from pipeline.reading.lexing.labelled import Fact
from pipeline.reading.lexing.lexed import place_of
from pipeline.reading.lexing.rows import Row
from pipeline.reading.orientation import LIABILITIES
from pipeline.reading.steps import Scale, scale_of, signed_balance


def empty_draft(cut: Cut) -> StatementDraft | None:
    """What rows without lines say; None if they neither print balances nor say there were none.

    Balances are minor units in the holder's sign, a debt's plain balance negative.
    """
    lexed = cut.lexed
    rows = cut.rows[cut.start : cut.stop]
    facts = [fact for fact in lexed.facts if cut.start <= fact.row < cut.stop]
    headers = [h for h in lexed.headers if cut.start <= h.first < cut.stop]
    says_none = _says_none(rows)
    openings = [fact for fact in facts if fact.meaning == "opening"][:1]
    closings = [fact for fact in facts if fact.meaning in ("closing", "balance_on")][-1:]
    if not says_none and not (openings and closings):
        return None
    stretch = Stretch(rows, rows, facts, lexed.sheet.years, cut)
    about = About(stretch, None, len(stretch.rows))
    kind, _ = about.kind()
    calendar = calendar_for(stretch, [], about)
    period = (calendar.period.start, calendar.period.end) if calendar.period else None
    scale = scale_of((fact.figure for fact in (*openings, *closings)), 2)
    is_debt = kind in LIABILITIES or any(_is_debit(f, headers) for f in (*openings, *closings))
    base = -1 if is_debt else 1
    ends = [_end(cut, fact, base, scale) for fact in (*openings, *closings)]
    claims = Claims(
        document=cut.pages.document,
        lexed=lexed,
        section=section_of(cut),
        digits=scale.exponent,
        lines=(),
        opening=ends[0] if openings else None,
        closing=ends[-1] if closings else None,
        side=base,
        period=period,
    )
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=about.name,
        account_mask=about.mask(),
        kind=kind,
        currency=about.currency,
        exponent=scale.exponent,
        period_start=period[0] if period else None,
        period_end=period[1] if period else None,
        opening_balance=base * ends[0].value if openings else None,
        closing_balance=base * ends[-1].value if closings else None,
        lines=(),
        says_no_lines=says_none,
        witnesses=witnesses_of([claims]) if ends else (),
    )


def _end(cut: Cut, fact: Fact, side: int, scale: Scale) -> ClaimedEnd:
    """A balance as printed: ``side`` is that of one without a mark."""
    row, figure = cut.rows[fact.row], fact.figure
    kind = "opening" if fact.meaning == "opening" else "closing"
    words = row.words[figure.first : figure.last + 1]
    mark = mark_in(" ".join(word.text for word in words)) if figure.mark else ""
    return ClaimedEnd(
        place_of(row, figure.first, figure.last),
        side * signed_balance(figure, side, scale),
        signed_balance(figure, 1, scale),
        label_beside(cut.lexed, fact.row, figure, kind),
        mark,
    )


def _says_none(rows: Sequence[Row]) -> bool:
    return any(h.group == "labels" and h.meaning == "no_lines" for row in rows for h in row.hits)


def _is_debit(fact: Fact, headers: Sequence[Header]) -> bool:
    """Whether a balance without a sign is on the debit side of an account."""
    sides = _sides(fact, headers)
    return sides is not None and _over(sides[0], fact)


def _sides(fact: Fact, headers: Sequence[Header]) -> tuple[Column, Column] | None:
    """The debit and the credit column that a plain balance is in, for want of its own."""
    above = [header for header in headers if header.last < fact.row]
    if not above or fact.figure.sign or above[-1].having("balance", "amount"):
        return None
    debit, credit = above[-1].having("debit"), above[-1].having("credit")
    return (debit[0], credit[0]) if debit and credit else None


def _over(column: Column, fact: Fact) -> bool:
    return min(column.x1, fact.figure.x1) > max(column.x0, fact.figure.x0)
