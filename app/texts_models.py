"""The texts of the verbs that are about models: the part of the catalogue beside `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Example

MODELS_SUMMARY: Final = "See the models that can be asked, and check their servers."
EVAL_SUMMARY: Final = "Score models on statements whose truth is known."

MODELS_HELP: Final = (
    "The models that can be named with --model: those that come with tieout, and those of your"
    " own models.toml (beside the ledger, or where TIEOUT_MODELS says). Alone it lists them."
)
MODELS_EXAMPLES: Final = (
    Example("tieout models", "every model, and whether its key is set"),
    Example("tieout models check ollama", "ask its server what it can do"),
)
MODELS_LIST_HELP: Final = "List every model with how it is talked to."
MODELS_LIST_EXAMPLES: Final = (Example("tieout models list --json", "for scripts"),)
MODELS_CHECK_HELP: Final = (
    "Check that models.toml is valid; with NAME also ask that model's server for one word, and"
    " find out in which format it takes tools. Exit code 7 if it cannot be asked."
)
MODELS_CHECK_EXAMPLES: Final = (
    Example("tieout models check", "the file alone, sending nothing"),
    Example("tieout models check openai", "the file, and the model's server"),
)
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

BASE_URL_HELP: Final = "Address of its server; else TIEOUT_BASE_URL, else what models.toml says."

EVAL_HELP: Final = (
    "Try models on statements whose truth is known, and score what they claim beside what tieout"
    " proves. Without --model: the offline rules, and scripted models that misbehave; nothing is"
    " sent anywhere. Real models are only asked if TIEOUT_EVAL_LIVE=1, for they may cost money."
    " Needs a checkout of the project."
)
EVAL_EXAMPLES: Final = (
    Example("tieout eval", "the rules and the misbehaving models, offline"),
    Example(
        "TIEOUT_EVAL_LIVE=1 tieout eval --model openai --format native --trials 3 --out runs",
        "a real model, three times each, one file per trial",
    ),
    Example("tieout eval --summarise runs", "the table again, without running anything"),
)
EVAL_MODEL_HELP: Final = "Model to try (may be given again); else offline and scripted ones."
EVAL_FORMAT_HELP: Final = "Format to try it in (may be given again); else the model's own."
EVAL_CASE_HELP: Final = "Case to try (may be given again); else all."
EVAL_TRIALS_HELP: Final = "How often to try each."
EVAL_OUT_HELP: Final = "Folder for one JSON file per trial."
EVAL_SUMMARISE_HELP: Final = "Summarise the trials in this folder instead of running any."
EVAL_TRIED: Final = "{model} | {case}: {grade}"
