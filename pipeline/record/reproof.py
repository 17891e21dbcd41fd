"""Proves a recorded statement again against the ledger as it is now, and certifies it."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session, defer, joinedload

from db.models import Reconciliation, Statement
from db.statements.pages import import_of
from db.words import Verdict
from pipeline.account.comparison import Comparison, query_about
from pipeline.account.ledger_query import ledger_side
from pipeline.account.one_account import OneAccount, by_hand
from pipeline.account.readings import (
    LAYOUT,
    layouts_of,
    read_for,
    rests_on,
    teaches,
)
from pipeline.drafts import Line, Period, StatementDraft, prove_draft
from pipeline.matching.match import Findings, explained, period_of
from pipeline.matching.shapes import AccountSide, Matching, MatchSettings, Pair
from pipeline.proof import KERNEL_VERSION, Agreement, Certificate
from pipeline.record.account_order import (
    Held,
    Neighbours,
    Placed,
    held_by_others,
    neighbours_of,
    window_of,
)
from pipeline.record.certificates import chosen_by, refuse_broken, release_own, seal, ties_out
from pipeline.record.drafts import Reread, draft_of, is_of_this_kernel
from pipeline.record.kept_decisions import pairs_of
from pipeline.record.pairing import Paired
from pipeline.record.proposing import keep_proposal, left_alone
from pipeline.record.rows import CHECKS, DIFFERENCES, HYPOTHESES, keep_figures, stored

_PROOFS: Final = (
    select(Reconciliation)
    .where(Reconciliation.statement_id.in_(bindparam("statements", expanding=True)))
    .options(
        joinedload(Reconciliation.statement).joinedload(Statement.work),
        # Long, and of the time when it was brought in.
        *(defer(column) for column in (Reconciliation.trace, Reconciliation.claim)),
    )
)


@dataclass(frozen=True, slots=True)
class Proven:
    """A statement as it was proven again; ``before`` is whether it tied out until then, and
    ``neighbours`` are the statements that it joins."""

    row: Reconciliation
    draft: StatementDraft
    comparison: Comparison
    findings: Findings
    before: bool
    neighbours: Neighbours

    def lock(self, session: Session, actor: str, since: date | None) -> list[int]:
        """Lock the days that agree for good, if it ties out now; the ids of the locks that came.

        Raises ``WouldBreakLock`` if it tied out, is locked, and a change of the ledger ended that
        which began, on the day ``since``, no later than its locked days end.
        """
        if not self.row.statement.stands or not is_of_this_kernel(self.row.statement):
            return []
        agreement = self.findings.agreement
        if agreement is None or not agreement.ties_out:
            if since is not None and self.before:
                refuse_broken(session, self.row, since)
            return []
        days = locked_days(agreement, self.neighbours.earlier, self.neighbours.later)
        return seal(session, self.row, days, actor, again=not self.before)

    def release(self, session: Session) -> list[int]:
        """Release what came by itself if it ties out no more; the ids."""
        ended = self.before and not self.findings.ties_out
        return release_own(session, self.row) if ended else []


def reconciliations(session: Session, statements: Collection[int]) -> dict[int, Reconciliation]:
    rows = session.scalars(_PROOFS, {"statements": list(statements)})
    return {row.statement_id: row for row in rows}


def reconciliations_of(session: Session, import_id: int) -> Sequence[Reconciliation]:
    """The same of an import's statements, in their order. Raises ``NoSuchImport``."""
    import_of(session, import_id)
    return session.scalars(
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
    ).all()


def reprove(
    one: OneAccount,
    placed: Placed,
    row: Reconciliation,
    lines: Sequence[Line],
    paired: Paired,
    read: Reread | None,
) -> Proven | None:
    """Hold the statement to the ledger with these pairs, and record what comes of it.

    None if nothing that a proof rests on is other than it was. What an earlier version said of a
    statement stays its verdict until the document is read again, for there is nothing here to
    prove that from.
    """
    session, settings = one.session, placed.settings
    draft = replace(read.draft if read else draft_of(row.statement, lines), lines=tuple(lines))
    own = {entry for _, entry in paired.pairs}
    near = neighbours_of(session, placed)
    side = side_of(one, row.statement, draft, settings, own, near.balances)
    there = {entry.id for entry in side.entries}
    doubts = [replace(doubt, entries=doubt.entries & there) for doubt in paired.doubts]
    period = Period(placed.start, placed.end)
    matching = explained(
        lines, side.entries, paired.links, doubts, period, settings, paired.by_hand
    )
    comparison = Comparison(draft, side, matching, settings, read.rivals if read else 0)
    held = held_by_others(one, placed, row.id)
    etag = _etag(one, placed, comparison, paired, (held, near))
    if etag == row.ledger_etag:
        return None
    before = ties_out(CHECKS.validate_python(row.proof))
    comparison, found = proven_beside(one, comparison)
    if is_of_this_kernel(row.statement):
        _keep(one, row, found)
    row.differences = stored(DIFFERENCES, found.differences)
    keep_figures(row, found)
    row.ledger_etag = etag
    session.flush()
    session.expire(row, ["matches"])
    open_ = left_alone(session, row, lines, found.differences) if placed.stands else ()
    wanted = open_ if _may_propose(found) else ()
    keep_proposal(session, row, comparison, wanted, held)
    return Proven(row, comparison.draft, comparison, found, before, near)


def side_of(
    one: OneAccount,
    row: Statement,
    draft: StatementDraft,
    settings: MatchSettings,
    own: Collection[int],
    joined: Collection[int | None] = (),
) -> AccountSide:
    """The account beside a recorded statement, which is paired with its ``own`` entries;
    ``joined`` are the balances of the statements beside it."""
    period = period_of(draft)
    assert period is not None
    asked = query_about(
        one,
        draft,
        period,
        settings,
        scope=_scope(row),
        chosen_by=chosen_by(row),
        joined=joined,
    )
    return ledger_side(one, asked, ignoring=(row.id,), own=own)


def _scope(row: Statement) -> Collection[int] | None:
    """The accounts that the import may see; None for all."""
    asked = (row.work.options or {}).get("account_ids")
    return None if asked is None else list(asked)


def proven_beside(one: OneAccount, comparison: Comparison) -> tuple[Comparison, Findings]:
    """What the kernel finds with what a person confirmed of the layouts; if it does not tie out so,
    with what matched statements teach as well."""
    found = comparison.findings()
    page = found.page
    if page is None or found.ties_out:
        return comparison, found
    every = tuple(layouts_of(one))
    if every == page.layouts:
        return comparison, found
    again = prove_draft(
        comparison.draft,
        page.document,
        page.witness,
        answers=page.answers,
        layouts=every,
        account=page.account,
    )
    other = replace(comparison, draft=replace(comparison.draft, proof=again.proof))
    taught = other.findings()
    return (other, taught) if taught.ties_out else (comparison, found)


def _keep(one: OneAccount, row: Reconciliation, found: Findings) -> None:
    row.verdict = found.verdict
    row.proof = stored(CHECKS, found.checks)
    row.hypotheses = stored(HYPOTHESES, found.shown)
    agreement = found.agreement
    row.rests_on = rests_on(agreement) if agreement and agreement.ties_out else None
    layout = teaches(agreement) if agreement else None
    shown = LAYOUT.dump_python(layout, mode="json") if layout else None
    if shown != row.teaches:
        row.teaches = shown
        one.lessons_changed()


def _may_propose(found: Findings) -> bool:
    """Whether the differences are sure enough to propose amounts: of a page with which something is
    wrong, or of which something is open that amounts hang on, a person sees them alone."""
    return found.verdict is Verdict.DIFFERENCES


def _etag(
    one: OneAccount,
    placed: Placed,
    comparison: Comparison,
    paired: Paired,
    around: tuple[Held, Neighbours],
) -> str:
    """A digest of all that the proof rests on: the version that a verdict is true of."""
    side, (held, near), page = comparison.side, around, comparison.draft.proof
    said = (
        KERNEL_VERSION,
        (placed.window, placed.stands, placed.holds, comparison.rivals),
        side.ledger,
        (side.mask, side.blank),
        [(e.id, e.description) for e in side.entries],
        sorted(paired.pairs),
        (held.days, held.covered, sorted(held.entries)),
        near,
        layouts_of(one),
        (page.witness, page.answers, page.objections) if page else None,
        sorted((group.lines, group.entries) for group in paired.by_hand),
        sorted((sorted(d.lines), sorted(d.entries), d.reason.value) for d in paired.doubts),
    )
    return hashlib.sha256(repr(said).encode()).hexdigest()


_A_DAY: Final = timedelta(days=1)
#: Two statements are neighbours if no more days lie between the last line and the next one's first.
_NEIGHBOURS: Final = 7
#: A neighbour's last day and closing balance, or its first day and opening balance.
_Edge = tuple[date, int | None]


def locked_days(
    agreement: Agreement, earlier: _Edge | None = None, later: _Edge | None = None
) -> tuple[date, date] | None:
    """From the first line to the day before the last; None for no day.

    A period by a person adds its days; so does one by a confirmed layout, and so does a neighbour
    whose balance is this one's: the ``earlier`` statement or the ``later`` one. Days between two
    statements belong to the later. Of a statement of which pages are missing, or that is carried
    on elsewhere, no day is locked but by a person's period.
    """
    reading = agreement.reading
    if reading is None or not agreement.ties_out:
        return None
    period = next(e.source for e in agreement.hypotheses if e.name == "period")
    incomplete = any(objection.incomplete for objection in agreement.page.objections)
    if period == "person" or (period == "layout" and not incomplete):
        return reading.first, reading.last
    days = [line.day for line in reading.lines]
    if incomplete or not days:
        return None
    first, last = min(days), max(days)
    if earlier and _joins(agreement, earlier[1], reading.opening) and _near(earlier[0], first):
        first = min(first, earlier[0] + _A_DAY)
    joined = later and _joins(agreement, later[1], reading.closing) and _near(last, later[0])
    last = last if joined else last - _A_DAY
    return (first, last) if first <= last else None


def _joins(agreement: Agreement, one: int | None, other: int | None) -> bool:
    """Whether a balance joins two statements: it is not zero, and no other account's."""
    others = (balance for each in agreement.side.others for balance in (each.opening, each.closing))
    return bool(one) and one == other and other not in others


def _near(one: date, two: date) -> bool:
    """Whether the second day is at most a week after the first, and not before it."""
    return 0 <= (two - one).days <= _NEIGHBOURS


def recorded_certificate(session: Session, row: Statement) -> Certificate | None:
    """The statement's certificate with its outcome beside its account, if one is known; None where
    nothing was offered for proof, and for what an earlier version recorded."""
    draft, document = draft_of(row), row.work.document
    if draft.proof is None or document is None:
        return None
    if row.account_id is None or row.days is None:
        return Certificate.of(document.sha256, draft.proof)
    one = OneAccount(session, row.account_id)
    settings = MatchSettings(window=window_of(row.work.options))
    chosen = draft.witnesses.index(draft.proof.witness)
    layouts = layouts_of(one, derived=False)
    read = read_for(one, draft, settings, layouts, chosen)
    pairs = pairs_of(session, [row.id])[row.id]
    hand = by_hand(session, {row.id: read.draft.lines})[row.id]
    taken = {line for group in hand for line in group.lines}
    own = {entry for _, entry, _ in pairs}
    matching = Matching(
        tuple(Pair(line, entry, 0, 0) for line, entry, _ in sorted(pairs) if line not in taken),
        (),
        hand,
    )
    side = side_of(one, row, read.draft, settings, own)
    _, found = proven_beside(one, Comparison(read.draft, side, matching, settings, read.rivals))
    page = found.page
    return Certificate.of(document.sha256, page, found.agreement) if page else None
