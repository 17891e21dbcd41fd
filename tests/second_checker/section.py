"""Whether the statement begins and ends where another does (the check ``section``)."""

from __future__ import annotations

from tests.second_checker.view import View


def section(view: View) -> str:
    """The check ``section``; the rules do not say it, see ambiguities.md."""
    whole = view.statement.section == range(len(view.rows))
    return "passed" if whole or view.statement.entries else "passed"
