"""What a certificate says that a person stated, read as strictly as the rest of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from pipeline.proof.certificate import Fact, SecondWitness, is_stated
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.period import Period
from pipeline.proof.stated import Stated

_AMOUNT: Final = re.compile(r"-?[0-9]{1,15}(?:\.([0-9]{1,4}))?", re.ASCII)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def stated_in(second: Iterable[SecondWitness], exponent: int) -> Stated | None:
    """What a person states, if anything; balances have ``exponent`` decimals.

    Raises CertificateRefused for a fact that is stated twice, half a period, and what is no day or
    amount.
    """
    said = [each for each in second if is_stated(each)]
    values = {each.fact: each.value for each in said}
    if len(values) < len(said):
        raise CertificateRefused(why="a person states a fact of it twice")
    if not said:
        return None
    return Stated(
        _period(values),
        _minor(values.get("opening"), exponent),
        _minor(values.get("closing"), exponent),
        "; ".join(dict.fromkeys(each.note for each in said if each.note)),
    )


def _period(values: Mapping[Fact, str]) -> Period | None:
    start, end = values.get("period_start"), values.get("period_end")
    if start is None and end is None:
        return None
    if start is None or end is None:
        raise CertificateRefused(why="a person states one end of its period alone")
    return Period(_day(start), _day(end))


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        raise CertificateRefused(why="a day that a person states of it is none") from None


def _minor(text: str | None, exponent: int) -> int | None:
    if text is None:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or len(found[1] or "") != exponent:
        raise CertificateRefused(why="a balance that a person states of it is no amount")
    return int(text.replace(".", ""))
