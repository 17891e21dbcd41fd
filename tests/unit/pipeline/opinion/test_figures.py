"""A sentence may only hold figures and days that its writer was shown."""

import pytest

from pipeline.opinion.ask import not_shown

SHOWN = ("2026-06-03", "-1250.00", "41", "-12.50", "Rent 4471", "80000.00", "09:45")


@pytest.mark.parametrize(
    "sentence",
    [
        "Entry 41 is the rent of 1,250.00.",
        "Entry 41 is the rent of 1.250,00 EUR",
        "Paid 1250 on 3 June",
        "Paid on 03.06., booked on 3/6/26 or June 3, 2026",
        "12,50 and 80'000 and 80 000",
        "Account 4471 at 09:45 on 2026-06-03.",
        "nothing but words",
    ],
)
def test_what_was_shown_may_be_written_in_any_way(sentence: str) -> None:
    assert not_shown(sentence.replace("80 000", "80\u202f000"), SHOWN) == []


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        ("It is 1,237.50 too much.", "1,237.50"),
        ("8.00 was typed for it", "8.00"),
        ("on 4 June", "4"),
        ("on 2026-06-04", "2026-06-04"),
        ("3.06 too little", "3.06"),
        ("½ of it", "½"),
        ("٧ of them", "٧"),
        ("at 09:46", "09:46"),
        ("9" * 200, "9" * 200),
    ],
)
def test_what_was_not_shown_is_found(sentence: str, figure: str) -> None:
    assert not_shown(sentence, SHOWN) == [figure]
