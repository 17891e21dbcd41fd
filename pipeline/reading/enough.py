"""What a proof needs and a page does not print, which a better reader would not find either."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pipeline.proof.checks import Check, CheckState
from pipeline.proof.page import MANDATORY

_ENDS: Final = frozenset({"opening", "closing"})
#: These say nothing of what is printed: whether anybody looked, and what follows from the ends.
_NO_PRINT: Final = frozenset({"seen", "grounded", "sums"})


def not_printed(checks: Iterable[Check], *, for_ledger: bool = False) -> tuple[str, ...]:
    """The obligations that no print on the page could meet, as far as its words are known.

    An obligation that *failed* is not among them: the page prints what it needs, and it
    contradicts. A balance only fails where no label says which it is. ``for_ledger`` adds what
    a match needs and a proof of the page does not.
    """
    needed = {*MANDATORY, "period"} if for_ledger else {*MANDATORY}
    states = {check.name: check.state for check in checks}
    # Another print of an end is a contradiction; one that none is called is unlabelled.
    unlabelled = states.get("no_contradiction") is not CheckState.FAILED
    missing = (
        {CheckState.UNAVAILABLE, CheckState.FAILED} if unlabelled else {CheckState.UNAVAILABLE}
    )
    return tuple(
        name
        for name, state in states.items()
        if name in needed - _NO_PRINT
        and (state in missing if name in _ENDS else state is CheckState.UNAVAILABLE)
    )


def prints_enough(checks: Iterable[Check]) -> bool:
    """Whether a proof of the page's rows could be made from what it prints."""
    return not not_printed(checks)
