"""Which models an evaluation tries on which cases, and the gate before any that may cost money."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.environment.settings import OFFLINE, Settings, model_settings
from db.errors import TieoutError
from evals.case_minds import CASE_MINDS, case_loop
from evals.frame import Case, MindMaker
from evals.kinds import all_cases
from evals.runner import read, run
from evals.scripted_minds import MINDS, mind_loop
from evals.traces import can_be_replayed, record
from evals.trial import Trial
from tools.formats.choose import FormatName
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture, Limits
from tools.model_settings import loop_for

LIVE = "TIEOUT_EVAL_LIVE"


class EvalNotLive(TieoutError):
    """The model {model} would be sent real requests, which may cost money. If you want that, set
    TIEOUT_EVAL_LIVE=1."""


class NoSuchCase(TieoutError):
    """There is no case {case}. The cases are: {names}."""


class NoSuchKind(TieoutError):
    """There is no kind of case {kind}. The kinds are: {names}."""


class NoTrials(TieoutError):
    """There are no trials in {folder}. Name the folder that an earlier run was given with
    --out."""


@dataclass(frozen=True, slots=True)
class WantedTrials:
    """What is to be tried: models by name, formats, kinds and cases; nothing named means all.

    ``seconds`` is the most that one run of a real model may take, ``out`` where trials are kept and
    ``record`` where traces of real models' runs are, which tests live through again.
    """

    models: Sequence[str] = ()
    formats: Sequence[str] = ()
    kinds: Sequence[str] = ()
    cases: Sequence[str] = ()
    trials: int = 1
    seconds: float | None = None
    out: Path | None = None
    record: Path | None = None


def evaluate(
    settings: Settings, wanted: WantedTrials, report: Callable[[Trial], None]
) -> list[Trial]:
    """Run it all; a trial that is in the folder already is not run again.

    Raises EvalNotLive, NoSuchCase, NoSuchKind and ModelsFileError.
    """
    cases = _cases(wanted)
    kept = read(wanted.out) if wanted.out else []
    return [
        trial
        for format in wanted.formats or (None,)
        for trial in run(
            _makers(settings, wanted, format),
            cases,
            wanted.trials,
            wanted.out,
            _recording(settings, wanted, report),
            [trial for trial in kept if format in (None, trial.format)],
        )
    ]


def _recording(
    settings: Settings, wanted: WantedTrials, report: Callable[[Trial], None]
) -> Callable[[Trial], None]:
    """The report, with a trace of what can be replayed."""

    def both(trial: Trial) -> None:
        if wanted.record is not None and can_be_replayed(trial):
            chosen = model_settings(replace(settings, model=trial.model))
            record(wanted.record, trial, chosen.answer_mode, chosen.answer_tokens)
        report(trial)

    return both


def read_again(folder: Path) -> list[Trial]:
    """The trials of an earlier run. Raises NoTrials."""
    found = read(folder)
    if not found:
        raise NoTrials(folder=folder.name)
    return found


def _cases(wanted: WantedTrials) -> list[Case]:
    cases = all_cases()
    names = list(dict.fromkeys(case.name for case in cases))
    kinds = list(dict.fromkeys(case.kind.value for case in cases))
    for name in wanted.cases:
        if name not in names:
            raise NoSuchCase(case=name, names=", ".join(names))
    for kind in wanted.kinds:
        if kind not in kinds:
            raise NoSuchKind(kind=kind, names=", ".join(kinds))
    return [
        case
        for case in cases
        if case.name in (wanted.cases or names) and case.kind in (wanted.kinds or kinds)
    ]


def _makers(settings: Settings, wanted: WantedTrials, format: str | None) -> dict[str, MindMaker]:
    """What makes each model's loop; without names, the rules and those that know the truth."""
    rules = replace(settings, model=OFFLINE)
    usual: dict[str, MindMaker] = {OFFLINE: partial(_loop, rules, wanted, None)}
    chosen = FormatName(format or FormatName.NATIVE)
    usual |= {name: partial(case_loop, name, chosen) for name in CASE_MINDS}
    free: dict[str, MindMaker] = {**usual}
    free.update((name, partial(mind_loop, name)) for name in MINDS)
    live = [name for name in wanted.models if name not in free]
    if live and os.environ.get(LIVE) != "1":
        raise EvalNotLive(model=live[0])
    for name in live:
        free[name] = partial(_loop, replace(settings, model=name), wanted, format)
    return {name: free[name] for name in wanted.models or usual}


def _loop(
    settings: Settings, wanted: WantedTrials, format: str | None, case: Case, number: int
) -> ToolLoop:
    del case, number
    chosen = model_settings(settings)
    if format is not None:
        chosen = chosen.model_copy(update={"format": FormatName(format)})
    limits = Limits() if wanted.seconds is None else Limits(seconds=wanted.seconds)
    # The statements are made up or public, so there is nothing that a trace must not hold.
    return loop_for(chosen, os.environ, limits=limits, capture=Capture.FULL)
