"""Pages by people who had not read the program: what is proven of them is so, and most that are
honest are matched beside their true books."""

from collections.abc import Iterable

import pytest

from tests.strangers.pages import StrangerPage, all_pages
from tests.support.strangers import outcomes

#: Pages of which something is proven that is not so, each with the reason why nobody cured it yet.
KNOWN = {
    "us_student_loan_parts": "the parts of a payment, below the table, are read for a line",
    "order_pages_swapped": "its second page comes first: two parts, each of which adds up",
    "order_swapped_es": "its second page comes first: two parts, each of which is matched",
    "order_swapped_without_numbers": "its second page comes first, and no page has a number",
    "pair_picture_above": "two lines that cancel are in a picture, and not in the text",
    "pair_picture_like_a_stamp": "two lines that cancel are in a picture, and not in the text",
    "pair_form_fields": "two lines that cancel are in a form's fields, and not in the text",
    "pair_a_sentence_above": "two lines that cancel are told in a sentence above the table",
    "scale_in_thousands_gb": "only a word says that the amounts are thousands",
    "scale_tsd_eur_de": "only a word says that the amounts are thousands",
    "scale_milliers_fr": "only a word says that the amounts are thousands",
    "scale_tys_zl_pl": "only a word says that the amounts are thousands",
}
EVERY = 12
"""One page of so many is read in a quick run."""


def judge(pages: Iterable[StrangerPage]) -> tuple[dict[str, int], dict[str, int]]:
    """The counts of the honest pages and of those that tempt, nothing new being proven wrongly."""
    honest, tempting = outcomes(pages)
    new = [each for each in (*honest.wrong, *tempting.wrong) if each.split(":")[0] not in KNOWN]
    assert new == []
    return honest.counts, tempting.counts


def test_the_truth_of_each_page_adds_up() -> None:
    assert [page.name for page in all_pages() for one in page.accounts if not one.adds_up()] == []


def test_nothing_is_proven_of_strangers_pages_that_is_not_so() -> None:
    honest, _ = judge(all_pages()[::EVERY])
    assert honest["matched"] >= 17


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_nothing_is_proven_of_any_strangers_page_that_is_not_so() -> None:
    honest, tempting = judge(all_pages())
    assert honest["rows"] >= 259
    assert honest["proven"] >= 255
    assert honest["matched"] >= 254
    # Parts of a statement whose whole period is printed are asked about beside the whole ledger.
    assert tempting["matched"] >= 133
    # Ledgers that tell the same lie as the page: a part for the whole, or what is not booked.
    assert tempting["matched beside a wrong ledger"] <= 55
