"""No rows prove nothing unless the page itself says that there were none."""

from __future__ import annotations

from pipeline.proof.checks import Check, holds
from pipeline.proof.entries import Offered

_NAME = "lines_or_none_said"


def nothing_said(offered: Offered) -> Check:
    """Passed if there are rows, or the page says that there were none and no row looks like one."""
    rows = offered.rows
    said = any(row.phrases("labels", "no_lines") for row in rows)
    if offered.entries:
        return holds(_NAME, not said, f"{len(offered.entries)} lines")
    if any(row.looks_like_entry and not row.has_label for row in rows):
        return holds(_NAME, False, "a row has a date and a figure")
    return holds(_NAME, True if said else None, "no lines")
