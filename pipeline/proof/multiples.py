"""Words by which a page prints its amounts in thousands or millions: "in '000", "in TEUR"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pipeline.proof.codes import is_code
from pipeline.proof.headers import cells_of
from pipeline.proof.rows import Row, text_of
from pipeline.proof.tables.languages import tables
from pipeline.words import Word

_SIGNS: Final = ("$", "€", "£", "¥", "₹", "₽", "₺")
_CELL: Final = 12  # words: a longer run is a sentence
_OPENED: Final = "([בب"  # "in" is a letter of the same word in Hebrew and Arabic
_AROUND: Final = "()[]:;.,/*"
#: A thousand, a million, a lakh, a hundredth, in words.
_COUNT: Final = re.compile(
    r"(?:thousands?|['’]?000(?:['’]?s)?|tausend|tsd|tds|milliers|miles|mil|milhares|migliaia|mila|"
    r"duizend(?:en)?|tusen|tusind|tusental|tuhansina|tuhansissa|tuhatta|tys|tysi[ąa]c\w*|tis|tisíc\w*|"
    r"tisoč\w*|tisuća\w*|hiljad\w*|тыс|тысяч\w*|тис|хил|хиляди|хиљада\w*|mii|ezer|bin|ribu|ribuan|"
    r"nghìn|ngàn|tūkst\w*|tuhandetes|χιλιάδες|χιλ|millions?|million(?:en|er)|mio|mln|mn|millones|"
    r"milhões|milioni|miljoen(?:en)?|miljoonina|milion\w*|juta|jutaan|triệu|milyon|млн|lakhs?|lacs?|"
    r"crores?|billions?|bn|mrd|milliarden|milliards|hundreds?|pence|cents?|céntimos|centimes|"
    r"1[.,]?000['’]?s|लाख|करोड़|हज़ार|(?:พัน|ล้าน)(?:บาท)?|[وب]?ال[آا]لاف|ب?آلاف|ב?אלפי[ם]?|هزار)",
    re.IGNORECASE,
)
#: The same together with a currency, in one word.
_UNIT: Final = re.compile(
    r"(?:[TtkKM](?:EUR|USD|GBP|CHF|SEK|NOK|DKK|CAD|AUD|PLN|CZK|HUF|RON)|T€|[kKmM][€£]|tkr|t\.kr|mkr|mnkr|"
    r"eFt|MFt|(?:US|[A-Z])?[$€£¥₹]['’]?000(?:['’]?s)?|['’]000(?:['’]?s)?|[€£$](?:m|mn|k)|"
    r"(?:EUR|USD|GBP|CHF)k|(?:EUR|USD|GBP|CHF)['’]000|TEURO)"
)
#: "Amount (k)", "EUR m": letters that say it behind a word in brackets, or behind a currency.
_LETTERS: Final = r"(?:[kKmM]|mm|mn|mln|bn|th)\.?"
_ONE_THOUSAND: Final = re.compile(
    rf"[^\W\d] \({_LETTERS}\)$|(?:^|[\s(])(?:EUR|USD|GBP|CHF|[€$£]) {_LETTERS}\)?$|"
    r"(?:^|[\s(])(?:[x×] ?(?:[€$£]|[A-Z]{3})? ?1[.,' ]?000|"
    r"(?:in|en|i) 1[.,' ]?000 ?(?:[€$£]|[A-Z]{3}|kr\.?|euros?)|(?:in|en) [€$£]1[.,' ]?000|"
    r"(?:[Tt]imes|[Mm]ultipl\w+ by|mal) 1[.,' ]?000|"
    r"(?:in|en) [kKT](?:[ -](?:[€$£]|[A-Z]{3}|euros?))?|"
    r"(?:[€$£]|EUR|GBP|USD|CHF) \(?k\)?|T[ -](?:EUR|USD|GBP|CHF|€))\)?$"
)
#: What may end such words, in one word.
_ENDS: Final = re.compile(r".*000['’]?s?|[kKT]|[kKT][- ]?(?:[€$£]|[A-Z]{3}|euros?)")
_MAY_SAY: Final = re.compile(_LETTERS)
_UNSPACED: Final = re.compile(
    r"(?:単位|单位|單位|단위)[:：]?[^\d]{0,5}?(?:[千万萬億亿百]|천|만|백만|억)|"
    r"^[(（]?(?:[千万萬億亿]|百[万萬])(?:円|元|美元)[)）]?$|^[(（]?(?:천|백만|억)원[)）]?$"
)
_IN: Final = re.compile(
    r"(?:in|en|em|i|w|v|u|hele|în|dalam|sa|во|в|у|in den|adatok|összegek|kwoty|σε|"
    r"единица|đơn|vị|tính|หน่วย|the|nearest|amounts?|figures|beträge|montants|importes|valores|importi|bedragen|belopp)",
    re.IGNORECASE,
)
_OF: Final = re.compile(r"(?:of|de|d|di|do|von|av|af|en|in|में|omitted|weggelassen)", re.IGNORECASE)
_MONEY: Final = re.compile(
    r"(?:d['’])?(?:u\.?s\.?\$?|dollars?|d[oó]lar\w*|доллар\w*|francs?|franken|frank\w*|pounds?|sterling|euro(?:['’]s|\w*)|"
    r"evro\w*|евро|ευρώ|yen|kron\w*|kroon\w*|korun\w*|kr|pesos?|rupees?|rs|rupiah|reais|lei|lir\w*|"
    r"złot\w*|zl|kun\w*|dinar\w*|динар\w*|forint\w*|ft(?:-\w+)?|рубл\w*|руб|грн|гривен\w*|лв|лева|đồng|rand|"
    r"ringgit|baht|บาท|ש.ח|ال\w*|ريال\w*|درهم\w*|جنيه\w*|tl|kč)",
    re.IGNORECASE,
)


def says_multiple(row: Row) -> bool:
    """Whether a few words of a row say that amounts are multiples: of money, or of nothing else;
    "50 thousand" and "thousands of shops" are no such words."""
    if not any(_may_count(word.text) for word in row.words):
        return False  # as of nearly all rows
    return any(len(cell) <= _CELL and _says(cell) for cell in cells_of(row))


@lru_cache(maxsize=16384)
def _may_count(text: str) -> bool:
    bare = text.strip(_AROUND)
    found = _COUNT.fullmatch(bare) or _UNIT.fullmatch(bare) or _UNSPACED.search(text)
    ends = _ENDS.fullmatch(text.strip("()€$£")) or _MAY_SAY.fullmatch(bare)
    return bool(found or ends)


def _says(cell: Sequence[Word]) -> bool:
    texts = [word.text.strip(_AROUND) for word in cell]
    if _ONE_THOUSAND.search(text_of(cell)):
        return True
    for place, text in enumerate(texts):
        counted = place > 0 and any(map(str.isdigit, texts[place - 1]))
        if counted:
            continue
        if _UNIT.fullmatch(text) or _UNSPACED.search(cell[place].text):
            return True
        if _COUNT.fullmatch(text) and _led(cell, texts, place) and _followed(cell, texts, place):
            return True
    return False


def _led(cell: Sequence[Word], texts: Sequence[str], place: int) -> bool:
    """Whether a count begins its cell or a bracket, or stands behind "in" (which some languages
    write in the same word) or a currency."""
    if place == 0:
        money = any(_is_money(text) for text in texts[1:])
        return money or cell[0].text[0] in "(['’" or cell[0].text.startswith("000")
    before = texts[place - 1]
    opened = cell[place].text[0] in _OPENED or cell[place - 1].text.endswith(":")
    return opened or bool(_IN.fullmatch(before)) or _is_money(before)


def _followed(cell: Sequence[Word], texts: Sequence[str], place: int) -> bool:
    """Whether a count ends its cell or a bracket, or money stands behind it."""
    rest = [text for text in texts[place + 1 :] if not _OF.fullmatch(text)]
    closed = cell[place].text[-1] in ")],;"
    return closed or not rest or _is_money(rest[0]) or _is_money(rest[-1])


@lru_cache(maxsize=4096)
def _is_money(text: str) -> bool:
    """Whether a text is a currency: by its code, its sign or its name."""
    bare = text.strip(_AROUND)
    signs = tables()["symbols"], tables()["labelled"], _SIGNS
    return is_code(bare) or bool(_MONEY.fullmatch(bare)) or any(bare in each for each in signs)
