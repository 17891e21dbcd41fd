"""Money as integer minor units: exact on the way in, exact on the way out, never a float."""

import re
from decimal import Decimal
from typing import Final

from db.errors import TieoutError
from db.words import FaultClass

#: No amount or balance is larger, so that a sum of thousands still fits 64 bits.
MAX_MINOR: Final = 10**15
#: What all entries of an account may come to: no column holds more.
MAX_SUM: Final = 2**63 - 1

#: The currencies of ISO 4217 by how many decimals they have, each time followed by those that it
#: has withdrawn but old statements carry. Its list of those gives no decimals; the ones without any
#: are taken from OpenJDK's currency data, the others had two.
_CODES: Final = {
    0: (
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF "
        "BEF BYR ESP GRD ITL LUF MGF PTE TRL"
    ),
    2: (
        "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN "
        "BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD "
        "FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW "
        "KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR "
        "MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG "
        "SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD "
        "USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG "
        "ANG ATS BGN CUC CYP DEM EEK FIM FRF GHC HRK IEP LTL LVL MRO MTL MZM NLG ROL SIT SKK "
        "SLL STD VEB VEF ZMK ZWL"
    ),
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DECIMALS: Final = {code: count for count, codes in _CODES.items() for code in codes.split()}
_MOST_DIGITS = 32
_SHORT = 15  # of so many digits none is larger than MAX_MINOR
_PLAIN = re.compile(rf"[+-]?[0-9]{{1,{_MOST_DIGITS}}}(\.[0-9]{{1,{_MOST_DIGITS}}})?")


class UnknownCurrency(TieoutError):
    """ISO 4217 defines no decimals for this currency. Use its three-letter code, like EUR, USD or
    JPY.
    """


class NotAnAmount(TieoutError):
    """An amount is a plain decimal number: digits with a point before the decimals with an optional
    sign in front, like -1234.50, without spaces, thousands separators or currency.
    """


class TooManyDecimals(TieoutError):
    """The amount has more decimals than its currency, which has {exponent}; it is not rounded.
    Correct the amount or the currency."""


class AmountOutOfRange(TieoutError, fault=FaultClass.DOCUMENT):
    """The amount is larger than any that tieout keeps (10^15 of the currency's smallest units).
    Check that it is an amount and not a reference number."""


class SumOutOfRange(TieoutError, fault=FaultClass.DOCUMENT):
    """The amounts of an account come to more than the ledger can add up (about 9 * 10^18 of the
    currency's smallest units). Correct the amounts, or spread them over several accounts."""


def exponent_of(currency: str) -> int:
    """How many decimals the currency's minor unit has: EUR 2, JPY 0, KWD 3.

    From ISO 4217 itself; CLDR's figures, which say how prices are shown, differ for 13 currencies.
    Raises ``UnknownCurrency``.
    """
    exponent = _DECIMALS.get(currency)
    if exponent is None:
        raise UnknownCurrency
    return exponent


def to_minor(amount: str | Decimal, exponent: int) -> int:
    """``amount`` in minor units of ``exponent`` decimals, exactly; the sign is kept. Raises
    ``NotAnAmount``, ``TooManyDecimals`` and ``AmountOutOfRange``."""
    if isinstance(amount, str):
        quick = _quick(amount, exponent)
        if quick is not None:
            return quick
        if not _PLAIN.fullmatch(amount):
            raise NotAnAmount
    number = Decimal(amount)
    if not number.is_finite():
        raise NotAnAmount
    if not number:
        return 0
    # Both before the conversion, which would take for ever on 1E+999999999.
    if number.adjusted() + exponent > len(str(MAX_MINOR)):
        raise AmountOutOfRange
    if number.adjusted() < -_MOST_DIGITS or len(number.as_tuple().digits) > 2 * _MOST_DIGITS:
        raise TooManyDecimals(exponent=exponent)
    numerator, denominator = number.as_integer_ratio()
    scale: int = 10**exponent
    minor, rest = divmod(numerator * scale, denominator)
    if rest:
        raise TooManyDecimals(exponent=exponent)
    if abs(minor) > MAX_MINOR:
        raise AmountOutOfRange
    return minor


def in_units(minor: int, exponent: int, wanted: int) -> int | None:
    """An amount of ``exponent`` decimals in minor units of ``wanted`` ones; None if it has more."""
    whole, rest = divmod(minor * 10**wanted, 10**exponent)
    return None if rest else whole


def to_decimal(minor: int, exponent: int) -> Decimal:
    """Minor units as a Decimal with exactly ``exponent`` decimals."""
    return Decimal(to_decimal_string(minor, exponent))


def to_decimal_string(minor: int, exponent: int) -> str:
    """Minor units as the decimal string that every JSON carries: ``(-1230, 2)`` is ``-12.30``."""
    sign = "-" if minor < 0 else ""
    whole, part = divmod(abs(minor), 10**exponent)
    return f"{sign}{whole}.{part:0{exponent}d}" if exponent else f"{sign}{whole}"


def _quick(amount: str, exponent: int) -> int | None:
    """What most amounts are, at a fraction of what a pattern costs: a ledger may have a million."""
    whole, point, part = amount.partition(".")
    digits = whole[1:] if whole.startswith(("-", "+")) else whole
    plain = digits.isdecimal() and (part.isdecimal() or not point) and amount.isascii()
    if not plain or len(part) > exponent or len(whole) + exponent > _SHORT:
        return None
    return int(whole + part.ljust(exponent, "0"))
