"""Says in a sentence what would explain a statement, or what its page does not print, with the
command that would mend it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from app.shapes.writing import by_name
from app.texts import deciding as texts_deciding
from app.texts import stating as texts_stating
from app.wording.sentences import money_text, quoted_text
from pipeline.claims import FactName
from pipeline.proof.stated import BY_THE_ONE_BEFORE
from pipeline.reading.enough import not_printed

if TYPE_CHECKING:
    from app.shapes.review import ReviewedShape

_BALANCES = {FactName.OPENING_BALANCE: "opening", FactName.CLOSING_BALANCE: "closing"}


def hint_texts(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """One sentence a suggestion, and before them one for each fact that a person may state."""
    yield from _not_printed(statement, import_id)
    yield from _cited(statement, import_id)
    yield from _followed(statement)
    for each in statement.hints:
        facts = {**by_name(each), "days": abs(each.days or 0), "amount": money_text(each.amount)}
        form = texts_deciding.HINTS[each.kind]
        if each.days is not None and each.days < 0:
            form = texts_deciding.DAYS_EARLIER
        yield form.format(**facts, account=statement.account_id, import_id=import_id)


def _not_printed(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    if statement.verdict == "matched":
        return
    for name in not_printed(statement.checks, for_ledger=True):
        if name in texts_stating.NOT_PRINTED:
            yield texts_stating.NOT_PRINTED[name].format(
                import_id=import_id, number=statement.ordinal + 1
            )


def _cited(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """What a model reads on the page, and the command that states it as a person's word."""
    for (page, text), cited in groupby(statement.cited, key=lambda each: (each.page, each.text)):
        said = [f"{texts_stating.CITED_NAMES[each.name]} {each.value}" for each in cited]
        yield texts_stating.CITED.format(page=page, text=quoted_text(text), said=", ".join(said))
    if options := " ".join(_options({each.name: each.value for each in statement.cited})):
        yield texts_stating.CITED_NEXT.format(
            import_id=import_id, number=statement.ordinal + 1, options=options
        )


def _options(cited: Mapping[FactName, str]) -> Iterator[str]:
    first, last = cited.get(FactName.PERIOD_START), cited.get(FactName.PERIOD_END)
    if first and last:
        yield f"--period {first} {last}"
    for name, option in _BALANCES.items():
        if name in cited:
            yield f"--{option} {cited[name]}"


def _followed(statement: ReviewedShape) -> Iterator[str]:
    """That its period is no print, if the kernel says so."""
    period = next((each for each in statement.checks if each.name == "period"), None)
    if period and period.detail.endswith(BY_THE_ONE_BEFORE) and statement.period_start:
        day = statement.period_start - timedelta(days=1)
        yield texts_stating.FOLLOWED.format(day=day.isoformat())
