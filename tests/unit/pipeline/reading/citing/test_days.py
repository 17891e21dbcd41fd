"""How days are read, which words give their year, and which are the second days of lines."""

import pytest

from tests.support.typewritten import only, read


@pytest.mark.parametrize(
    ("header", "rows", "seconds"),
    [
        ("Date         Value        ", ("04/03/2025   Tea ", "05/03/2025   Milk"), True),
        ("Date                      ", ("04/03/2025   Tea ", "05/03/2025   Milk"), True),
        ("Date         Description  ", ("Tea     04/03/2025", "Milk    05/03/2025"), True),
        ("Date         Description  ", ("Tea     04/03/2025", "Milk              "), False),
    ],
    ids=["headed", "not headed", "behind the text", "of one line alone"],
)
def test_second_days_are_those_that_each_line_has_in_one_column(
    header: str, rows: tuple[str, str], seconds: bool
) -> None:
    text = f"""
        {header}              Amount
                                            Opening balance   25.00
        03/03/2025   {rows[0]:34} -5.00
        04/03/2025   {rows[1]:34} 20.00
                                            Closing balance   40.00
        """
    draft = only(read(text))
    found = [str(line.value_date) for line in draft.lines if line.value_date]
    assert found == (["2025-03-04", "2025-03-05"] if seconds else [])


@pytest.mark.parametrize("below", [False, True], ids=["beside", "below the days"])
def test_a_line_without_a_day_of_its_own_has_its_second_one_under_the_others(below: bool) -> None:
    days = [
        "03 Mar        05 Mar",
        "04 Mar        06 Mar",
        "              07 Mar",
        "09 Mar        11 Mar",
    ]
    text = "From 01 Mar 2025 to 31 Mar 2025\n"
    text += f"{'Date          Value date    Description':50} Debits   Credits  Balance\n"
    text += f"{'                            Opening balance':50}                   25.00\n"
    for number, day in enumerate(days):
        amount = f" 5.00              {20 - 5 * number}.00"
        text += f"{day:27} Coffee House{'' if below else f'{amount:>49}'}\n"
        text += f"{'':27} Card{amount:>57}\n" if below else ""
    draft = only(
        read(f"{text}{'                            Closing balance':50}                    5.00\n")
    )
    assert [str(line.value_date)[5:] for line in draft.lines] == [
        "03-05",
        "03-06",
        "03-07",
        "03-11",
    ]
    assert [check.state for check in draft.checks if check.name == "covered"] == ["passed"]
