"""What the page of statements calls a status and an order; said through `_()`."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: By the value of `StatementStatus`.
STATUSES: Final = {
    "matched": "matched",
    "differences": "differences",
    "unproven": "unproven",
    "failed": "failed",
    "locked": "locked",
}
#: By the value of `StatementOrder`.
ORDERS: Final = marked(
    {
        "brought_in": "newest import",
        "newest": "newest period",
        "oldest": "oldest period",
    }
)
