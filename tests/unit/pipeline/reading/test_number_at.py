"""Which words are one account's number."""

from pipeline.reading.facts.account_numbers import Number, number_at


def test_an_iban_is_known_by_its_check_digits() -> None:
    words = ["DE89", "3704", "0044", "0532", "0130", "00", "Girokonto"]
    assert number_at(words) == Number("370400440532013000", 6, checked=True)


def test_an_iban_without_its_end_is_no_number_for_the_rest_may_be_on_the_next_line() -> None:
    assert number_at(["DE89", "3704", "0044", "0532"]) is None
    assert number_at(["DE89", "3704", "0044"]) is None
