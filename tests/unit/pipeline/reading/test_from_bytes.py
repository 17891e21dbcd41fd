"""A document's bytes are read in the sandbox, and what a proof rests on is looked at."""

import pytest

from pipeline.proof import CheckState
from pipeline.reading.from_bytes import read_bytes
from tests.support.pdfs import typed
from tests.support.typewritten import faults

OPENING = "Opening balance                                  100.00"
CLOSING = "Closing balance                                1,150.00"
PAGE = """
    Northgate Bank
    Statement period 01/03/2025 to 31/03/2025

    {opening}
    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    {closing}
"""


@pytest.mark.parametrize(("opening", "closing"), [("", CLOSING), (OPENING, "")])
def test_a_page_of_which_only_a_balance_is_missing_is_looked_at_and_holds(
    opening: str, closing: str
) -> None:
    """The ledger may give the other balance later, when nobody has the document at hand."""
    (draft,) = read_bytes(typed(PAGE.format(opening=opening, closing=closing))).reading.statements
    assert draft.proof is not None
    assert draft.proof.state("seen") is CheckState.PASSED
    assert (faults(draft), draft.proof.holds) == ({"sums"}, True)
