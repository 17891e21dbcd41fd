"""A page without rows is proven of two balances that are the same; whose they are is assumed."""

import pytest

from pipeline.proof import CheckState
from pipeline.reading.from_bytes import read_bytes
from tests.support.pdfs import typed
from tests.support.typewritten import faults, only, printed, read

PRINTED = printed("empty")

CURRENT = PRINTED["current"]


def test_two_balances_without_a_line_between_them_must_be_the_same() -> None:
    head, closing = CURRENT.split("Closing")
    draft = only(read(f"{head}Closing{closing.replace('100.00', ' 90.00')}"))
    assert faults(draft) == {"sums"}


OPENING = "Opening balance                                  100.00"
CLOSING = "Closing balance                                1,150.00"
PAGE = PRINTED["page"]


@pytest.mark.parametrize(("opening", "closing"), [("", CLOSING), (OPENING, "")])
def test_a_page_of_which_only_a_balance_is_missing_is_looked_at_and_holds(
    opening: str, closing: str
) -> None:
    """The ledger may give the other balance later, when nobody has the document at hand."""
    (draft,) = read_bytes(typed(PAGE.format(opening=opening, closing=closing))).reading.statements
    assert draft.proof is not None
    assert draft.proof.state("seen") is CheckState.PASSED
    assert (faults(draft), draft.proof.holds) == ({"sums"}, True)
