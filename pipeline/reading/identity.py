"""Whose statement it is: institution, account, kind and currency, as far as the page says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pipeline.drafts import StatementKind
from pipeline.reading.rows import Row

_BANK = re.compile(
    r"\b(bank|banque|banco|banca|bankas[ıi]|sparkasse|caisse|cr[ée]dit (?:agricole|mutuel)|"
    r"credit union|building society|volksbank|raiffeisen|caixa|cooperativa|банк\w*|bancorp|"
    r"financial|trust|santander|barclays|hsbc|citi\w*|chase|maybank|cimb)\b|银行|銀行|ゆうちょ",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[\dXx*•#]{2,}[\dXx*•#\- ]*\d{3,4}|\d{4,}")
_ISO = re.compile(
    r"\b(USD|EUR|GBP|INR|CAD|AUD|NZD|SGD|HKD|CNY|RMB|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RUB|RUR|TRY|"
    r"MYR|IDR|BRL|MXN|ARS|CLP|COP|PEN|ZAR|NGN|KES|AED|SAR|QAR|KWD|BHD|OMR|THB|PHP|VND|KRW|TWD|EGP|"
    r"ILS|RON|BGN|UAH|PKR|LKR|BDT)\b"
)
_SYMBOLS = {
    "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₫": "VND", "₴": "UAH",
    "₦": "NGN", "₱": "PHP", "฿": "THB", "₪": "ILS", "R$": "BRL", "RM": "MYR", "Rp": "IDR",
    "Rp.": "IDR", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "TL": "TRY", "Rs": "INR", "Rs.": "INR",
    "A$": "AUD", "C$": "CAD", "S$": "SGD", "HK$": "HKD", "NZ$": "NZD", "US$": "USD", "S/": "PEN",
    "S/.": "PEN", "руб.": "RUB", "р.": "RUB", "RMB": "CNY", "RUR": "RUB", "円": "JPY", "元": "CNY",
    "￡": "GBP",
}  # fmt: skip
_DOLLARS = {
    "canad": "CAD", "québec": "CAD", "quebec": "CAD", "ontario": "CAD", "australia": "AUD",
    "bsb": "AUD", "abn": "AUD", "singapore": "SGD", "hong kong": "HKD", "new zealand": "NZD",
    "méxico": "MXN", "mexico": "MXN", "clabe": "MXN", "colombia": "COP", "chile": "CLP",
    "argentina": "ARS",
}  # fmt: skip
_WORDS = {
    "rupee": "INR", "ifsc": "INR", "рубл": "RUB", "ringgit": "MYR", "rupiah": "IDR", "人民币": "CNY",
    "reais": "BRL", "euro": "EUR", "renminbi": "CNY", "pound sterling": "GBP", "dirham": "AED",
    "港元": "HKD", "港幣": "HKD", "sort code": "GBP", "日本": "JPY", "złot": "PLN", "円": "JPY",
}  # fmt: skip


def currency_of(rows: Sequence[Row], month_first: bool) -> str | None:
    """The ISO code that the figures or the text print; a bare $ needs a country beside it."""
    signs = Counter(figure.currency for row in rows for figure in row.figures if figure.currency)
    text = "\n".join(row.text for row in rows)
    for symbol, _ in signs.most_common():
        if symbol in _SYMBOLS or _ISO.fullmatch(symbol):
            return _SYMBOLS.get(symbol, "CNY" if symbol == "RMB" else symbol)
    codes = Counter(_SYMBOLS.get(code, code) for code in _ISO.findall(text))
    folded = text.casefold()
    if "$" in signs or (not signs and "$" in text):
        dollars = [code for code, _ in codes.most_common() if code.endswith("D") or code == "MXN"]
        if dollars:
            return dollars[0]
        named = (code for word, code in _DOLLARS.items() if word in folded)
        return next(named, "USD" if month_first else None)
    if codes:
        return codes.most_common(1)[0][0]
    if "¥" in text or "￥" in text:
        return "JPY" if "円" in text or "残高" in text else "CNY"
    for symbol, code in _SYMBOLS.items():
        if not symbol.isascii() and symbol in text:
            return code
    if re.search(r"\bRM\b", text):
        return "MYR"
    return next((code for word, code in _WORDS.items() if word in folded), None)


def kind_of(rows: Sequence[Row], entry_rows: Iterable[int]) -> tuple[StatementKind, int]:
    """What sort of account it is, and how many different words outside the entries say so."""
    skip = set(entry_rows)
    found: dict[str, set[str]] = {"card": set(), "loan": set(), "savings": set()}
    for index, row in enumerate(rows):
        if index in skip:
            continue
        for hit in row.hits:
            if hit.group == "kinds":
                words = row.words[hit.first : hit.last + 1]
                found[hit.meaning].add(" ".join(word.text.casefold() for word in words))
    card, loan, savings = (len(found[name]) for name in ("card", "loan", "savings"))
    if card >= 2 and card >= loan:
        return StatementKind.CARD, card
    if loan >= 1 and loan >= savings and loan > card:
        return StatementKind.LOAN, loan
    if savings:
        return StatementKind.SAVINGS, savings
    return (StatementKind.CARD, 1) if card else (StatementKind.CHECKING, 0)


def institution_of(rows: Sequence[Row]) -> str | None:
    """The first short run of words near the top that names a bank."""
    for row in rows[:40]:
        for cell in _cells(row):
            if _BANK.search(cell) and len(cell) < 60 and not re.search(r"\d{4}", cell):
                return cell.strip(" :|,")
    for row in rows:
        for cell in _cells(row):
            if _BANK.search(cell) and len(cell) < 50 and not re.search(r"[.:]", cell):
                return cell.strip(" :|,")
    return None


def _cells(row: Row) -> list[str]:
    cells: list[list[str]] = []
    end = float("-inf")
    for word in row.words:
        if word.x0 - end > 1.2 * (word.bottom - word.top) or not cells:
            cells.append([])
        cells[-1].append(word.text)
        end = word.x1
    return [" ".join(cell) for cell in cells]


def account_mask(rows: Sequence[Row]) -> str | None:
    """The last digits (at most four) of the account number that a label names."""
    for index, row in enumerate(rows):
        for hit in row.hits:
            if hit.group != "labels" or hit.meaning != "account_number":
                continue
            after = " ".join(word.text for word in row.words[hit.last + 1 : hit.last + 9])
            digits = _last_digits(after)
            if digits is None and index + 1 < len(rows):
                label = row.words[hit.first]
                below = [w.text for w in rows[index + 1].words if w.x0 > label.x0 - 8][:6]
                digits = _last_digits(" ".join(below)) if hit.last - hit.first > 0 else None
            if digits:
                return digits
    return None


def _last_digits(text: str) -> str | None:
    found = _DIGITS.search(text)
    if not found:
        return None
    digits = re.sub(r"\D", "", found.group())
    return digits[-4:] if len(digits) >= 3 else None


def account_name(rows: Sequence[Row]) -> str | None:
    """The product's name, such as "Classic Savings Account", where a short run of words gives it."""
    for row in rows[:60]:
        if row.figures:
            continue
        for cell in _cells(row):
            if _PRODUCT.search(cell) and len(cell) < 45 and not cell.endswith(":"):
                return cell
    return None


_PRODUCT = re.compile(
    r"\b(current|checking|chequing|savings?|classic|everyday|premier|platinum|gold|girokonto|"
    r"privatgirokonto|compte (?:courant|ch[èe]ques)|cuenta (?:corriente|de ahorros?|nómina)|"
    r"conta corrente|conto corrente|betaalrekening|konto osobiste|текущий счет|mastercard|visa)\b"
    r"(?=.*\b(account|banking|card|konto|compte|cuenta|conta|conto|rekening|saver)\b)?",
    re.IGNORECASE,
)
