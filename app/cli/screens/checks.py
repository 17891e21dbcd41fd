"""Shows the checks of a proof that did not pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from app.shapes.writing import by_name
from app.texts import terminal as texts
from app.texts.checks import name_of
from pipeline.proof.checks import Check, CheckState


def open_checks(checks: Iterable[Check]) -> Iterator[Text]:
    """Every check that failed or could not be made, with the figures that it compared."""
    for check in checks:
        if check.state is not CheckState.PASSED:
            yield _check(check)


def _check(check: Check) -> Text:
    facts = {name: value or texts.NONE for name, value in by_name(check).items()}
    facts["words"] = name_of(check.name)
    compared = check.expected or check.found
    text = (texts.READ_COMPARED if compared else texts.READ_CHECK).format(**facts)
    return Text(text, style=texts.CHECK_STYLES[check.state])
