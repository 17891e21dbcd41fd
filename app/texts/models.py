"""The texts of the verbs that are about models, and of questions to them."""

from typing import Final

from app.texts import listed, table

MODEL_WORD: Final = "NAME"
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
MODEL_WHY: Final = table("models", "MODEL_WHY")
MODEL_QUIRK: Final = "Its template needs {quirk}, which is done by itself."

BASE_URL_HELP: Final = "Address of its server; else TIEOUT_BASE_URL, else what models.toml says."

QUESTION_WORD: Final = "[QUESTION]"
ASK_ON: Final = "Ask, a question a line; each may refer to those before. An empty line ends."
ASK_LOOKS: Final = "looking: {tool}"
ASK_WRITES: Final = "the model answers"
ASK_STOPPED: Final = "The model was stopped before it had finished ({status}): check what it says."


NOT_SHOWN: Final = "Nothing that was looked up answers this."
#: Columns whose name is not their word; an empty one is said by its value alone.
COLUMN_WORDS: Final = table("models", "COLUMN_WORDS")
#: What names a row that has no name.
ROW_NAMES: Final = listed("models", "ROW_NAMES")
LOOKED_TITLE: Final = "Looked up:"
PROPOSED: Final = (
    "Proposed by {model} as proposal {proposal_id}, for you to decide:"
    " tieout review {import_id}, then tieout accept {import_id} --from-ask or"
    " tieout reject {import_id} --from-ask"
)

#: What each tool looked at, in words; filters are added behind.
LOOKED: Final = table("models", "LOOKED")
LOOKED_FILTERS: Final = table("models", "LOOKED_FILTERS")
SOME_ACCOUNT: Final = "an account"
NOT_SAID: Final = "–"
TODAY: Final = "today"
#: What days are beyond: those that have been, or those of an account's entries.
STILL_TO_COME: Final = ", days after {today} still to come"
BEFORE_FIRST: Final = ", before its first entry on {day}"
