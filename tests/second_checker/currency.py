"""In which currency the statement is (section 15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.second_checker.cells import cell_with, cells_of
from tests.second_checker.codes import headed_codes, own_code, stated, told_by_headers
from tests.second_checker.entries import Money
from tests.second_checker.figure_text import FigureText
from tests.second_checker.layout import Layout
from tests.second_checker.other_currencies import denied
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token

_JAPANESE = ("円", "残高", "お")


@dataclass(frozen=True)
class Currency:
    """The state of the check, and the code if it is told."""

    state: str
    code: str | None = None


def symbol_of(text: FigureText) -> str | None:
    """A figure's symbol, without signs and brackets."""
    symbol = text.symbol
    return symbol.strip("+-()") if symbol else None


def currency_of(
    regions: Regions, layout: Layout, orders: frozenset[str], ends: Iterable[Money]
) -> Currency:
    """The check ``currency``, and what it found; ``ends`` are all prints of both balances."""
    ends = tuple(ends)
    moneys = (*regions.statement.moneys, *ends)
    symbols = {symbol for money in moneys if (symbol := symbol_of(money.text))}
    symbols |= _at_all(regions, moneys) if moneys else set()
    loose = _at_some(regions, ends)
    own = {code for symbol in symbols if (code := own_code(symbol))}
    open_ = {symbol for symbol in symbols if own_code(symbol) is None}
    told = told_by_headers(layout, regions.statement.section)
    told |= {code for at in regions.beside for code in stated(regions.rows[at])}
    if _clash(own, open_, told):
        return Currency("failed")
    month_first = orders == {"M"}
    headers = [at for at in regions.statement.section if at in layout.header_rows]
    where = sorted({*headers, *regions.beside})
    sure = {code for symbol in symbols - loose if (code := own_code(symbol))}
    headed = set() if loose or own else _headed(regions, open_)
    if headed and not told:
        code = min(headed) if len(headed) == 1 else None
    elif loose and not sure:
        code = min(told) if len(told) == 1 else None
    else:
        rows = {at: regions.rows[at] for at in where}
        heads = [row for at, row in rows.items() if at in headers]
        code = _found(sure, open_, told, rows.values(), month_first, heads)
    if code is None and not loose:
        before = list(regions.front)
        front = [regions.rows[at] for at in before if at not in layout.header_rows]
        front = [row for row in front if not row.figures]
        told = {code for row in front for code in stated(row)}
        if _clash(own, open_, told):
            return Currency("failed")
        code = _found(own, open_, told, front, month_first)
        beside = [regions.rows[at] for at in regions.beside]
        if (not told and "$" in open_) or (code and denied(beside, code)):
            code = None
    return Currency("passed" if code else "unavailable", code)


def _headed(regions: Regions, open_: set[str]) -> set[str]:
    """What heads a statement that is not the whole document, as far as its signs may print it."""
    statement = regions.statement
    if (statement.start, statement.stop) == (0, len(regions.rows)):
        return set()
    found: set[str] = set()
    for at, row in statement.in_section():
        if at in regions.layout.begun:
            break
        found |= {code for code, _ in headed_codes(row)}
    shared = [set(constant("currency", "_SHARED").get(symbol, found)) for symbol in open_]
    return {code for code in found if all(code in each for each in shared)}


def _at_all(regions: Regions, moneys: Iterable[Money]) -> set[str]:
    """The words of `_LABELLED` that are a neighbour of each figure."""
    found = set(constant("currency", "_LABELLED"))
    for money in moneys:
        tokens, figure = regions.rows[money.at].tokens, money.figure
        near = (*tokens[: figure.first][-1:], *tokens[figure.last + 1 :][:1])
        found &= {token.text for token in near}
    return found


def _at_some(regions: Regions, ends: Iterable[Money]) -> set[str]:
    """The codes, and symbols in letters, that amounts carry, but not all of several, and no
    balance."""
    entries = regions.statement.entries
    carried = [symbol_of(entry.amount.text) for entry in entries]
    if len(carried) > 1 and len(set(carried)) == 1:
        return set()
    balances = [entry.balance for entry in entries if entry.balance]
    sure = {symbol_of(money.text) for money in (*balances, *ends)}
    spelled = set(constant("codes", "_CODES").split("|"))
    signs = constant("currency", "_SYMBOLS")
    spelled |= {sign for sign in signs if re.fullmatch(r"[A-Za-z]+\.*", sign)}
    return {symbol for symbol in carried if symbol and symbol in spelled and symbol not in sure}


def _clash(own: set[str], open_: set[str], told: set[str]) -> bool:
    if len(own) > 1 or len(open_) > 1:
        return True
    for symbol in open_:
        shared = constant("currency", "_SHARED").get(symbol)
        if shared and (own - set(shared) or (told and not told & set(shared))):
            return True
    return bool(own and told and not own & told)


def _found(
    own: set[str],
    open_: set[str],
    told: set[str],
    rows: Iterable[Row],
    month_first: bool,
    heads: Sequence[Row] = (),
) -> str | None:
    if own:
        return min(own)
    if told:
        return min(told) if len(told) == 1 else None
    rows = tuple(rows)
    text = "\n".join(row.text for row in rows)
    names = [row.text if row in heads else _naming(row) for row in rows]
    code = _guessed(open_, text, "\n".join(names), month_first)
    country = None if open_ else _by_iban(text)
    if country and code != country and not any(_names_account(row, code) for row in rows):
        return None
    return None if code and denied(rows, code) else code


def _names_account(row: Row, code: str | None) -> bool:
    """Whether a short cell with words for an account names one currency alone."""
    for phrase in (*row.of("kinds"), *row.of("labels", "account_number")):
        cell = cell_with(row, phrase.first)
        text = " ".join(token.text for token in row.tokens[cell.first : cell.last + 1])
        short = cell.last - cell.first < constant("currency", "_SHORT")
        if short and _names(text, "_WORDS") == {code}:
            return True
    return False


def _naming(row: Row) -> str:
    """The cells of a row in which the name of a currency may be that of the account."""
    cells = (row.tokens[cell.first : cell.last + 1] for cell in cells_of(row.tokens))
    return " ".join(
        " ".join(token.text for token in tokens) for tokens in cells if _may_name(row, tokens)
    )


def _may_name(row: Row, tokens: Sequence[Token]) -> bool:
    def begins(group: str, *meanings: str) -> bool:
        return any(row.tokens[phrase.first] in tokens for phrase in row.of(group, *meanings))

    texts = [token.text.strip(constant("currency", "_AROUND")) for token in tokens]
    sums = any(pattern("currency", "_OF_AMOUNTS").fullmatch(text) for text in texts)
    sums = sums or begins("labels", *constant("currency", "_OF_BALANCES"))
    account = begins("kinds") or begins("labels", *constant("currency", "_OF_ACCOUNT"))
    short = account and len(tokens) <= constant("currency", "_SHORT")
    return len(tokens) == 1 or short or (sums and len(tokens) <= constant("currency", "_CELL"))


def _guessed(open_: set[str], text: str, names: str, month_first: bool) -> str | None:
    if "$" in open_:
        return _dollars(text, month_first)
    if "¥" in open_:
        return "JPY" if any(word in text for word in _JAPANESE) else "CNY"
    every, country = _names(text, "_WORDS"), _by_iban(text)
    if not every:
        return country
    loose = constant("currency", "_LOOSE")
    sure = _names(text, "_WORDS", but=loose) | _names(names, "_WORDS") | {country}
    return min(every) if len(every) == 1 and every <= sure else None


def _dollars(text: str, month_first: bool) -> str | None:
    if symbols := set(pattern("currency", "_DOLLARS").findall(text)):
        return str(constant("currency", "_SYMBOLS")[min(symbols)]) if len(symbols) == 1 else None
    named = _names(text, "_DOLLAR_COUNTRIES")
    if pattern("currency", "_CANADIAN").search(text):
        named.add("CAD")
    if pattern("currency", "_AMERICAN").search(text) or (not named and month_first):
        named.add("USD")
    return min(named) if len(named) == 1 else None


def _names(text: str, table: str, but: Sequence[str] = ()) -> set[str]:
    """The currencies of the words that stand in a text; in ASCII, as whole words."""
    folded = text.casefold()
    words = {word: code for word, code in constant("currency", table).items() if word not in but}
    return {
        code
        for word, code in words.items()
        if (_whole(word, folded) if word.isascii() else word in folded)
    }


def _whole(word: str, text: str) -> bool:
    return re.search(rf"(?<![^\W\d_]){re.escape(word)}s?(?![^\W\d_])", text) is not None


def _by_iban(text: str) -> str | None:
    for country in pattern("currency", "_IBAN").findall(text):
        if country in constant("currency", "_EURO_COUNTRIES"):
            return "EUR"
        if country in constant("currency", "_COUNTRY_CURRENCY"):
            return str(constant("currency", "_COUNTRY_CURRENCY")[country])
    return None
