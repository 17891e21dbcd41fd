"""What a certificate says that a person or the statement before says, read as strictly as the rest
of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from pipeline.proof.certificate import Fact, SecondWitness, is_of_before, is_stated
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.period import Period
from pipeline.proof.stated import Before, Stated

_AMOUNT: Final = re.compile(r"-?[0-9]{1,15}(?:\.([0-9]{1,4}))?", re.ASCII)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_A_PERSON: Final = "a person states"
_THE_ONE_BEFORE: Final = "the statement before says"


def stated_in(second: Iterable[SecondWitness], exponent: int) -> Stated | None:
    """What a person states and what the statement before says, if anything; balances have
    ``exponent`` decimals.

    Raises CertificateRefused for a fact that is said twice, half a period, what is no day or
    amount, and a statement before of which something lacks.
    """
    said = list(second)
    of_person = [each for each in said if is_stated(each)]
    before = _before([each for each in said if is_of_before(each)], exponent)
    if not of_person and before is None:
        return None
    values = _values(of_person, _A_PERSON)
    return Stated(
        _period(values),
        _minor(values.get("opening"), exponent, _A_PERSON),
        _minor(values.get("closing"), exponent, _A_PERSON),
        _notes(of_person),
        before,
    )


def _before(said: Sequence[SecondWitness], exponent: int) -> Before | None:
    """The statement before, where its days are named; without them it is there to be read."""
    if all(each.fact != "previous_period" for each in said):
        return None
    values = _values(said, _THE_ONE_BEFORE)
    closing = _minor(values.get("opening"), exponent, _THE_ONE_BEFORE)
    days = values["previous_period"].split("/")
    if closing is None or not values.get("account") or len(days) != 2:
        raise CertificateRefused(why="the statement before lacks its days, account or balance")
    first, last = (_day(day, _THE_ONE_BEFORE) for day in days)
    if last < first:
        raise CertificateRefused(why="the statement before ends before it begins")
    return Before(
        Period(first, last), closing, values["account"], values.get("currency"), _notes(said)
    )


def _values(said: Sequence[SecondWitness], who: str) -> Mapping[Fact, str]:
    values = {each.fact: each.value for each in said}
    if len(values) < len(said):
        raise CertificateRefused(why=f"{who} a fact of it twice")
    return values


def _notes(said: Iterable[SecondWitness]) -> str:
    return "; ".join(dict.fromkeys(each.note for each in said if each.note))


def _period(values: Mapping[Fact, str]) -> Period | None:
    start, end = values.get("period_start"), values.get("period_end")
    if start is None and end is None:
        return None
    if start is None or end is None:
        raise CertificateRefused(why="a person states one end of its period alone")
    return Period(_day(start, _A_PERSON), _day(end, _A_PERSON))


def _day(text: str, who: str) -> date:
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise CertificateRefused(why=f"a day that {who} of it is none") from None


def _minor(text: str | None, exponent: int, who: str) -> int | None:
    if text is None:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found[1] or "") != exponent:
        raise CertificateRefused(why=f"a balance that {who} of it is no amount")
    return int(text.replace(".", ""))
