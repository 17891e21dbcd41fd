"""Proofs, claims and differences as plain JSON, the way the database and the screens keep them.

Money stays integer minor units here: these are records for tieout itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from pipeline.matching.shapes import Difference, DifferenceKind, Evidence, Reason
from pipeline.proof.checks import Check
from pipeline.words import Box


def check_json(check: Check) -> dict[str, Any]:
    """``{name, state, expected, found, detail}``."""
    return {
        "name": check.name,
        "state": check.state.value,
        "expected": check.expected,
        "found": check.found,
        "detail": check.detail,
    }


def difference_json(difference: Difference) -> dict[str, Any]:
    """Every field under its own name; see `difference_from` for the way back."""
    return {
        "kind": difference.kind.value,
        "reason": difference.reason.value,
        "lines": list(difference.lines),
        "entries": list(difference.entries),
        "expected": difference.expected,
        "found": difference.found,
        "date": difference.date.isoformat() if difference.date else None,
        "description": difference.description,
        "evidence": [evidence_json(each) for each in difference.evidence],
        "counterpart": difference.counterpart,
    }


def evidence_json(evidence: Evidence) -> dict[str, Any]:
    """``{page, bbox, raw}``; the box in points from the page's top-left corner."""
    return {"page": evidence.page, "bbox": list(evidence.bbox), "raw": evidence.raw}


def difference_from(stored: Mapping[str, Any]) -> Difference:
    """The difference that `difference_json` wrote."""
    return Difference(
        kind=DifferenceKind(stored["kind"]),
        reason=Reason(stored["reason"]),
        lines=tuple(stored["lines"]),
        entries=tuple(stored["entries"]),
        expected=stored["expected"],
        found=stored["found"],
        date=date.fromisoformat(stored["date"]) if stored["date"] else None,
        description=stored["description"],
        evidence=tuple(
            Evidence(each["page"], Box(*each["bbox"]), each["raw"]) for each in stored["evidence"]
        ),
        counterpart=stored["counterpart"],
    )
