"""Puts claims into witnesses: places and one stated convention, the best first."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from pipeline.proof import CitedLine, Column, Convention, End, PageProof, Place, Witness
from pipeline.reading.citing.claims import ClaimedColumns, ClaimedEnd, Claims, columns_of, head_over
from pipeline.reading.citing.facts import (
    currency_of,
    numbers_of,
    with_days,
    with_period,
    year_of,
)
from pipeline.reading.citing.repeats import Repeated, restated_of
from pipeline.reading.lexing.figures import NumberStyle

#: The decimal mark and its digits, and the marks between groups that are usual with it.
_DECIMALS: Final = {
    NumberStyle.POINT: ".",
    NumberStyle.COMMA: ",",
    NumberStyle.MILLS: ".",
    NumberStyle.MILLS_COMMA: ",",
    NumberStyle.WHOLE: "",
    NumberStyle.SHORT_POINT: ".",
    NumberStyle.SHORT_COMMA: ",",
}
_GROUPS: Final = {".": (",", "'", " "), ",": (".", "'", " "), "": (",", ".", "'", " ")}
MOST_WITNESSES: Final = 8
_MOST_MARKS: Final = 4  # of a certificate


def witness_of(claims: Claims) -> Witness:
    """The witness of a statement, its lines by sections where these have totals of their own, or
    days in columns of their own, if the kernel can tell them apart."""
    columns = columns_of(claims)
    repeated = restated_of(claims, columns.of_line)
    plain = _witness_of(claims, columns, repeated)
    if len({line.heading for line in claims.lines}) > 1 and (
        repeated.unsaid or not _parses(claims, plain)
    ):
        by_section = columns_of(claims, by_heading=True)
        parted = _witness_of(claims, by_section, restated_of(claims, by_section.of_line))
        if _parses(claims, parted):
            return parted
    return plain


def _parses(claims: Claims, witness: Witness) -> bool:
    return PageProof(claims.document, (witness,)).read is not None


def _witness_of(claims: Claims, columns: ClaimedColumns, repeated: Repeated) -> Witness:
    convention, period = with_period(claims, with_days(claims, _figures_of(claims, columns)))
    if period is None:
        convention = year_of(claims, convention)
    beside = {place for line in claims.lines for place in (line.amount, line.balance) if place}
    opening, closing = (
        _end(claims, end, columns, beside) for end in (claims.opening, claims.closing)
    )
    if opening and closing and opening.figure == closing.figure:
        closing = None
    restated, marks, _ = repeated
    said = [each.figure for each in (opening, closing, *restated) if each]
    said += [place for place in (period.first, period.last) if place] if period else []
    used = {(place.page, word) for place in said for word in place.words}
    lines = tuple(
        CitedLine(
            line.amount,
            column,
            line.day,
            line.second,
            line.apart,
            line.balance,
            tuple(t for t in line.text if used.isdisjoint((t.page, word) for word in t.words)),
        )
        for line, column in zip(claims.lines, columns.of_line, strict=True)
    )
    known = dict(convention.marks)
    marks = known | {mark: way for mark, way in marks.items() if mark not in known}
    convention = replace(convention, marks=tuple(marks.items())[:_MOST_MARKS])  # type: ignore[arg-type]
    bare = Witness(claims.section, convention, lines, opening, closing, period=period)
    return replace(
        bare,
        restated=restated,
        currency=currency_of(claims, bare),
        number=next(numbers_of(claims, bare), None),
    )


def _figures_of(claims: Claims, columns: ClaimedColumns) -> Convention:
    decimal = _DECIMALS[claims.style]
    balances = [line.balance for line in claims.lines if line.balance]
    head = head_over(claims, claims.lines[0].row, balances) if balances else ()
    return Convention(
        decimal=decimal,  # type: ignore[arg-type]
        group=_group(claims, decimal),  # type: ignore[arg-type]
        digits=claims.digits,
        order="dmy",
        columns=columns.columns or (Column(1),),
        side="money" if claims.side > 0 else "debt",
        short=bool(decimal) and claims.weak,
        newest_first=claims.newest_first,
        balance_head=head,
        marks=columns.marks,  # type: ignore[arg-type]
    )


def style_of(convention: Convention) -> NumberStyle:
    """The reader's style of figures that a convention is read under."""
    if not convention.decimal:
        return NumberStyle.WHOLE
    if convention.short:
        return NumberStyle.SHORT_POINT if convention.decimal == "." else NumberStyle.SHORT_COMMA
    if convention.decimal == ".":
        return NumberStyle.MILLS if convention.digits > 2 else NumberStyle.POINT
    return NumberStyle.MILLS_COMMA if convention.digits > 2 else NumberStyle.COMMA


def _group(claims: Claims, decimal: str) -> str:
    """The mark between groups of digits that the cited figures show most, else the usual one."""
    places = [p for line in claims.lines for p in (line.amount, line.balance) if p]
    places += [end.figure for end in (claims.opening, claims.closing) if end]
    texts = [claims.text(place) for place in places]
    if re.search(r"\d \d{3}", "\n".join(texts)):
        return " "
    seen = {
        mark: sum(map(bool, map(re.compile(rf"\d{re.escape(mark)}\d{{2,3}}(?!\d)").search, texts)))
        for mark in _GROUPS[decimal][:-1]
    }
    best = max(seen, key=lambda mark: seen[mark])
    return best if seen[best] else _GROUPS[decimal][0]


def _end(
    claims: Claims, end: ClaimedEnd | None, columns: ClaimedColumns, beside: set[Place]
) -> End | None:
    """An end as it is cited; one that is a line's own figure is derived instead."""
    if end is None or end.figure in beside:
        return None
    return End(end.figure, end.label, _column_of(claims, end, columns))


def _column_of(claims: Claims, end: ClaimedEnd, columns: ClaimedColumns) -> int | None:
    """The column of amounts that an end is in, where balances have none and the side that it is on
    is its sign."""
    if any(line.balance for line in claims.lines) or end.mark or end.plain == end.value:
        return None
    words = claims.document.words(end.figure)
    for number, column in enumerate(columns.columns):
        own = [
            word
            for line, at in zip(claims.lines, columns.of_line, strict=True)
            if at == number
            for word in claims.document.words(line.amount)
        ]
        over = min(w.x0 for w in own) < words[-1].x1 and words[0].x0 < max(w.x1 for w in own)
        if over and column.moves * end.plain == end.value:
            return number
    return None


def witnesses_of(claims: Sequence[Claims], *, debt: bool = False) -> tuple[Witness, ...]:
    """The witnesses of the best claims and their rivals, the best first and at most eight; of each
    also with the other day as the booking day, and of the best with all directions turned; where
    no heads name in and out and the page tells of a ``debt`` or no line has a balance, of these
    also with a plain balance on the other side, which the kind of the account settles; and of the
    best also with another print of the account's number."""
    found: list[Witness] = []
    bare = [witness_of(each) for each in claims]
    best = list(filter(None, (*bare[:1], *map(_turned, bare[:1]))))
    numbered = [
        replace(witness, number=number)
        for each, witness in zip(claims[:1], bare, strict=False)
        for number in numbers_of(each, witness)
    ]
    ends = [end for each in claims[:1] for end in (each.opening, each.closing) if end]
    plain = any(end.plain > 0 and not end.mark for end in ends)
    stated = any(each.stated for each in claims[:1])
    told = any(line.balance for each in claims[:1] for line in each.lines) and not debt
    others = [] if not plain or stated or told else list(map(_on_other_side, best))
    others += filter(None, map(_owed, claims[:1], bare))
    for witness in (*bare, *(_rebooked(each) for each in bare), *best[1:], *others, *numbered):
        if witness is not None and witness not in found:
            found.append(witness)
    return tuple(found[:MOST_WITNESSES])


def _on_other_side(witness: Witness) -> Witness:
    """The same with a positive printed balance as a debt, or the holder's where it was one."""
    side: Literal["money", "debt"] = "debt" if witness.convention.side == "money" else "money"
    return replace(witness, convention=replace(witness.convention, side=side))


def _owed(claims: Claims, witness: Witness) -> Witness | None:
    """The same with every balance as a plain debt, where each has the mark of one, "Dr", in a word
    of its own: of a loan the kind says what the mark does. None where some has none."""
    ways, side = dict(witness.convention.marks), witness.convention.side
    balances = [(line.balance, line.balance_mark) for line in claims.lines if line.balance_is]
    balances += [(end.figure, end.mark) for end in (claims.opening, claims.closing) if end]
    marks = {mark for _, mark in balances}
    mark = marks.pop() if len(marks) == 1 else ""
    if ways.get(mark) != -1 or side != "money":
        return None
    bare: dict[Place, Place] = {}
    for place, _ in balances:
        words = place.words if place else ()
        if place is None or claims.document.page(place.page).words[words[-1]].text != mark:
            return None
        bare[place] = Place(place.page, words[:-1])
    columns = tuple(replace(each, moves=-each.moves) for each in witness.convention.columns)
    turned = replace(
        witness.convention,
        columns=columns,
        marks=tuple((text, -way) for text, way in ways.items()),
        side="debt",
    )

    def plain(end: End | None) -> End | None:
        return end and replace(end, figure=bare.get(end.figure, end.figure))

    lines = tuple(
        replace(line, balance=bare.get(line.balance, line.balance)) if line.balance else line
        for line in witness.lines
    )
    opening, closing = plain(witness.opening), plain(witness.closing)
    return replace(witness, convention=turned, lines=lines, opening=opening, closing=closing)


def _rebooked(witness: Witness) -> Witness | None:
    """The same with the second day of each line as its booking day; None where lines have none."""
    if not any(line.second for line in witness.lines):
        return None
    return replace(witness, convention=replace(witness.convention, booking="second"))


def _turned(witness: Witness) -> Witness | None:
    """The same with every column and mark the other way round, where no two balances tell."""
    known = sum(end is not None for end in (witness.opening, witness.closing))
    known += sum(line.balance is not None for line in witness.lines)
    if known > 1:
        return None
    convention = witness.convention
    columns = tuple(replace(each, moves=-each.moves) for each in convention.columns)
    marks = tuple((mark, -way) for mark, way in convention.marks)
    return replace(witness, convention=replace(convention, columns=columns, marks=marks))
