"""The currency, where the page says it: by a code, a symbol, or a bare $ and the country."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.reading.numbers import Figure
from pipeline.reading.rows import Row

_CODES = (
    "USD|EUR|GBP|INR|CAD|AUD|NZD|SGD|HKD|CNY|RMB|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RUB|RUR|TRY|MYR|"
    "IDR|BRL|MXN|ARS|CLP|COP|PEN|ZAR|NGN|KES|AED|SAR|QAR|KWD|OMR|THB|PHP|VND|KRW|TWD|EGP|ILS|"
    "RON|BGN|UAH|PKR|LKR|BDT"
)
_CODE = re.compile(rf"(?<![A-Za-z])({_CODES})(?![A-Za-z])")
_RENAMED = {"RMB": "CNY", "RUR": "RUB"}
_SYMBOLS = {
    "€": "EUR", "£": "GBP", "￡": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₫": "VND",
    "₴": "UAH", "₦": "NGN", "₱": "PHP", "฿": "THB", "₪": "ILS", "R$": "BRL", "RM": "MYR",
    "Rp": "IDR", "Rp.": "IDR", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "TL": "TRY", "Rs": "INR",
    "Rs.": "INR", "A$": "AUD", "C$": "CAD", "CA$": "CAD", "S$": "SGD", "HK$": "HKD", "NZ$": "NZD",
    "US$": "USD", "MX$": "MXN", "S/": "PEN", "S/.": "PEN", "руб.": "RUB", "р.": "RUB", "円": "JPY",
    "元": "CNY", "R": "ZAR", "NT$": "TWD",
}  # fmt: skip
_DOLLAR_COUNTRIES = {
    "canad": "CAD", "québec": "CAD", "quebec": "CAD", "interac": "CAD",
    "ontario": "CAD", "australia": "AUD", "bsb": "AUD", "abn": "AUD", "afsl": "AUD",
    "singapore": "SGD", "hong kong": "HKD", "new zealand": "NZD", "méxico": "MXN", "mexico": "MXN",
    "clabe": "MXN", "chequing": "CAD", "rfc": "MXN", "colombia": "COP", "chile": "CLP",
    "argentina": "ARS",
}  # fmt: skip
_AMERICAN = re.compile(r"FDIC|NCUA|CREDIT UNION|Credit Union|\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b")
_IBAN = re.compile(r"(?<![A-Z0-9])([A-Z]{2})(?:\d\d|\*\*) ?[A-Z0-9*]{4} ?[A-Z0-9*]{4}")
_EURO_COUNTRIES = frozenset(
    {"AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT"}
    | {"NL", "PT", "SI", "SK"}
)
_COUNTRY_CURRENCY = {
    "GB": "GBP", "CH": "CHF", "PL": "PLN", "CZ": "CZK", "HU": "HUF", "SE": "SEK", "NO": "NOK",
    "DK": "DKK", "RO": "RON", "BG": "BGN", "TR": "TRY", "AE": "AED", "SA": "SAR", "QA": "QAR",
    "IL": "ILS", "UA": "UAH", "BR": "BRL", "PK": "PKR", "EG": "EGP",
}  # fmt: skip
_CANADIAN = re.compile(r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b")  # the postal code
_WORDS = {
    "rupee": "INR", "ifsc": "INR", "рубл": "RUB", "ringgit": "MYR", "rupiah": "IDR",
    "人民币": "CNY", "港元": "HKD", "港幣": "HKD", "reais": "BRL", "renminbi": "CNY",
    "sterling": "GBP", "sort code": "GBP", "sortcode": "GBP", "dirham": "AED", "円": "JPY",
    "euro": "EUR",
}  # fmt: skip


def currency_of(
    rows: Sequence[Row], money: Iterable[Figure], skip: frozenset[int], month_first: bool
) -> str | None:
    """An ISO code, or None where the page does not say.

    ``money`` are the figures of the statement itself; ``skip`` the rows of entries, whose text
    may name foreign currencies.
    """
    text = "\n".join(row.text for index, row in enumerate(rows) if index not in skip)
    codes = Counter(_RENAMED.get(code, code) for code in _CODE.findall(text))
    symbols = Counter(figure.currency for figure in money if figure.currency)
    for symbol, _ in symbols.most_common():
        code = _SYMBOLS.get(symbol) or (
            _RENAMED.get(symbol, symbol) if _CODE.match(symbol) else None
        )
        if code:
            return code
    if "$" in symbols or ("$" in text and not codes):
        return _dollar(text, codes, month_first)
    if "¥" in symbols or "￥" in symbols or "¥" in text:
        return _yen_or_yuan(text)
    if codes:
        return str(codes.most_common(1)[0][0])
    return _by_word(text)


def _dollar(text: str, codes: Counter[str], month_first: bool) -> str | None:
    if "R$" in text:
        return "BRL"
    dollars = [code for code, _ in codes.most_common() if code.endswith("D") or code == "MXN"]
    if dollars:
        return dollars[0]
    folded = f" {text.casefold()} "
    for symbol in ("A$", "C$", "CA$", "S$", "HK$", "NZ$", "US$", "MX$"):
        if symbol in text:
            return _SYMBOLS[symbol]
    if _AMERICAN.search(text) or month_first:
        return "USD"
    named = next((code for word, code in _DOLLAR_COUNTRIES.items() if word in folded), None)
    return named or ("CAD" if _CANADIAN.search(text) else None)


def _yen_or_yuan(text: str) -> str:
    return "JPY" if any(word in text for word in ("円", "残高", "お")) else "CNY"


def _by_word(text: str) -> str | None:
    for symbol, code in _SYMBOLS.items():
        if not symbol.isascii() and symbol in text:
            return code
    if re.search(r"(?<![A-Za-z])RM(?![A-Za-z])", text):
        return "MYR"
    if "R$" in text:
        return "BRL"
    folded = text.casefold()
    named = next((code for word, code in _WORDS.items() if word in folded), None)
    return named or _by_iban(text)


def _by_iban(text: str) -> str | None:
    """The currency of the country that an IBAN on the page begins with."""
    for country in _IBAN.findall(text):
        if country in _EURO_COUNTRIES:
            return "EUR"
        if country in _COUNTRY_CURRENCY:
            return _COUNTRY_CURRENCY[country]
    return None
