"""Says in a sentence what would explain a statement, with the command that would mend it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app import texts_deciding
from app.shapes.writing import by_name
from app.wording import money_text

if TYPE_CHECKING:
    from app.shapes.review import ReviewedShape


def hint_texts(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """One sentence a suggestion."""
    for each in statement.hints:
        facts = {**by_name(each), "days": abs(each.days or 0), "amount": money_text(each.amount)}
        form = texts_deciding.HINTS[each.kind]
        if each.days is not None and each.days < 0:
            form = texts_deciding.DAYS_EARLIER
        yield form.format(**facts, account=statement.account_id, import_id=import_id)
