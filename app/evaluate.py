"""Which models an evaluation tries, and the gate before any that may cost money."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from app.models import OFFLINE, model_settings
from app.samples import CHECKOUT
from app.settings import Settings
from db.errors import TieoutError

if TYPE_CHECKING:
    from evals.trial import LoopMaker, Trial
    from tools.loop import ToolLoop

LIVE = "TIEOUT_EVAL_LIVE"


class EvalsMissing(TieoutError):
    """The evaluations, which come with the program, are not there. Install it again, from its whole
    folder."""

    code: ClassVar[str] = "evals_missing"


class EvalNotLive(TieoutError):
    """The model {model} would be sent real requests, which may cost money. If you want that, set
    TIEOUT_EVAL_LIVE=1."""

    code: ClassVar[str] = "eval_not_live"


class NoSuchCase(TieoutError):
    """There is no case {case}. The cases are: {names}."""

    code: ClassVar[str] = "no_such_case"


class NoTrials(TieoutError):
    """There are no trials in {folder}. Name the folder that an earlier run was given with
    --out."""

    code: ClassVar[str] = "no_trials"


def evaluate(
    settings: Settings,
    names: Sequence[str],
    formats: Sequence[str],
    cases: Sequence[str],
    trials: int,
    out: Path | None,
    report: Callable[[Trial], None],
) -> list[Trial]:
    """Run it all. Raises EvalsMissing, EvalNotLive, NoSuchCase and ModelsFileError."""
    _require_evals()
    from evals.cases import CASES
    from evals.runner import run

    known = {case.name: case for case in CASES}
    for case in cases:
        if case not in known:
            raise NoSuchCase(case=case, names=", ".join(known))
    wanted = [known[name] for name in cases or known]
    return [
        trial
        for format in formats or (None,)
        for trial in run(_makers(settings, names, format), wanted, trials, out, report)
    ]


def read_again(folder: Path) -> list[Trial]:
    """The trials of an earlier run. Raises EvalsMissing and NoTrials."""
    _require_evals()
    from evals.runner import read

    found = read(folder)
    if not found:
        raise NoTrials(folder=folder.name)
    return found


def _makers(settings: Settings, names: Sequence[str], format: str | None) -> dict[str, LoopMaker]:
    """What makes each model's loop; without names, all that need no net."""
    from evals.scripted_minds import MINDS, mind_loop

    free: dict[str, LoopMaker] = {OFFLINE: partial(_loop, replace(settings, model=OFFLINE), None)}
    free.update((name, partial(mind_loop, name)) for name in MINDS)
    if not names:
        return free
    return {name: free[name] if name in free else _live(settings, name, format) for name in names}


def _live(settings: Settings, name: str, format: str | None) -> LoopMaker:
    if os.environ.get(LIVE) != "1":
        raise EvalNotLive(model=name)
    return partial(_loop, replace(settings, model=name), format)


def _loop(settings: Settings, format: str | None) -> ToolLoop:
    from tools.formats.choose import FormatName
    from tools.model_loop import loop_for
    from tools.trace import Capture

    chosen = model_settings(settings)
    if format is not None:
        chosen = chosen.model_copy(update={"format": FormatName(format)})
    # The statements are made up, so there is nothing that a trace must not hold.
    return loop_for(chosen, os.environ, capture=Capture.FULL)


def _require_evals() -> None:
    if not (CHECKOUT / "evals" / "runner.py").is_file():
        raise EvalsMissing
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
