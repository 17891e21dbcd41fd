"""How one amount may have been mistaken for another."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.matching.shapes import Reason

#: A tip or fee raises an amount by at most a quarter.
_TIP_PARTS = 4


def mistake(on_statement: int, in_ledger: int) -> Reason:
    """What sort of slip turns one amount (minor units) into the other."""
    if on_statement == -in_ledger:
        return Reason.SIGN
    if (on_statement < 0) != (in_ledger < 0):
        return Reason.SAME_DESCRIPTION
    if _transposed(str(abs(on_statement)), str(abs(in_ledger))):
        return Reason.TRANSPOSED_DIGITS
    more = abs(on_statement) - abs(in_ledger)
    if 0 < more * _TIP_PARTS <= abs(in_ledger):
        return Reason.TIP_OR_FEE
    return Reason.SAME_DESCRIPTION


def _transposed(one: str, two: str) -> bool:
    """Whether two neighbouring digits changed places and nothing else did."""
    if len(one) != len(two):
        return False
    at = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return (
        len(at) == 2
        and at[1] == at[0] + 1
        and one[at[0]] == two[at[1]]
        and (one[at[1]] == two[at[0]])
    )


def slips(amount: int) -> Iterator[int]:
    """The amounts that are a slip of the pen away: the other sign, or two neighbouring digits that
    changed places."""
    yield -amount
    digits, sign = str(abs(amount)), -1 if amount < 0 else 1
    for at in range(len(digits) - 1):
        one, two = digits[at], digits[at + 1]
        if one != two and not (at == 0 and two == "0"):
            yield sign * int(digits[:at] + two + one + digits[at + 2 :])
