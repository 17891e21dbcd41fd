"""Runs models × cases × trials, and keeps one JSON file per trial so that nothing is run twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from db.private import private_folder, write_private
from evals.cases import CASES, Case
from evals.trial import Grade, LoopMaker, Trial, attempt


def run(
    models: Mapping[str, LoopMaker],
    cases: Sequence[Case] = CASES,
    trials: int = 1,
    out: Path | None = None,
    report: Callable[[Trial], None] = lambda _trial: None,
) -> list[Trial]:
    """Every trial, in order; each is written to ``out`` and reported as soon as it is done."""
    done = []
    for name, make in models.items():
        for case in cases:
            for number in range(1, trials + 1):
                trial = attempt(name, make, case, number)
                if out is not None:
                    _write(out, trial)
                report(trial)
                done.append(trial)
    return done


def read(folder: Path) -> list[Trial]:
    """The trials that an earlier run wrote, to be summarised again without running anything."""
    return [_read(path) for path in sorted(folder.glob("*.json"))]


def _write(folder: Path, trial: Trial) -> None:
    private_folder(folder)
    name = "-".join(_slug(part) for part in (trial.model, trial.format, trial.case))
    text = json.dumps(trial.as_json(), ensure_ascii=False, indent=1)
    write_private(Path(folder, f"{name}-{trial.number}.json"), text)


def _read(path: Path) -> Trial:
    fields = json.loads(path.read_text(encoding="utf-8"))
    return Trial(**{**fields, "grade": Grade(fields["grade"])})


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "_", text.lower()).strip("_")
