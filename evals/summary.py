"""What many trials come to: a row per model and format, or for each kind of case as well."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from evals.frame import Kind
from evals.trial import Grade, Trial

_HEADS = (
    "model",
    "format",
    "kind",
    "solved",
    "not run",
    "wrong claims",
    "false proofs",
    "calls",
    "tool calls",
    "tokens",
    "cost $",
    "p50 s",
    "p95 s",
)
_WORDS = 3
_ORDER = [kind.value for kind in Kind]


@dataclass(frozen=True, slots=True)
class Score:
    """One model in one format, on all cases or, with ``kind``, on those of one kind.

    ``solved`` counts the trials in which what is true was reached, of ``run`` ones; ``not_run``
    those in which the server never answered. ``wrong_claims`` are what the model said that is not
    so, ``false_proofs`` what tieout then called proven or matched that is not so, which must be
    none. Calls, which are those of the model, and tokens are means per trial, ``estimated`` where a
    server did not count them; ``succeeded`` of all ``tool_calls`` had a result. ``cost`` is the sum
    in US dollars, ``p50`` and ``p95`` seconds.
    """

    model: str
    format: str
    kind: str | None
    solved: int
    run: int
    not_run: int
    wrong_claims: int
    false_proofs: int
    calls: float
    tool_calls: int
    succeeded: int
    tokens: float
    cost: Decimal | None
    p50: float
    p95: float
    estimated: bool = False


def summarise(trials: Sequence[Trial], by_kind: bool = False) -> list[Score]:
    """The scores, best first; the same trials give the same scores whenever they are read."""
    formats = _formats(trials)

    def group(trial: Trial) -> tuple[str, str, str]:
        return trial.model, formats[id(trial)], trial.kind if by_kind else ""

    ordered = sorted(trials, key=group)
    scores = [_score(*names, list(those)) for names, those in groupby(ordered, key=group)]
    return sorted(scores, key=_place)


def _formats(trials: Sequence[Trial]) -> dict[int, str]:
    """Each trial's format. One in which the model was never asked has none of its own, and counts
    with the model's others."""
    known = {trial.model: trial.format for trial in trials if trial.format}
    return {id(trial): trial.format or known.get(trial.model, "") for trial in trials}


def _place(score: Score) -> tuple[object, ...]:
    kind = _ORDER.index(score.kind) if score.kind in _ORDER else -1
    return kind, -score.solved, score.tokens, score.model


def _score(model: str, format: str, kind: str, trials: list[Trial]) -> Score:
    ran = [trial for trial in trials if trial.grade is not Grade.NOT_RUN]
    times = sorted(trial.seconds for trial in ran) or [0.0]
    costs = [Decimal(trial.cost) for trial in trials if trial.cost is not None]
    return Score(
        model=model,
        format=format,
        kind=kind or None,
        solved=sum(trial.grade is Grade.SOLVED for trial in trials),
        run=len(ran),
        not_run=len(trials) - len(ran),
        wrong_claims=sum(trial.wrong_claims for trial in trials),
        false_proofs=sum(trial.false_proofs for trial in trials),
        calls=_mean([trial.requests for trial in ran]),
        tool_calls=sum(trial.tool_calls for trial in trials),
        succeeded=sum(trial.succeeded for trial in trials),
        tokens=_mean([trial.tokens for trial in ran]),
        cost=sum(costs, Decimal(0)) if len(costs) == len(trials) else None,
        p50=statistics.median(times),
        p95=times[min(len(times) - 1, round(0.95 * (len(times) - 1)))],
        estimated=any(trial.estimated for trial in trials),
    )


def _mean(values: Sequence[int]) -> float:
    return round(statistics.fmean(values), 1) if values else 0.0


def table(scores: Sequence[Score]) -> str:
    """The scores as lines of text; without kinds, without their column."""
    rows = [_HEADS, *(_cells(score) for score in scores)]
    if not any(score.kind for score in scores):
        rows = [(*row[:2], *row[3:]) for row in rows]
    words = _WORDS - (len(rows[0]) < len(_HEADS))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(_line(row, widths, words) for row in rows)


def _cells(score: Score) -> tuple[str, ...]:
    return (
        score.model,
        score.format,
        score.kind or "",
        f"{score.solved}/{score.run}",
        str(score.not_run),
        str(score.wrong_claims),
        str(score.false_proofs),
        f"{score.calls:.1f}",
        f"{score.succeeded}/{score.tool_calls}",
        f"{'~' if score.estimated else ''}{score.tokens:,.0f}",
        "?" if score.cost is None else f"{score.cost:.4f}",
        f"{score.p50:.2f}",
        f"{score.p95:.2f}",
    )


def _line(row: Sequence[str], widths: Sequence[int], words: int) -> str:
    left = [row[i].ljust(widths[i]) for i in range(words)]
    right = [row[i].rjust(widths[i]) for i in range(words, len(row))]
    return "  ".join([*left, *right]).rstrip()
