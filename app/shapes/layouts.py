"""The layouts that an account's statements are known by, as JSON."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.writing import Versioned

if TYPE_CHECKING:
    from pipeline.review.layouts import KnownLayout


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutShape:
    """What a statement of the account looks like: the words over its columns and beside its
    balances and its days, and what follows from them.

    ``by`` is the person who confirmed it, null where a matched statement teaches it; ``import_id``
    is where it was seen, and ``resting`` are the imports of which it settles something.
    """

    id: str
    by: str | None
    at: datetime.datetime | None
    import_id: int | None
    columns: tuple[str, ...]
    balance: str
    opening: str | None
    closing: str | None
    period: str | None
    side: str
    order: str
    currency: str | None
    excused: tuple[str, ...]
    resting: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutsShape(Versioned):
    """All layouts of one account."""

    account_id: int
    layouts: tuple[LayoutShape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenLayoutShape(Versioned):
    """A layout that was forgotten, and the imports that were proven again without it."""

    account_id: int
    layout_id: str
    resting: tuple[int, ...]


def layout_shape(known: KnownLayout) -> LayoutShape:
    """One of them."""
    layout = known.layout
    ways = {1: "up", -1: "down", 0: "by the balance"}
    columns = zip(layout.heads, layout.convention.columns, strict=True)
    return LayoutShape(
        id=known.id,
        by=known.by or None,
        at=known.at,
        import_id=known.import_id,
        columns=tuple(f"{head}: {ways[column.moves]}" for head, column in columns),
        balance=layout.balance_head,
        opening=layout.opening,
        closing=layout.closing,
        period=layout.period,
        side=layout.convention.side,
        order=layout.convention.order,
        currency=layout.currency,
        excused=layout.other,
        resting=known.resting,
    )
