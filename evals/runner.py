"""Runs models × cases × trials, and keeps one JSON file per trial so that nothing is run twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path

from db.private import private_folder, write_private
from evals.frame import Case, MindMaker
from evals.trial import Grade, Trial, attempt


def run(
    models: Mapping[str, MindMaker],
    cases: Sequence[Case],
    trials: int = 1,
    out: Path | None = None,
    report: Callable[[Trial], None] = lambda _trial: None,
    kept: Sequence[Trial] = (),
) -> list[Trial]:
    """Every trial, in order; each is written to ``out`` and reported as soon as it is done.

    Those ``kept`` from an earlier run are taken as they are, unless their server never answered.
    """
    had = {_key(trial): trial for trial in kept if trial.grade is not Grade.NOT_RUN}
    done = []
    for name, make in models.items():
        for case, number in product(cases, range(1, trials + 1)):
            trial = had.get((name, case.name, number))
            if trial is None:
                trial = attempt(name, make, case, number)
                if out is not None:
                    _write(out, trial)
                report(trial)
            done.append(trial)
    return done


def read(folder: Path) -> list[Trial]:
    """The trials that an earlier run wrote, to be summarised again without running anything."""
    return [_read(path) for path in sorted(folder.glob("*.json"))]


def _key(trial: Trial) -> tuple[str, str, int]:
    return trial.model, trial.case, trial.number


def _write(folder: Path, trial: Trial) -> None:
    private_folder(folder)
    text = json.dumps(trial.as_json(), ensure_ascii=False, indent=1)
    write_private(folder / f"{trial.slug}.json", text)


def _read(path: Path) -> Trial:
    fields = json.loads(path.read_text(encoding="utf-8"))
    grade, statuses = Grade(fields["grade"]), tuple(fields["statuses"])
    return Trial(**{**fields, "grade": grade, "statuses": statuses})
