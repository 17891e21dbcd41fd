"""`python -m evals`: tries models on cases whose truth is known, and shows how they score."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from app.cli import options
from app.cli.main import run
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, emit_json, note, say
from app.environment import settings
from app.texts.models import BASE_URL_HELP
from evals import texts
from evals.evaluate import WantedTrials, evaluate, read_again
from evals.summary import summarise as scored
from evals.summary import table
from evals.trial import Trial

NAME: Final = "python -m evals"
FORMATS: Final = ("native", "rescue", "json", "react", "xml")
BY: Final = ("model", "kind")


@click.command("evals", ExampleCommand, help=texts.HELP)
@click.option("--model", "names", multiple=True, help=texts.MODEL_HELP)
@click.option(
    "--format",
    "formats",
    multiple=True,
    type=click.Choice(FORMATS),
    help=texts.FORMAT_HELP,
)
@click.option("--kind", "kinds", multiple=True, help=texts.KIND_HELP)
@click.option("--case", "cases", multiple=True, help=texts.CASE_HELP)
@click.option("--trials", type=click.IntRange(1), default=1, help=texts.TRIALS_HELP)
@click.option("--limit", type=click.FloatRange(1), help=texts.LIMIT_HELP)
@click.option("--base-url", metavar="URL", help=BASE_URL_HELP)
@click.option("--out", type=options.FOLDER, help=texts.OUT_HELP)
@click.option("--record", type=options.FOLDER, help=texts.RECORD_HELP)
@click.option("--summarise", type=options.FOLDER, help=texts.SUMMARISE_HELP)
@click.option("--by", type=click.Choice(BY), default="model", help=texts.BY_HELP)
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
    chosen = settings.from_environment().over(base_url=base_url)
    if summarise is not None:
        done = read_again(summarise)
    else:
        wanted = WantedTrials(names, formats, kinds, cases, trials, limit, out, record)
        done = evaluate(chosen, wanted, _tell)
    return _show_scores(done, by == "kind", json_output)


def _show_scores(done: list[Trial], by_kind: bool, json_output: bool) -> ExitCode:
    scores = scored(done, by_kind)
    if json_output:
        emit_json(scores)
    else:
        say(table(scores))
    return ExitCode.BUG if any(score.false_proofs for score in scores) else ExitCode.DONE


def _tell(trial: Trial) -> None:
    line = texts.TRIED
    words = {"model": trial.model, "case": trial.case, "detail": trial.detail}
    note(line.format(grade=texts.GRADES[trial.grade.value], **words))


if __name__ == "__main__":
    sys.exit(run(command=command, name=NAME))
