"""What the page of an act that goes on says of how far it is."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked
from db.watched import Step

BEGINS: Final = marked("It begins as soon as nobody else writes to the ledger.")
STEPS: Final = {
    Step.CHANGES: marked("{done} of {count} changes are written."),
    Step.STATEMENTS: marked("{done} of {count} statements are proven again."),
    Step.PROPOSALS: marked("{done} of {count} proposals are tried."),
}
