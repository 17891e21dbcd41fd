"""`tieout eval`: models scored on statements whose truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app import settings, texts_models
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say

if TYPE_CHECKING:
    from evals.trial import Trial

FORMATS = ("native", "rescue", "json", "react", "xml")


@click.command(
    "eval", cls=ExampleCommand, examples=texts_models.EVAL_EXAMPLES, help=texts_models.EVAL_HELP
)
@click.option("--model", "names", multiple=True, help=texts_models.EVAL_MODEL_HELP)
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help=texts_models.EVAL_FORMAT_HELP,
)
@click.option("--case", "cases", multiple=True, help=texts_models.EVAL_CASE_HELP)
@click.option("--trials", type=click.IntRange(1), default=1, help=texts_models.EVAL_TRIALS_HELP)
@click.option("--base-url", metavar="URL", help=texts_models.BASE_URL_HELP)
@click.option("--out", type=options.FOLDER, help=texts_models.EVAL_OUT_HELP)
@click.option("--summarise", type=options.FOLDER, help=texts_models.EVAL_SUMMARISE_HELP)
@options.as_json
def command(
    names: tuple[str, ...],
    formats: tuple[str, ...],
    cases: tuple[str, ...],
    trials: int,
    base_url: str | None,
    out: Path | None,
    summarise: Path | None,
    json_output: bool,
) -> ExitCode:
    """The table of scores; exit code 1 if tieout itself proved something false."""
    from app.evaluate import evaluate, read_again

    chosen = settings.from_environment().over(base_url=base_url)
    if summarise is not None:
        done = read_again(summarise)
    else:
        done = evaluate(chosen, names, formats, cases, trials, out, _tell)
    return _show(done, json_output)


def _show(done: list[Trial], json_output: bool) -> ExitCode:
    from evals.summary import summarise, table

    scores = summarise(done)
    if json_output:
        emit_json(scores)
    else:
        say(table(scores))
    return ExitCode.BUG if any(score.false_proofs for score in scores) else ExitCode.DONE


def _tell(trial: Trial) -> None:
    line = texts_models.EVAL_TRIED
    note(line.format(model=trial.model, case=trial.case, grade=trial.grade.value))
