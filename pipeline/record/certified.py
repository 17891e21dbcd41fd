"""The certificate of a recorded statement, made again from what is kept and the ledger as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.account.comparison import Comparison
from pipeline.account.layouts import layouts_of
from pipeline.account.one_account import OneAccount
from pipeline.account.readings import read_for
from pipeline.account.resolved import by_hand
from pipeline.matching.shapes import Matching, MatchSettings, Pair
from pipeline.proof import Certificate
from pipeline.record.account_order import window_of
from pipeline.record.drafts import draft_of
from pipeline.record.pairs import pairs_of
from pipeline.record.reproof import proven_beside, side_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Statement


def recorded_certificate(session: Session, row: Statement) -> Certificate | None:
    """The statement's certificate with what came of it beside its account, if one is known; None
    where nothing was offered for proof, and for what an earlier version recorded."""
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
    _, proof = proven_beside(one, Comparison(read.draft, side, matching, settings, read.rivals))
    page = proof.page
    return Certificate.of(document.sha256, page, proof.agreement) if page else None
