"""Shows the checks of a proof that did not pass, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from app.shapes.hypotheses import HypothesisShape
from app.shapes.writing import by_name
from app.texts import hypotheses as texts_hypotheses
from app.texts import terminal as texts
from app.texts.checks import name_of
from app.wording.language import _
from pipeline.proof import Check, CheckState


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


def open_hypotheses(found: Iterable[HypothesisShape]) -> Iterator[Text]:
    """Everything that nothing settles, with the value that it is taken for."""
    for each in found:
        if each.source == "assumed":
            what, said = _(texts_hypotheses.NAMES[each.name]), each.value or texts.UNKNOWN
            form = _(texts_hypotheses.DISAGREE if each.detail else texts_hypotheses.ASSUMED)
            yield Text(form.format(what=what, value=said, detail=each.detail))
