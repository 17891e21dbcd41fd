"""Adverts beside a table speak of loans and cards; they must not turn a current account's signs."""

import pytest

from tests.support.typewritten import hypothesis, in_short, only, printed, read

PRINTED = printed("adverts")

COLUMNS = PRINTED["columns"]
SIGNED = PRINTED["signed"]
TRUE = ["2025-03-01 200000", "2025-03-17 -95000", "2025-03-31 -500"]
ADVERTS = [
    "Personal loan from 5.9% APR",
    "Ask about our home loan and mortgage account offers",
    "Apply for a credit card: credit limit up to 5,000",
    "Our credit card has a minimum payment and a credit limit",
]


@pytest.mark.parametrize("page", [COLUMNS, SIGNED], ids=["columns", "signed"])
@pytest.mark.parametrize("advert", ADVERTS)
def test_an_advert_turns_no_sign_of_an_account(page: str, advert: str) -> None:
    draft = only(read(page.format(advert=advert)))
    assert ([in_short(line) for line in draft.lines], draft.status) == (TRUE, "proven")
    assert hypothesis(draft, "side") == ("money", "assumed")
