"""The texts of `tieout ask`: the part of the catalogue beside `terminal`."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

ASK_SUMMARY: Final = "Ask a question about the ledger; the figures come from it."
ASK_HELP: Final = (
    "Ask QUESTION of a language model that may look at the ledger, and change nothing in it. Every"
    " figure and day of the answer is held to what the tools returned; what was looked up stands"
    " below it. An answer that says more is asked for once again, and is then marked as not from"
    " the ledger, with exit code 3, as is one that was stopped before its end. With --propose the"
    " model may also suggest what mends a statement's differences: that waits for your yes or no"
    " like any proposal (tieout review, accept, reject)."
)
ASK_EXAMPLES: Final = (
    Example(
        'tieout ask "How much did I pay for rent since May?" --model openai',
        "ask a model that models.toml knows",
    ),
    Example('tieout ask "What is my balance?" --json', "for scripts; the model is TIEOUT_MODEL"),
    Example(
        'tieout ask "What explains the differences of import 3?" --propose',
        "let it suggest what mends them; you decide",
    ),
)
QUESTION_WORD: Final = "QUESTION"
ASK_LOOKS: Final = "looking: {tool}"
ASK_WRITES: Final = "the model answers; its figures are then held to what was looked up"
ASK_STOPPED: Final = "The model was stopped before it had finished ({status}): check what it says."
ASK_MODEL_HELP: Final = "Model to ask; else TIEOUT_MODEL."
PROPOSE_HELP: Final = "Let the model suggest ledger changes; each waits for a person's yes."

NOT_GROUNDED: Final = "[not from the ledger] The following was not looked up: {figures}"
NOTHING_LOOKED_UP: Final = "[not from the ledger] The model looked nothing up."
LOOKED_TITLE: Final = "Looked up:"
PROPOSED: Final = (
    "Proposed by {model} as proposal {proposal_id}, for you to decide:"
    " tieout review {import_id}, then tieout accept {import_id} --from-ask or"
    " tieout reject {import_id} --from-ask"
)

#: What each tool looked at, in words; filters are added behind.
LOOKED: Final = {
    "get_accounts": "accounts, with their balances at the end of {day}",
    "get_transactions": "{account}: entries from {start_date} to {end_date}",
    "find_statements": "statements and how they tie out",
    "get_differences": "what differs on statement {statement}",
    "facts_propose": "suggested what mends statement {statement}",
}
LOOKED_FILTERS: Final = {
    "search": ", with “{value}”",
    "min_amount": ", of at least {value}",
    "max_amount": ", of at most {value}",
    "name": ", named “{value}”",
    "institution": ", at “{value}”",
    "currency": ", in {value}",
    "mask": ", ending in {value}",
    "verdict": ", that are {value}",
}
SOME_ACCOUNT: Final = "an account"
NOT_SAID: Final = "–"
TODAY: Final = "today"
