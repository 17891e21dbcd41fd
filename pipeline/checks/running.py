"""Whether the balances printed beside the rows follow from one another."""

from __future__ import annotations

from pipeline.drafts import Check, CheckState, StatementDraft


def balances_follow(draft: StatementDraft) -> Check:
    """Every printed balance follows from the one before and the amounts between."""
    running, breaks, printed = draft.opening_balance, 0, 0
    for line in draft.lines:
        running = None if running is None else running + line.amount
        if line.balance is not None:
            printed += 1
            breaks += running is not None and running != line.balance
            running = line.balance
    state = CheckState.FAILED if breaks else CheckState.PASSED
    return Check("balances_follow", state, "0", str(breaks), f"{printed} balances printed")
