"""What an account's statements look like: confirmed layouts, and rows excused by their words."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter
from sqlalchemy import bindparam, select

from db.models import ConfirmedLayout, Reconciliation, Statement
from pipeline.account.one_account import OneAccount, counts
from pipeline.drafts import StatementDraft
from pipeline.proof import Agreement, Document, Layout, Other, Witness, pattern

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


LAYOUT: Final = TypeAdapter(Layout)

_CONFIRMED: Final = (
    select(ConfirmedLayout.id, ConfirmedLayout.layout)
    .where(ConfirmedLayout.account_id == bindparam("account_id"))
    .order_by(ConfirmedLayout.id)
)
_TAUGHT: Final = (
    select(Statement.id, Reconciliation.teaches, Statement.stated)
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Reconciliation.teaches.is_not(None),
        *counts(),
    )
    .order_by(Statement.period_end, Statement.id)
)


def layouts_of(one: OneAccount, *, derived: bool = True) -> list[Layout]:
    """The layouts of an account: a person's, known by the id of their row; and those ``derived``
    from matched statements, each once, known by the first such statement's id."""
    if one.confirmed is None:
        one.confirmed = [
            replace(LAYOUT.validate_python(said), id=number, source="person")
            for number, said in one.session.execute(_CONFIRMED, {"account_id": one.id})
        ]
    if derived and one.taught is None:
        one.taught = taught(one.session, one.id)
    return [*one.confirmed, *((one.taught or ()) if derived else ())]


def taught(session: Session, account_id: int) -> list[Layout]:
    """Those that statements of an account teach, each once, except for what a person forgot."""
    found: list[Layout] = []
    for number, said, stated in session.execute(_TAUGHT, {"account_id": account_id}):
        if (stated or {}).get("teaches") is False:
            continue
        layout = replace(LAYOUT.validate_python(said), id=number, source="derived")
        if not any(replace(each, id=number) == layout for each in found):
            found.append(layout)
    return found


def teaches(agreement: Agreement) -> Layout | None:
    """The layout that a matched statement shows, if no layout settled anything of it and nothing of
    the ledger was made from a reading."""
    layout = agreement.page.layout
    sources = {each.source for each in agreement.hypotheses}
    side = agreement.side
    paired = agreement.pairing.entries
    read = [e for e in side.entries if e.id in paired and e.origin == "reading"]
    own = side.balance_origin != "reading" and not read
    whole = not any(each.incomplete for each in agreement.page.objections)
    known = sources.isdisjoint({"layout", "statement_before"})
    teaches = agreement.ties_out and known and own and whole
    # What a person excused is kept apart, where they see and forget it.
    return replace(layout, other=()) if layout and teaches else None


def rests_on(agreement: Agreement) -> list[dict[str, Any]]:
    """The layouts that settled something of a statement, or excuse a row of it, by id and
    source."""
    page = agreement.page
    settled = {each.source for each in agreement.hypotheses}
    found = [] if settled.isdisjoint({"layout", "statement_before"}) else list(page.matching)
    rows = (each.row for each in page.witness.other if each.by == "layout")
    excused = {pattern(page.document.of_row(row)) for row in rows}
    found += [each for each in page.layouts if each not in found and excused & set(each.other)]
    return [{"id": each.id, "source": each.source} for each in found]


def with_excused(draft: StatementDraft, layouts: Sequence[Layout]) -> StatementDraft:
    """The draft with a further witness for each that cites, or leaves open, rows which these
    layouts know to be no lines: there they are not."""
    assert draft.proof is not None
    document = draft.proof.document
    patterns = {text for each in layouts for text in each.other if text}
    read = [
        each for each in draft.witnesses if not any(other.by == "layout" for other in each.other)
    ]
    known = [] if not patterns else [_excused(each, document, patterns) for each in read]
    more = [each for each in known if each is not None]
    return replace(draft, witnesses=(*read, *more))


def _excused(witness: Witness, document: Document, patterns: Collection[str]) -> Witness | None:
    """The witness without the rows of these words; None where it has none."""
    start, stop = witness.section
    alike = {row for row in range(start, stop) if pattern(document.of_row(row)) in patterns}
    rows = alike - {other.row for other in witness.other}
    if not rows:
        return None
    lines = tuple(line for line in witness.lines if document.row_of(line.amount) not in rows)
    others = tuple(Other(row, "layout") for row in sorted(rows))
    return replace(witness, lines=lines, other=(*witness.other, *others))
