"""Which currencies a text tells (section 15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.second_checker.cells import cells_of
from tests.second_checker.layout import Layout
from tests.second_checker.letters import squeezed
from tests.second_checker.row import Row
from tests.second_checker.strangers import joins, may_lead, qualified
from tests.second_checker.tables import constant, currency_names, pattern
from tests.second_checker.tokens import Token

_BEHIND = 2


def renamed(code: str) -> str:
    found: str = constant("codes", "_RENAMED").get(code, code)
    return found


def codes_in(text: str) -> set[str]:
    """The codes of a text."""
    return {renamed(code) for code in pattern("codes", "_CODE").findall(text)}


def headed_codes(row: Row) -> set[tuple[str, str]]:
    """The one code that a heading begins or ends with, or that a labelled row names; and how."""
    found = set() if row.dates else codes_in(row.text)
    short = len(row.tokens) <= constant("codes", "_FEW") and not row.figures
    ends = short and any(codes_in(row.tokens[at].text) for at in (0, -1))
    names = constant("codes", "_LABELS")
    labels = [
        name for phrase in row.of("labels") for name in sorted(phrase.of("labels") & {*names})
    ]
    if len(found) != 1 or not (ends or labels):
        return set()
    brackets = constant("codes", "_BRACKETS")
    if row.tokens[-1].text[0] in brackets:
        how = brackets
    elif labels:
        how = labels[0]
    else:
        how = "".join(token.letters for token in row.tokens if not codes_in(token.text))
    return {(found.pop(), how)}


def own_code(symbol: str) -> str | None:
    """The one currency that a symbol stands for."""
    if symbol in constant("codes", "_CODES").split("|"):
        return renamed(symbol)
    found: str | None = {
        **constant("currency", "_LABELLED"),
        **constant("currency", "_SYMBOLS"),
    }.get(symbol)
    return found


def told_by(tokens: Iterable[Token]) -> set[str]:
    """By codes and words, else by symbols, that are not ASCII."""
    texts = [token.text for token in tokens]
    joined = " ".join(texts)
    words = constant("currency", "_WORDS").items()
    found = codes_in(joined)
    found |= {code for word, code in words if not word.isascii() and word in joined.casefold()}
    return found or {
        code
        for symbol, code in constant("currency", "_SYMBOLS").items()
        if not symbol.isascii() and any(_has_symbol(text, symbol) for text in texts)
    }


def _has_symbol(text: str, symbol: str) -> bool:
    if len(symbol) == 1 and not symbol.isalpha():
        return symbol in text
    return text.strip("()[]:") == symbol


def told_by_headers(layout: Layout, section: range) -> set[str]:
    """What the headers of a section tell."""
    found: set[str] = set()
    for header in layout.headers:
        if header.first in section:
            tokens = [t for row in layout.rows[header.first : header.last + 1] for t in row.tokens]
            found |= told_by(tokens)
    return found


def stated(row: Row) -> Iterator[str]:
    """What a row beside the table states."""
    of_sums = row.has("labels", *constant("currency", "_OF_SUMS"))
    for cell in cells_of(row.tokens):
        tokens = row.tokens[cell.first : cell.last + 1]
        if _states(tokens, of_sums=of_sums):
            yield from codes_in(" ".join(token.text for token in tokens))
    for phrase in row.of("labels", "currency"):
        if qualified(row, phrase.first):
            continue
        yield from _near(row, phrase.last)
        text = row.text.casefold()
        yield from (c for name, c in constant("currency", "_NAMES").items() if name in text)
        yield from _all_behind(row, phrase.last)


def _near(row: Row, last: int) -> set[str]:
    """What the two tokens behind a label tell, with all codes of their cell; nothing behind one
    that makes it another label."""
    near = row.tokens[last + 1 : last + 1 + _BEHIND]
    told = told_by(near)
    if not told or (not told_by(near[:1]) and _is_strange(row, last + 1)):
        return set()
    return told | codes_in(" ".join(token.text for token in _rest(row, last)))


def _is_strange(row: Row, at: int) -> bool:
    own = (*row.of("kinds"), *row.of("labels", "account_number"))
    token = row.tokens[at]
    if any(phrase.first <= at <= phrase.last for phrase in own) or joins(token):
        return False
    if pattern("currency", "_IS").fullmatch(token.letters):
        return False
    return any(map(str.isalpha, token.text)) and not may_lead(token)


def _rest(row: Row, last: int) -> tuple[Token, ...]:
    """The rest of a label's cell, or the next cell if there is no rest."""
    cells = cells_of(row.tokens)
    at = next(i for i, cell in enumerate(cells) if cell.last >= last)
    tokens = row.tokens[last + 1 : cells[at].last + 1]
    if not tokens and at + 1 < len(cells):
        tokens = row.tokens[cells[at + 1].first : cells[at + 1].last + 1]
    return tokens


def _all_behind(row: Row, last: int) -> Iterator[str]:
    """What all of the rest of a label's cell tells, or the next cell if there is no rest."""
    tokens = _rest(row, last)
    text = " ".join(token.text for token in tokens).strip(constant("currency", "_AROUND"))
    if text in constant("currency", "_LABELLED"):
        yield constant("currency", "_LABELLED")[text]
    elif squeezed(text) in currency_names():
        yield currency_names()[squeezed(text)]


def _states(tokens: tuple[Token, ...], *, of_sums: bool) -> bool:
    if len(tokens) == 1:
        code = pattern("codes", "_CODE").search(tokens[0].text)
        return code is not None and tokens[0].text.strip("()[]:.,") == code[0]
    if len(tokens) <= constant("currency", "_SHORT"):
        account = pattern("currency", "_ACCOUNT")
        if any(account.search(token.text) for token in tokens):
            return True
    return of_sums and len(tokens) <= constant("currency", "_CELL")
