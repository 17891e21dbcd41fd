"""Where sums hold either way round, the page's own words say which way is likelier to be out."""

import pytest

from tests.support.typewritten import faults, only, printed, read

PRINTED = printed("orientation")

SECTIONS = PRINTED["sections"]


@pytest.mark.parametrize("payment", ["-100.00", "(100.00)", " 100.00"])
@pytest.mark.parametrize(
    "charges", ["Purchases", "Purchases and other charges", "Card purchases and fees"]
)
def test_headings_and_minuses_may_both_say_what_was_paid(payment: str, charges: str) -> None:
    draft = only(read(SECTIONS.format(payment=payment, charges=charges)))
    assert draft.status == "proven", faults(draft)
    assert [line.amount for line in draft.lines] == [10000, -45000, -6000]
