"""What the command line says about deciding: causes, resolutions, and a model's opinions."""

from typing import Final

from app.texts import lists, table
from app.texts.language import marked

MORE_CAUSES: Final = "{more} more: list them with --limit."
EXPLAINS: Final = "explains {count} more: {imports}"
EXPLAINED_BY: Final = "follows from {import_id}, which was left as it is"
#: Why those that are explained are not listed.
NEED_NOBODY: Final = (
    "A statement that another one explains ties out with it, and needs no decision."
)
REVIEW_BY_CAUSE: Final = "See what needs you, by cause: tieout review"
SAFE_NEXT: Final = "Accept everything that makes a statement tie out: tieout accept --all-safe"

#: What would explain all of a statement, and what would mend that.
HINTS: Final = table("deciding", "HINTS")
DAYS_EARLIER: Final = HINTS["days"].replace("later", "earlier")

#: What earlier decisions propose for an entry that is to be added.
CALLED_BEFORE: Final = marked("called before: {payee}")
COUNTER_ACCOUNT: Final = marked("counter-account: {counter_account}")
AS_BEFORE_WAY: Final = (
    "with the payee of before: tieout accept {import_id} --as-before NUMBER, by the numbers of"
    " tieout accept {import_id} --dry-run"
)
RULE_PAYEE: Final = "{words} is called {payee} (account {account})"
RULE_COUNTER: Final = "{words} goes to {counter_account} (source {source})"
NO_RULES: Final = "Nothing was decided yet that could be proposed again."
RULES_FORGOTTEN: Final = "Forgotten: {count} rule(s) for {words}."
BY_MODEL: Final = "{suggested_by} proposed when asked (proposal {proposal_id}; no proof): {reason}"
BY_MODEL_CHANGE: Final = "  {op} {said}"
BY_MODEL_NEXT: Final = (
    "Yes: tieout accept {import_id} --from-ask; no: tieout reject {import_id} --from-ask"
    " --reason TEXT"
)
ASK: Final = "Carry out these changes?"
NOT_ASKED: Final = "Nothing was changed. Add --yes to carry this out."
NOTHING_SAFE: Final = "There is nothing that would make a statement tie out."
NOTHING_NEW: Final = "No statement proposes a new account."
STATEMENT: Final = "import {import_id}: {file}, {period}"
ONE_OR_ALL: Final = "Name one IMPORT, or use --all-safe or --all-new."
BAD_NAME: Final = "--name is DIGITS=NAME, like 4471=Everyday"


NOTE_ON: Final = "line {line}: {said} (note {id}, {actor})"
NOTE_ON_NO_LINE: Final = "no line: {said} (note {id}, {actor})"
NO_NOTES: Final = "Nothing was noted on import {import_id}. Start with: tieout note --help"
ONE_OF_NOTES: Final = "Name a LINE with what to note, or use --remove or --file-of."

PAYEE_WORD: Final = "PAYEE"
FIND_TITLE: Final = "{number}. {day}  {amount}  {description}"
FIND_NOTHING: Final = (
    "Nothing unpaired was found. Widen the search with --days or --other-accounts, or leave the"
    " payee out."
)
FIND_MORE: Final = "There is more: narrow it down by payee or --amount."
FIND_WAY: Final = "To search for what one may be: tieout find {import_id} NUMBER"
FIND_NEXT: Final = "Pair what belongs together: tieout resolve {import_id} {number} pair {named}"

ACTS_HEADING: Final = "Acts"
#: What each act does, and for which kind of difference.
RESOLVE_ACTS: Final = table("deciding", "RESOLVE_ACTS")
NUMBER_WORD: Final = "NUMBER"
ACT_WORD: Final = "ACT"

CHANGE_MOVE: Final = "{number}. move    {was}\n{pad}   to      {now}{account}"
CHANGE_SPLIT: Final = "{number}. split   {was}\n{pad}   into    {now}"
CHANGE_PAIR: Final = "{number}. pair    {rows}"
CHANGE_OUTSTANDING: Final = "{number}. outstanding  {rows}"
CHANGE_LEAVE: Final = "{number}. leave   {rows}"
IN_ACCOUNT: Final = " (account {account_id})"
LINES_NAMED: Final = "line {numbers}"
ENTRIES_NAMED: Final = "entry {numbers}"
WHOLE: Final = "the statement as it is"

#: What a kind of difference is called where its number is used for it; a sum is another amount
#: of one row that several others come to.
KINDS: Final = table("deciding", "KINDS")
WHOLE_STATEMENT: Final = "the statement"
LEAVE: Final = "leave --reason TEXT"
#: What settles each kind, the likeliest first; anything can be left.
LIKELY: Final = lists("deciding", "WAYS")
WAYS: Final = {kind: (*ways, LEAVE) for kind, ways in LIKELY.items()}
#: The letter that opens the form of an act on a statement's page.
KEYS: Final = table("deciding", "KEYS")
RESOLVE_WAY: Final = "{kind}: tieout resolve {import_id} {number} {acts}"
SETTLE: Final = "To settle one by its number, with --dry-run first:"
NUMBERED: Final = "{number}. "
LEFT: Final = "; left by {actor}: {reason}"
SETTLED: Final = table("deciding", "SETTLED")
BECAUSE: Final = ": {reason}"


#: What a model takes a row or a difference for.
WHAT: Final = marked(table("deciding", "WHAT"))
SAYS: Final = "{model} says: {said}"
SAME: Final = "line {line} is entry {entry}"
QUOTED: Final = "“{why}”"
RESTS: Final = "({rows})"
NOTHING_SAID: Final = "no word for it"
SUGGESTS: Final = "suggests: {act}"
OPINION_ACTS: Final = table("deciding", "OPINION_ACTS")
NO_OPINION: Final = (
    "{model} was asked about the differences and gave no usable opinion ({status}). To ask again:"
    " tieout reprocess {import_id}"
)
OPINION_WAY: Final = (
    "what a model suggests, if you think so too: tieout accept {import_id} --suggested"
)
SUGGESTED_ALONE: Final = "--suggested needs the IMPORT whose differences are meant."
LOG_NUMBER_WORD: Final = "NUMBER"
NEXT: Final = "What needs you next: tieout review {import_id} ({more} more after it)"
LAST: Final = "What needs you last: tieout review {import_id}"
UNDO_HINT: Final = "To undo it: tieout undo {what} {act}"
DECISIONS_UNDONE: Final = "{count} decision(s) undone; this is as before again:"
