"""The currency, where the page says it: by a code, a symbol, or a bare $ and the country."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence, Set

from db.errors import TieoutError
from db.money import exponent_of
from pipeline.proof.calendar import orders_shown
from pipeline.proof.checks import Check, holds
from pipeline.proof.codes import codes_in, headed_code, is_code, renamed
from pipeline.proof.entries import Offered, Read
from pipeline.proof.headers import cell_of, cells_of
from pipeline.proof.number_words import may_lead
from pipeline.proof.other_currencies import names_another
from pipeline.proof.parse.figures import Figure
from pipeline.proof.period import before, links, unknown_words
from pipeline.proof.rows import Row, text_of
from pipeline.proof.sums import prints_of_ends
from pipeline.proof.tables.languages import currency_names, tables
from pipeline.proof.tables.phrases import Hit, squeeze
from pipeline.words import Word

_WRITTEN = frozenset(tables()["codes"])
_SYMBOLS: dict[str, str] = tables()["symbols"]
#: What may end a text and be no currency there: codes, and symbols such as "lei", which is "her".
_SPELLED = _WRITTEN | {sign for sign in _SYMBOLS if sign.isascii() and sign.rstrip(".").isalpha()}
_DOLLAR_COUNTRIES = {
    "canada": "CAD", "canadian": "CAD", "canadien": "CAD", "canadienne": "CAD",
    "québec": "CAD", "quebec": "CAD", "interac": "CAD",
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
#: Signs that several currencies share.
_SHARED = {
    "$": {"USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU"},
    "¥": {"JPY", "CNY"},
    "Rs": {"INR", "PKR", "LKR", "NPR", "MUR"},
    "Rs.": {"INR", "PKR", "LKR", "NPR", "MUR"},
    "kr": {"SEK", "NOK", "DKK", "ISK"},
    "kr.": {"SEK", "NOK", "DKK", "ISK"},
    "Kr": {"SEK", "NOK", "DKK", "ISK"},
    "Kr.": {"SEK", "NOK", "DKK", "ISK"},
}
_NAMES: dict[str, str] = tables()["names"]
_OF_SUMS = frozenset({"opening", "closing", "total_in", "total_out", "balance_on"})
_SHORT = 4  # words of a cell with an account's number and its currency
_ACCOUNT = re.compile(r"\*\*|\d{4}")
_CELL = 8  # words: a longer run is a sentence
#: A dollar's own sign, whole: "US$" does not hold Singapore's.
_DOLLARS = re.compile(r"(?<![^\W\d_])(?:R|A|C|CA|S|HK|NZ|US|MX|NT)\$")
_CANADIAN = re.compile(r"\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b")  # the postal code
_WORDS: dict[str, str] = tables()["terms"]
#: Of these, those that any sentence, a bank's name or a holder's may hold: "Mr J Sterling".
_LOOSE = frozenset({"euro", "reais", "renminbi", "ringgit", "rupiah", "sterling"})
_OF_BALANCES = ("opening", "closing", "due", "balance_on", "total")
_OF_ACCOUNT = ("account_number", "currency")
_OF_AMOUNTS = re.compile(
    r"amounts?|figures|values?|balances?|beträge|betrag|angaben|umsätze|montants?|importes?|"
    r"valores|importi|bedragen|belopp|beløb|kwoty|zneski|summad|summat|summas|sumos|сумми|jumlah",
    re.IGNORECASE,
)
#: Codes and symbols that may be words or initials: they count behind a label, or at every figure.
_LABELLED: dict[str, str] = tables()["labelled"]
_IS = re.compile(r"in|is|code|en|em|ist|est|es|e")  # between a label and its code
_AROUND = ":.()[] "  # marks around what stands behind a label


def currency_of(
    offered: Offered, around: Sequence[Row], leading: Sequence[Row]
) -> tuple[str | None, str]:
    """What `printed_currency` finds beside the entries, or else in the ``leading`` rows."""
    reads = list(_money(offered))
    money = [read.figure for read in reads]
    heads = [
        offered.lexed.rows[index]
        for header in offered.lexed.headers_between(offered.start, offered.stop)
        for index in header.rows
    ]
    month_first = orders_shown([day for row in offered.rows for day in row.dates]) == {True}
    beside = _beside_all(offered, reads)
    loose = _loose(offered, reads)
    headed = _headed(offered)
    code, conflict = printed_currency(around, heads, money, month_first, beside, loose, headed)
    if code or conflict or loose:
        return code, conflict
    code, conflict = printed_currency(leading, (), (), month_first)
    return (None if code and names_another(around, code) else code), conflict


def _headed(offered: Offered) -> Set[str]:
    """The currencies that a statement among others is headed by."""
    rows = offered.lexed.rows
    if (offered.start, offered.stop) == (0, len(rows)):
        return set()
    found = offered.lexed.headings(offered.witness.convention.month_first)
    until = found.first_from(offered.start, offered.stop)
    return {head[0] for row in rows[offered.start : until] if (head := headed_code(row))}


def _money(offered: Offered) -> Iterator[Read]:
    """The figures that the statement rests on, and all other prints of both ends."""
    for entry in offered.entries:
        yield Read(entry.row, entry.amount)
        if entry.balance:
            yield entry.balance
    yield from prints_of_ends(offered)


def _loose(offered: Offered, reads: Iterable[Read]) -> set[str]:
    """The words before or behind some entries' amounts alone that spell a currency: "Flight to
    MAD 25.00" and "da lei 25.00" may end a text."""
    own = {(entry.row, entry.amount) for entry in offered.entries}
    amounts = [_bare(amount.currency or "") for _, amount in own]
    firm = {_bare(r.figure.currency or "") for r in reads if (r.row, r.figure) not in own}
    alike = len(amounts) > 1 and len(set(amounts)) == 1
    return set() if alike else (set(amounts) & _SPELLED) - firm


def _beside_all(offered: Offered, reads: Sequence[Read]) -> set[str]:
    """The codes and symbols that may be words and yet stand right beside every figure."""
    beside = [_words_beside(offered.lexed.rows[read.row], read.figure) for read in reads]
    return set.intersection(*beside) & _LABELLED.keys() if beside else set()


def _words_beside(row: Row, figure: Figure) -> set[str]:
    return {
        row.words[at].text for at in (figure.first - 1, figure.last + 1) if 0 <= at < len(row.words)
    }


def currency_check(code: str | None, conflict: str) -> Check:
    """Passed if a currency is printed and nothing contradicts it."""
    return holds("currency", False if conflict else True if code else None, conflict or code or "")


def digits_of(code: str | None) -> int | None:
    """How many minor digits a currency has; None where none is printed, or one not in the list."""
    try:
        return exponent_of(code) if code else None
    except TieoutError:
        return None


def printed_currency(
    beside: Sequence[Row],
    heads: Sequence[Row],
    money: Iterable[Figure],
    month_first: bool,
    printed: Iterable[str] = (),
    loose: Set[str] = frozenset(),
    headed: Set[str] = frozenset(),
) -> tuple[str | None, str]:
    """An ISO code, None where the page does not say; and what contradicts it, if anything does.

    ``money`` are the figures that the statement rests on; ``heads`` are its tables' headers and
    ``beside`` the rows outside its tables, of which only those that state a currency count.
    ``printed`` are words that stand right beside all the figures; the ``loose`` symbols of some
    may contradict, but say nothing. A code ``headed`` by the statement counts where no other does.
    """
    symbols = {_bare(figure.currency) for figure in money if figure.currency} | set(printed)
    own = _codes_of(symbols)
    shared = {symbol for symbol in symbols if not _code_of(symbol)}
    stated = {code for row in heads for code in _codes_in(row.text)}
    stated |= {code for row in beside for code in _stated(row)}
    if conflict := _conflict(symbols, own, shared, stated):
        return None, conflict
    codes = _codes_of(symbols - loose) or stated or _fitting(headed, shared, loose)
    if codes or loose:
        return min(codes) if len(codes) == 1 else None, ""
    return _guessed(beside, heads, shared, month_first), ""


def _guessed(
    beside: Sequence[Row], heads: Sequence[Row], shared: set[str], month_first: bool
) -> str | None:
    """The currency of the country that the rows speak of, where nothing on them denies it."""
    text = "\n".join(row.text for row in (*heads, *beside))
    names = "\n".join([*(row.text for row in heads), *map(_naming, beside)])
    code = _by_country(text, names, shared, month_first)
    if code is None or (not shared and _is_denied(code, text, beside)):
        return None
    return None if names_another((*heads, *beside), code) else code


def _codes_of(symbols: Set[str]) -> set[str]:
    return {code for symbol in symbols if (code := _code_of(symbol))}


def _fitting(headed: Set[str], shared: set[str], loose: Set[str]) -> set[str]:
    """The codes of the heading that the signs beside the figures may print."""
    return set() if loose else {code for code in headed if _fits({code}, shared)}


def _conflict(symbols: set[str], own: set[str], shared: set[str], stated: set[str]) -> str:
    """What contradicts a currency: figures in several, or in none of those that the page says."""
    if len(own) > 1 or len(shared) > 1 or (own and not _fits(own, shared)):
        return f"figures in {' and '.join(sorted(symbols))}"
    if own and stated and own.isdisjoint(stated):
        unlike = own
    elif stated and not _fits(stated, shared):
        unlike = shared
    else:
        return ""
    return f"figures in {min(unlike)} where the page says {' and '.join(sorted(stated))}"


def _bare(symbol: str) -> str:
    return symbol.strip("+-()")


def _fits(codes: set[str], symbols: set[str]) -> bool:
    """Whether some of the codes may be printed by each of the signs that several share; another
    sign may be a country's own word for its money."""
    return all(not codes.isdisjoint(_SHARED.get(symbol, codes)) for symbol in symbols)


def _code_of(symbol: str) -> str | None:
    if is_code(symbol):
        return renamed(symbol)
    return _SYMBOLS.get(symbol) or _LABELLED.get(symbol)


def _codes_in(text: str) -> set[str]:
    """The currencies that a header names, by code, by name or by a sign of its own."""
    codes = codes_in(text)
    for word, code in _WORDS.items():
        if not word.isascii() and word in text:
            codes.add(code)
            text = text.replace(word, "")
    signs = {code for symbol, code in _SYMBOLS.items() if not symbol.isascii() and symbol in text}
    return codes or signs


def _stated(row: Row) -> set[str]:
    """The codes of a row that states its currency: alone in its cell, right behind a label of the
    currency, of a balance or of a total, or beside an account's number."""
    found: set[str] = set()
    sums = row.phrases("labels", *_OF_SUMS)
    for cell in cells_of(row) if codes_in(row.text) else ():
        numbered = len(cell) <= _SHORT and any(_ACCOUNT.search(word.text) for word in cell)
        if len(cell) == 1 or numbered or (sums and len(cell) <= _CELL):
            found |= codes_in(text_of(cell))
    for hit in row.phrases("labels", "currency"):
        if _is_qualified(row, hit):
            continue
        found |= _codes_behind(row, hit)
        found |= {code for words, code in _NAMES.items() if words in row.text.casefold()}
        found |= _labelled(row, hit)
    return found


def _is_qualified(row: Row, hit: Hit) -> bool:
    """Whether a word before a label makes it another currency: "FX currency USD"."""
    labels = {i for other in row.phrases("labels") for i in other.places}
    before_it = before(row, hit)
    return any(
        i in before_it and i not in labels and not may_lead(row, i) for i in unknown_words(row)
    )


def _codes_behind(row: Row, hit: Hit) -> set[str]:
    """The codes in the two words behind a label, and all others of their cell ("EUR / USD"); none
    behind a word that makes it another currency: "Currency conversion EUR"."""
    near = row.words[hit.last + 1 : hit.last + 3]
    codes = _codes_in(text_of(near))
    if not codes or (not _codes_in(near[0].text) and _is_strange(row, hit.last + 1)):
        return set()
    return codes | codes_in(text_of(_behind(row, hit)))


def _is_strange(row: Row, place: int) -> bool:
    """Whether a word speaks neither of the account nor only joins others."""
    own = (*row.phrases("kinds"), *row.phrases("labels", "account_number"))
    text = row.words[place].text
    known = any(place in hit.places for hit in own) or may_lead(row, place)
    known = known or links(text) or bool(_IS.fullmatch(squeeze(text)))
    return not known and any(map(str.isalpha, text))


def _labelled(row: Row, hit: Hit) -> set[str]:
    """The currency that is all that stands behind its label, in the label's cell or the next: by
    any code, symbol or name of CLDR's."""
    text = text_of(_behind(row, hit)).strip(_AROUND)
    code = _LABELLED.get(text) or currency_names().get(squeeze(text))
    return {code} if code else set()


def _behind(row: Row, hit: Hit) -> Sequence[Word]:
    """The rest of a phrase's cell, or the whole next cell if the phrase ends its own."""
    cells = cells_of(row)
    stops = list(itertools.accumulate(map(len, cells)))
    at = next(index for index, stop in enumerate(stops) if stop > hit.last)
    rest = row.words[hit.last + 1 : stops[at]]
    return rest or (cells[at + 1] if at + 1 < len(cells) else ())


def _by_country(text: str, names: str, shared: set[str], month_first: bool) -> str | None:
    """The currency of the country that a text speaks of, for a shared sign or for none; that part
    of it that may name one is ``names``."""
    if "$" in shared:
        return _dollar(text, month_first)
    return _yen_or_yuan(text) if "¥" in shared else _by_word(text, names)


def _naming(row: Row) -> str:
    """The cells of a row in which a currency's name can be that of the account."""
    return " ".join(text_of(cell) for cell in cells_of(row) if _may_name(row, cell))


def _may_name(row: Row, cell: Sequence[Word]) -> bool:
    """Whether a cell says no more, or is short and speaks of an account or a currency, of balances
    or amounts."""
    about = [hit for hit in row.hits if any(row.words[hit.first] is word for word in cell)]
    sums = any(hit.group == "labels" and hit.meaning in _OF_BALANCES for hit in about)
    sums = sums or any(_OF_AMOUNTS.fullmatch(word.text.strip(_AROUND)) for word in cell)
    named = any(hit.group == "kinds" or hit.meaning in _OF_ACCOUNT for hit in about)
    return len(cell) == 1 or (sums and len(cell) <= _CELL) or (named and len(cell) <= _SHORT)


def _dollar(text: str, month_first: bool) -> str | None:
    folded = text.casefold()
    printed = set(_DOLLARS.findall(text))
    if printed:
        return _SYMBOLS[printed.pop()] if len(printed) == 1 else None
    named = {code for word, code in _DOLLAR_COUNTRIES.items() if _stands_in(folded, word)}
    if _CANADIAN.search(text):
        named.add("CAD")
    if _AMERICAN.search(text) or (month_first and not named):
        named.add("USD")
    return named.pop() if len(named) == 1 else None


def _yen_or_yuan(text: str) -> str:
    return "JPY" if any(word in text for word in ("円", "残高", "お")) else "CNY"


def _by_word(text: str, names: str) -> str | None:
    """The currency of a country's own terms, such as a sort code, or of an IBAN; a currency's own
    name counts among ``names`` alone."""
    every, country = _terms_in(text), _by_iban(text)
    if not every:
        return country
    named = {*_terms_in(text, but=_LOOSE), *_terms_in(names), country}
    return min(every) if len(every) == 1 and every <= named else None


def _terms_in(text: str, but: Set[str] = frozenset()) -> set[str]:
    folded = text.casefold()
    return {code for word, code in _WORDS.items() if word not in but and _stands_in(folded, word)}


def _is_denied(code: str, text: str, rows: Sequence[Row]) -> bool:
    """Whether an IBAN is of a country with another currency, and no few words say that the
    account is in this one all the same ("Euro Account")."""
    country = _by_iban(text)
    return country not in (None, code) and not any(_names_account(row, code) for row in rows)


def _names_account(row: Row, code: str) -> bool:
    hits = (*row.phrases("kinds"), *row.phrases("labels", "account_number"))
    cells = [cell_of(row, hit) for hit in hits]
    return any(len(cell) <= _SHORT and _terms_in(text_of(cell)) == {code} for cell in cells)


def _stands_in(text: str, word: str) -> bool:
    """Whether a word, or its plural, is one of a text: "European" does not say euro."""
    whole = rf"(?<![^\W\d_]){word}s?(?![^\W\d_])" if word.isascii() else word
    return bool(re.search(whole, text))


def _by_iban(text: str) -> str | None:
    """The currency of the country that an IBAN on the page begins with."""
    for country in _IBAN.findall(text):
        if country in _EURO_COUNTRIES:
            return "EUR"
        if country in _COUNTRY_CURRENCY:
            return _COUNTRY_CURRENCY[country]
    return None
