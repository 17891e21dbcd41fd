"""What the command line says about what waits by cause, and about deciding on many at once."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

OF_ACCOUNT_HELP: Final = "Only what concerns this account: its id, its last digits, or its name."
MONTH_WORD: Final = "YYYY-MM"
OF_MONTH_HELP: Final = "Only statements that reach into this month."
LIMIT_HELP: Final = "How many causes to list; 50 if not said."
MORE_CAUSES: Final = "{more} more: list them with --limit."
EXPLAINS: Final = "explains {count} more: {imports}"
EXPLAINED_BY: Final = "follows from {import_id}, which was left"
#: Why those that are explained are not listed.
NEED_NOBODY: Final = "What another one explains ties out with it, and needs nobody."
REVIEW_BY_CAUSE: Final = "See by cause what needs you: tieout review"
SAFE_NEXT: Final = "Take all that makes a statement tie out at once: tieout accept --all-safe"

#: What would explain all of a statement, and what would mend that.
HINTS: Final = {
    "signs": "Every line is in the ledger with the other sign. If the account was kept the other"
    " way round: tieout account flip-signs {account} --dry-run",
    "days": "Every line is in the ledger, {days} days later. See what would put them right:"
    " tieout accept {import_id} --dry-run",
    "currency": "The statement is in {currency}, the account is not. If it is another account's:"
    " tieout state {import_id} --account ACCOUNT",
    "opening": "Every balance differs by {amount}. If that is so from the account's beginning:"
    " tieout account edit {account} --opening-balance {opening_balance} --dry-run",
}
DAYS_EARLIER: Final = HINTS["days"].replace("later", "earlier")

ACCEPT_HELP: Final = (
    "Say yes to what an IMPORT proposes. With --all-safe to everything after which a statement"
    " ties out, the oldest first; with --all-new to the accounts that proven statements propose;"
    " their lines are proposed once you answer what nothing settles. With --suggested to what a"
    " model suggests for the differences of IMPORT. These show what they would do, and do it if you"
    " say yes."
)
ACCEPT_EXAMPLES: Final = (
    Example("tieout accept 4", "carry out what import 4 proposes"),
    Example("tieout accept 4 --only 1 --only 3", "two of the changes it proposes"),
    Example("tieout accept 4 --suggested --only 2", "what a model suggests for difference 2"),
    Example("tieout accept --all-safe --month 2025-03", "what makes a month tie out"),
    Example("tieout accept --all-new --name 4471=Everyday", "start a ledger from statements"),
)
FROM_ASK_HELP: Final = "Only what a model proposed in tieout ask --propose."
BY_MODEL: Final = "{suggested_by} proposed when asked (proposal {proposal_id}; no proof): {reason}"
BY_MODEL_CHANGE: Final = "  {op} {said}"
BY_MODEL_NEXT: Final = (
    "Yes: tieout accept {import_id} --from-ask; no: tieout reject {import_id} --from-ask"
    " --reason TEXT"
)
ALL_SAFE_HELP: Final = "Everything after which a statement ties out."
ALL_NEW_HELP: Final = "The accounts that statements propose."
NAME_WORD: Final = "DIGITS=NAME"
NAME_HELP: Final = "What to call the account of these digits."
YES_HELP: Final = "Do not ask."
ASK: Final = "Carry out these changes?"
NOT_ASKED: Final = "Nothing was changed. Add --yes to carry this out."
NOTHING_SAFE: Final = "There is nothing that would make a statement tie out."
NOTHING_NEW: Final = "No statement proposes a new account."
STATEMENT: Final = "import {import_id}: {file}, {period}"
ONE_OR_ALL: Final = "Name one IMPORT, or say --all-safe or --all-new."
BAD_NAME: Final = "--name is DIGITS=NAME, like 4471=Everyday"
