"""`tieout eval`: models scored on statements whose truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import models as texts_models

if TYPE_CHECKING:
    from evals.trial import Trial

FORMATS = ("native", "rescue", "json", "react", "xml")
BY = ("model", "kind")


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
@click.option("--kind", "kinds", multiple=True, help=texts_models.EVAL_KIND_HELP)
@click.option("--case", "cases", multiple=True, help=texts_models.EVAL_CASE_HELP)
@click.option("--trials", type=click.IntRange(1), default=1, help=texts_models.EVAL_TRIALS_HELP)
@click.option("--limit", type=click.FloatRange(1), help=texts_models.EVAL_LIMIT_HELP)
@click.option("--base-url", metavar="URL", help=texts_models.BASE_URL_HELP)
@click.option("--out", type=options.FOLDER, help=texts_models.EVAL_OUT_HELP)
@click.option("--record", type=options.FOLDER, help=texts_models.EVAL_RECORD_HELP)
@click.option("--summarise", type=options.FOLDER, help=texts_models.EVAL_SUMMARISE_HELP)
@click.option("--by", type=click.Choice(BY), default="model", help=texts_models.EVAL_BY_HELP)
@options.as_json
def command(
    names: tuple[str, ...],
    formats: tuple[str, ...],
    kinds: tuple[str, ...],
    cases: tuple[str, ...],
    trials: int,
    limit: float | None,
    base_url: str | None,
    out: Path | None,
    record: Path | None,
    summarise: Path | None,
    by: str,
    json_output: bool,
) -> ExitCode:
    """The table of scores; exit code 1 if tieout itself proved something false."""
    from app.evaluate import Wanted, evaluate, read_again

    chosen = settings.from_environment().over(base_url=base_url)
    if summarise is not None:
        done = read_again(summarise)
    else:
        wanted = Wanted(names, formats, kinds, cases, trials, limit, out, record)
        done = evaluate(chosen, wanted, _tell)
    return _show(done, by == "kind", json_output)


def _show(done: list[Trial], by_kind: bool, json_output: bool) -> ExitCode:
    from evals.summary import summarise, table

    scores = summarise(done, by_kind)
    if json_output:
        emit_json(scores)
    else:
        say(table(scores))
    return ExitCode.BUG if any(score.false_proofs for score in scores) else ExitCode.DONE


def _tell(trial: Trial) -> None:
    line = texts_models.EVAL_TRIED
    words = {"model": trial.model, "case": trial.case, "detail": trial.detail}
    note(line.format(grade=texts_models.EVAL_GRADES[trial.grade.value], **words))
