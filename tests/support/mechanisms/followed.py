"""A statement that prints only its last day, beside the one before it, and damages to either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Final

from tests.support.attacks.case import ANY, Case, Family, Row, Truth
from tests.support.mechanisms.headed import MARCH, Headed, page_of
from tests.support.typewritten import document

_DAYS: Final = (3, 7, 14, 21, 27)


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """``before`` is what stands above the table of the statement before, of the month ``earlier``
    (February as a rule); ``damage`` says what is wrong where the period must stay unknown:
    ``balance``, ``late`` (a row behind the last day), or other words in the head, old and new;
    ``known`` is false where even the honest page does not tell its last day."""

    page: Headed
    before: str
    damage: str | tuple[str, str] = "balance"
    earlier: int = 2
    known: bool = True


def family(layouts: Sequence[Followed]) -> Family:
    """Each layout as it is, and with its damage."""

    def cases(random: Random) -> Iterator[Case]:
        for layout in layouts:
            yield _case(layout, random, damaged=False)
            yield _case(layout, random, damaged=True)

    return cases


def _case(layout: Followed, random: Random, *, damaged: bool) -> Case:
    page, damage = layout.page, layout.damage if damaged else ""
    first = _truth(page, random, layout.earlier, random.randint(300_000, 900_000))
    assert isinstance(first.closing, int)
    # A wrong balance is so in all that follows from it: the page adds up by itself.
    opening = first.closing + (100 if damage == "balance" else 0)
    truth = _truth(page, random, 3, opening)
    truth = replace(truth, period=None if damaged or not layout.known else MARCH)
    if damage == "late":
        *rows, last = truth.rows
        truth = replace(truth, rows=(*rows, replace(last, date=date(2025, 4, 1))))
    head = page.head.replace(*damage) if isinstance(damage, tuple) else page.head
    assert not isinstance(damage, tuple) or head != page.head
    if isinstance(damage, tuple):
        truth = replace(truth, mask=ANY)
    return Case(
        "",
        f"{page.name}{', damaged' if damaged else ''}",
        document(page_of(replace(page, head=head), truth, 0)),
        truth,
        not damaged,
        before=document(page_of(replace(page, head=layout.before), first, 0)),
    )


def _truth(page: Headed, random: Random, month: int, opening: int) -> Truth:
    amounts = [random.randint(1_100, 49_000) * random.choice((-1, 1)) for _ in _DAYS]
    amounts[0], amounts[1] = -abs(amounts[0]), abs(amounts[1])
    rows = tuple(Row(date(2025, month, d), a) for d, a in zip(_DAYS, amounts, strict=True))
    opening = -abs(opening) if page.debt else opening
    return Truth(
        rows=rows, opening=opening, closing=opening + sum(amounts), period=None,
        currency=page.currency, mask=page.mask, kind=page.kind,
        institution=page.institution, account=page.account,
    )  # fmt: skip
