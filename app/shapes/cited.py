"""The JSON of facts that a model cites and nothing proves, within `tieout review IMPORT`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from db.words import Verdict
from pipeline.claims import FactName
from pipeline.record.as_json import CITATIONS

if TYPE_CHECKING:
    from db.models import Reconciliation
    from pipeline.claims import Citation

#: The checks that hold once the fact is borne out.
_CHECKS: Final = {
    FactName.OPENING_BALANCE: "opening",
    FactName.CLOSING_BALANCE: "closing",
    FactName.PERIOD_START: "period",
    FactName.PERIOD_END: "period",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedShape:
    """A fact as a model reads it: ``value`` is a decimal string, an ISO day, an ISO currency, the
    last digits of a number, or words; ``text`` is the row of ``page`` that it stands on."""

    name: FactName
    value: str
    page: int
    text: str


def cited_shapes(result: Reconciliation) -> tuple[CitedShape, ...]:
    """What a model cited of the statement, as far as nothing bears it out by now."""
    return tuple(
        CitedShape(name=each.name, value=each.value, page=each.page, text=each.text)
        for each in _open(result)
    )


def _open(result: Reconciliation) -> Iterator[Citation]:
    if result.verdict is Verdict.MATCHED:
        return
    passed = {check["name"] for check in result.proof if check["state"] == "passed"}
    for each in CITATIONS.validate_python((result.claim or {}).get("cited", ())):
        if _CHECKS.get(each.name) not in passed:
            yield each
