"""What `python -m evals` says: its help, and a line for each trial."""

from __future__ import annotations

from typing import Final

from app.texts import Example, Help

HELP: Final = Help(
    "Try models on cases whose truth is known, and score their answers beside what tieout proves."
    " Without --model: the offline rules, an oracle that knows each truth, and models that obey"
    " any text, lie or guess; nothing is sent anywhere, and it takes some minutes. Real models"
    " are asked only if TIEOUT_EVAL_LIVE=1, because they may cost money. Exit code 1 if tieout"
    " itself called something proven or matched that is not.",
    Example("python -m evals --model offline --model oracle --by kind", "what a model could add"),
    Example("python -m evals --kind ask", "one kind, with the models that misbehave"),
    Example(
        "TIEOUT_EVAL_LIVE=1 python -m evals --model openai --format native --trials 3 --out runs",
        "a real model, three times each, one file per trial",
    ),
    Example("python -m evals --summarise runs", "the table again, without running anything"),
)
MODEL_HELP: Final = "Model to try (may be given again); else offline and made-up ones."
FORMAT_HELP: Final = "Format to try it in (may be given again); else the model's own."
KIND_HELP: Final = "Kind of case to try (may be given again); else all."
CASE_HELP: Final = "Case to try (may be given again); else all."
TRIALS_HELP: Final = "How often to try each."
LIMIT_HELP: Final = "Seconds that one run of a real model may take; else 300."
OUT_HELP: Final = "Folder for one JSON file per trial; what is there is not run again."
RECORD_HELP: Final = "Folder for traces of the runs, which the project's tests replay."
SUMMARISE_HELP: Final = "Summarise the trials in this folder instead of running any."
BY_HELP: Final = "A row per model and format, or one per kind of case as well."
TRIED: Final = "{model} | {case}: {grade} ({detail})"
GRADES: Final = {"solved": "solved", "failed": "failed", "not_run": "not run"}
