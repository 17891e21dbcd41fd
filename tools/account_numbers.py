"""No account number goes out whole: of a long number only the last four digits are shown."""

from __future__ import annotations

import re

#: An IBAN, in groups or not, or any run of more digits than a date or an amount has.
_LONG_NUMBER = re.compile(
    r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|(?<![\d.,])\d{9,}(?![\d.,])"
)


def without_numbers(text: str) -> str:
    """The text with every number that could be an account's reduced to its last four digits."""
    return _LONG_NUMBER.sub(lambda found: "…" + found[0][-4:], text)
