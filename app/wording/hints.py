"""Says in a sentence what would explain a statement, or what is open of it, with the command that
would settle it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

from app.shapes.writing import by_name
from app.texts import correcting as texts_correcting
from app.texts import deciding as texts_deciding
from app.texts import hypotheses as texts_hypotheses
from app.texts import stating as texts_stating
from app.wording.language import _
from app.wording.sentences import day_text, money_text, quoted_text
from pipeline.claims import FactName
from pipeline.proof import CheckState

if TYPE_CHECKING:
    from app.shapes.review import ReviewedShape


def hint_texts(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """One sentence a suggestion, and before them what is open and how to settle it."""
    yield from _asked(statement, import_id)
    yield from _cited(statement, import_id)
    yield from _misread(statement, import_id)
    for each in statement.hints:
        facts = {**by_name(each), "days": abs(each.days or 0), "amount": money_text(each.amount)}
        form = texts_deciding.HINTS[each.kind]
        if each.days is not None and each.days < 0:
            form = texts_deciding.DAYS_EARLIER
        yield form.format(**facts, account=statement.account_id, import_id=import_id)


def _misread(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """How to correct a page of which something cannot be so."""
    failed = any(check.state is CheckState.FAILED for check in statement.checks)
    if failed and statement.kernel_version is not None and statement.reading != "proven":
        yield _(texts_correcting.HINT).format(import_id=import_id, number=statement.ordinal + 1)


def _asked(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """What nothing settles, with the command that answers all of it."""
    question = statement.question
    if question is None:
        return
    for each in statement.hypotheses:
        if each.detail and each.source == "assumed":
            what = _(texts_hypotheses.NAMES[each.name])
            yield _(texts_hypotheses.DISAGREE).format(what=what, detail=each.detail)
    if question.largest and {"direction", "side"} & set(question.open):
        line = question.largest
        yield _(texts_stating.LARGEST).format(
            day=day_text(line.date),
            description=quoted_text(line.description),
            amount=money_text(line.amount),
        )
    if question.closing is not None and {"side", "ends"} & set(question.open):
        yield _(texts_stating.BALANCE).format(amount=money_text(question.closing))
    if question.also_printed:
        days = f"{day_text(question.first)} to {day_text(question.last)}"
        yield _(texts_stating.ALSO_PRINTED).format(value=days, detail=question.also_printed)
    if options := " ".join(_options_for(question.open)):
        yield _(texts_stating.QUESTION).format(
            import_id=import_id, number=statement.ordinal + 1, options=options
        )


#: The options of `tieout state` that settle each hypothesis.
_SETTLING: Final = {
    "account": ("--account ACCOUNT|new",),
    "direction": ("--largest in|out",),
    "side": ("--largest in|out", "--balance have|owe"),
    "ends": ("--balance have|owe",),
    "currency": ("--currency CODE",),
    "order": ("--order dmy|mdy|ymd",),
    "booking": ("--booking day|second",),
    "year": ("--period FIRST LAST",),
    "period": ("--period FIRST LAST",),
}


def _options_for(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(each for name in names for each in _SETTLING.get(name, ())))


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
    if currency := cited.get(FactName.CURRENCY):
        yield f"--currency {currency}"
