"""Says which one mistake would explain all of a statement's differences, when somebody looks.

It is worked out each time and never kept, for it is only a suggestion: see `matching.patterns`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db.words import Verdict
from pipeline.account.ledger_query import Asked, ledger_side
from pipeline.account.one_account import OneAccount
from pipeline.matching.patterns import Pattern, PatternKind, patterns
from pipeline.matching.shapes import AccountSide, MatchSettings
from pipeline.reading.facts.period import Period
from pipeline.record.drafts import draft_of
from pipeline.record.shown import settings_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.models import Reconciliation

#: Entries up to two weeks beyond the period are looked at; further away, last month's rent and
#: salary would pass for this month's.
_WEEK: Final = 7


def hints(session: Session, row: Reconciliation) -> tuple[Pattern, ...]:
    """The mistakes that somebody could mend at once; none of what ties out."""
    statement, settings = row.statement, settings_of(row)
    account_id, start, end = statement.account_id, statement.period_start, statement.period_end
    if row.verdict is Verdict.MATCHED or account_id is None or start is None or end is None:
        return ()
    draft = draft_of(statement)
    first = min((line.date for line in draft.lines if line.date is not None), default=None)
    wide = MatchSettings(window=max(settings.window, _WEEK))
    one = OneAccount(session, account_id)
    side = ledger_side(
        one,
        Asked(Period(start, end), first, wide),
        ignoring=(statement.id,),
        own={match.transaction_id for match in row.matches},
    )
    return tuple(each for each in patterns(draft, side) if _mends(each, side, settings))


def _mends(pattern: Pattern, side: AccountSide, settings: MatchSettings) -> bool:
    """Whether it is to be mended here: not days at which lines find their entries all the same,
    nor a balance that an earlier statement may explain better."""
    if pattern.kind is PatternKind.DAYS:
        return abs(pattern.days or 0) > settings.window
    return pattern.kind is not PatternKind.OPENING or side.ledger.before is None
