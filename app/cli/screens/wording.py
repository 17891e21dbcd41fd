"""Names an account and a period the way a person would, short enough for a column."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from rich.text import Text

from app import texts
from app.shapes.reading import CheckShape


def account_text(statement: Mapping[str, object]) -> str:
    """The ledger's name of the account if it is known, else the page's; then the last digits."""
    mask = statement["account_mask"]
    printed = (statement["institution"], statement["account_name"])
    name = statement.get("account") or " ".join(str(part) for part in printed if part)
    return " ".join(str(part) for part in (name, mask and f"*{mask}") if part) or texts.UNKNOWN


def period_text(start: str | None, end: str | None) -> str:
    """Two ISO dates as a month (`2025-03`) if they are one, else as `start..end`."""
    if start and end and _is_month(date.fromisoformat(start), date.fromisoformat(end)):
        return start[:7]
    return f"{start or texts.UNKNOWN}..{end or texts.UNKNOWN}" if start or end else texts.UNKNOWN


def _is_month(start: date, end: date) -> bool:
    after = date.fromordinal(end.toordinal() + 1)
    months = (after.year - start.year) * 12 + after.month - start.month
    return start.day == 1 and after.day == 1 and months == 1


def check_text(check: CheckShape) -> Text:
    """A check in one line, with what figures it has; coloured if it failed."""
    figures = texts.CHECK_FIGURES.format(
        expected=check["expected"] or texts.NONE, found=check["found"] or texts.NONE
    )
    compared = figures if check["expected"] or check["found"] else ""
    facts = "; ".join(part for part in (compared, check["detail"]) if part)
    told = texts.CHECK.format(state=check["state"], name=check["name"], facts=facts)
    return Text(told.rstrip(": "), style=texts.CHECK_STYLES.get(check["state"], ""))


def verdict_text(word: str) -> Text:
    """A verdict or a document's status in a person's words, coloured if colours are wanted."""
    return Text(texts.VERDICTS.get(word, word), style=texts.VERDICT_STYLES.get(word, ""))
