"""How days are read, which words give their year, and which are the second days of lines."""

import pytest

from pipeline.drafts import StatementDraft
from tests.support.typewritten import only, read, words_at

PAGE = """
    {top}
    Date         Description                 Amount
                 Opening balance              25.00
    {one:12} Tea                          -5.00
    {two:12} Salary                       20.00
                 Closing balance              40.00
    """


def period_of(draft: StatementDraft) -> list[str]:
    """The words of both days of the first witness's period."""
    period = draft.witnesses[0].period
    return [words_at(draft, place) for place in (period.first, period.last)] if period else []


def page(one: str, two: str, top: str = "") -> StatementDraft:
    return only(read(PAGE.format(one=one, two=two, top=top)))


@pytest.mark.parametrize(
    ("one", "two", "order", "months", "calendar"),
    [
        ("13/03/2025", "14/03/2025", "dmy", "", "common"),
        ("03/13/2025", "03/14/2025", "mdy", "", "common"),
        ("2025-03-13", "2025-03-14", "ymd", "", "common"),
        ("13 Mar 2025", "14 Mar 2025", "dmy", "en", "common"),
        ("13 März 2025", "14 März 2025", "dmy", "de", "common"),
        ("13/03/2568", "14/03/2568", "dmy", "", "buddhist"),
        ("2025년3월13일", "2025년3월14일", "ymd", "ko", "common"),
    ],
)
def test_the_convention_reads_the_days_that_are_meant(
    one: str, two: str, order: str, months: str, calendar: str
) -> None:
    draft = page(one, two)
    convention = draft.witnesses[0].convention
    assert (convention.order, convention.months, convention.calendar) == (order, months, calendar)
    assert [str(line.date) for line in draft.lines] == ["2025-03-13", "2025-03-14"]


@pytest.mark.parametrize(
    ("top", "period", "year"),
    [
        ("Statement period 01/03/2025 to 31/03/2025", ["01/03/2025", "31/03/2025"], ""),
        ("Statement date 31/03/2025", [], "31/03/2025"),
        ("Statement 3 of 2025", [], "2025"),
    ],
)
def test_days_without_a_year_have_it_from_a_period_a_date_or_a_year(
    top: str, period: list[str], year: str
) -> None:
    draft = page("13/03", "14/03", top)
    witness = draft.witnesses[0]
    cited = [witness.period.first, witness.period.last] if witness.period else []
    assert [words_at(draft, place) for place in cited] == period
    assert words_at(draft, witness.convention.year) == year
    assert [str(line.date) for line in draft.lines] == ["2025-03-13", "2025-03-14"]


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


@pytest.mark.parametrize(
    ("top", "words"),
    [
        ("お取引期間 2025年3月1日～2025年3月31日", ["2025年3月1日", "2025年3月31日"]),
        ("お取引期間 2025年3月1日〜 2025年3月31日", ["2025年3月1日", "2025年3月31日"]),
        ("起止日期：2025/03/01至2025/03/31", ["2025/03/01", "2025/03/31"]),
        ("조회기간 2025.03.01~2025.03.31", ["2025.03.01", "2025.03.31"]),
        ("조회기간 2025년3월1일 ~2025년3월31일", ["2025년3월1일", "2025년3월31일"]),
    ],
)
def test_a_period_is_cited_whatever_is_between_its_days(top: str, words: list[str]) -> None:
    assert period_of(page("2025/03/13", "2025/03/14", top)) == words


def test_a_period_in_the_names_of_months_is_cited_above_days_in_numbers() -> None:
    draft = page("13/03/2025", "14/03/2025", "Statement period 1 March 2025 to 31 March 2025")
    assert period_of(draft) == ["1 March 2025", "31 March 2025"]


@pytest.mark.parametrize(
    ("top", "label"),
    [
        ("Período del 01/03/2025 al 31/03/2025", "Período"),
        ("Statement period from 01/03/2025 to 31/03/2025", "Statement period"),
        ("Periodo di riferimento 01/03/2025 - 31/03/2025", "Periodo di riferimento"),
    ],
)
def test_a_periods_label_is_cited_without_what_leads_on_to_its_first_day(
    top: str, label: str
) -> None:
    draft = page("13/03/2025", "14/03/2025", top)
    period = draft.witnesses[0].period
    assert words_at(draft, period.label if period else None) == label
