"""What the pages of coverage call a month's state and an act that was done; said through `_()`."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

MONTHS: Final = marked((
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
))  # fmt: skip

#: By the value of `MonthState`, and one that locks add.
STATES: Final = {
    "covered": "covered",
    "missing": "missing",
    "mismatched": "differs",
    "ambiguous": "unclear",
    "duplicate": "covered twice",
    "not_expected": "not expected",
}
LOCKED: Final = "covered and locked"
#: Missing, but not all of it: a statement covers some of its days.
PARTLY: Final = "partly covered"
ALSO_LOCKED: Final = "{state}, with a lock"

DONE: Final = {
    "unlocked": "The period is unlocked. Its entries can be changed again.",
    "dismissed": "Dismissed; the ledger stays as it is.",
}
