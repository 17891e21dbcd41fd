"""What many trials come to: one row per model and format, fit for a table or for JSON."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from evals.trial import Grade, Trial

_HEADS = (
    "model",
    "format",
    "passed",
    "verdicts",
    "not run",
    "calls",
    "tokens",
    "cost $",
    "p50 s",
    "p95 s",
    "false claims",
    "false proofs",
)


@dataclass(frozen=True, slots=True)
class Score:
    """One model in one format.

    ``passed`` counts trials in which the model named the right account and the truth was proven,
    of ``exercised`` ones; ``verdicts`` those in which its own verdict was right. Calls and tokens
    are means per trial, ``p50`` and ``p95`` seconds. ``false_claims`` are `matched` said wrongly by
    the model; ``false_proofs`` by tieout, which must be none.
    """

    model: str
    format: str
    passed: int
    verdicts: int
    exercised: int
    not_exercised: int
    calls: float
    tokens: float
    cost: Decimal | None
    p50: float
    p95: float
    false_claims: int
    false_proofs: int


def summarise(trials: Sequence[Trial]) -> list[Score]:
    """The scores, best first; the same trials give the same scores whenever they are read."""
    ordered = sorted(trials, key=_group)
    scores = [_score(*names, list(group)) for names, group in groupby(ordered, key=_group)]
    return sorted(scores, key=lambda score: (-score.passed, score.tokens, score.model))


def _group(trial: Trial) -> tuple[str, str]:
    return trial.model, trial.format


def _score(model: str, format: str, trials: list[Trial]) -> Score:
    exercised = [trial for trial in trials if trial.grade is not Grade.NOT_EXERCISED]
    times = sorted(trial.seconds for trial in exercised) or [0.0]
    costs = [Decimal(trial.cost) for trial in trials if trial.cost is not None]
    return Score(
        model=model,
        format=format,
        passed=sum(trial.grade is Grade.PASSED for trial in trials),
        verdicts=sum(trial.verdict_right for trial in exercised),
        exercised=len(exercised),
        not_exercised=len(trials) - len(exercised),
        calls=_mean([trial.requests for trial in exercised]),
        tokens=_mean([trial.tokens for trial in exercised]),
        cost=sum(costs, Decimal(0)) if len(costs) == len(trials) else None,
        p50=statistics.median(times),
        p95=times[min(len(times) - 1, round(0.95 * (len(times) - 1)))],
        false_claims=sum(trial.false_claim for trial in trials),
        false_proofs=sum(trial.false_proof for trial in trials),
    )


def _mean(values: Sequence[int]) -> float:
    return round(statistics.fmean(values), 1) if values else 0.0


def table(scores: Sequence[Score]) -> str:
    """The scores as lines of text."""
    rows = [_HEADS, *(_cells(score) for score in scores)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(_line(row, widths) for row in rows)


def _cells(score: Score) -> tuple[str, ...]:
    return (
        score.model,
        score.format,
        f"{score.passed}/{score.exercised}",
        str(score.verdicts),
        str(score.not_exercised),
        f"{score.calls:.1f}",
        f"{score.tokens:,.0f}",
        "?" if score.cost is None else f"{score.cost:.4f}",
        f"{score.p50:.2f}",
        f"{score.p95:.2f}",
        str(score.false_claims),
        str(score.false_proofs),
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    left = [row[i].ljust(widths[i]) for i in (0, 1)]
    right = [row[i].rjust(widths[i]) for i in range(2, len(row))]
    return "  ".join([*left, *right]).rstrip()
