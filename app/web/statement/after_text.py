"""How the ledger would stand after a decision, in a sentence."""

from __future__ import annotations

from app.one_statement.shapes import AfterShape
from app.web.figures import money_text
from app.wording.language import _, counted
from app.wording.sentences import period_text


def after_text(after: AfterShape) -> str:
    """How the ledger would stand: the difference left, what stays open, what would be locked."""
    parts = [] if after.left is None else [money_text(after.left)]
    if after.locks:
        period = period_text(after.period_start, after.period_end)
        parts.append(_("{period} will be locked").format(period=period))
    elif after.open:
        parts.append(counted("{count} stays open", "{count} stay open", after.open))
    return " · ".join(parts) or _("not known")
