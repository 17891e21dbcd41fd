"""What tells the account's own number from another that a page prints in the same place."""

from __future__ import annotations

import re
from typing import Final

from pipeline.proof.codes import is_code
from pipeline.proof.kind import is_statement
from pipeline.proof.parse.account_numbers import Number
from pipeline.proof.rows import Row, text_of
from pipeline.proof.tables.phrases import Hit, squeeze

#: Words that say whose account it is, or only join others: any other word before a label may make
#: it that of another account ("Old account", "Fee account").
_LEADS: Final = re.compile(
    r"^(?:your|yours|own|my|our|the|of|for|this|customers?|ihr|ihre|ihres|ihrem|mein|dein|fur|zum|vom|von|des|"
    r"der|die|das|votre|vos|mon|notre|le|la|les|l|du|de|d|su|sus|tu|mi|el|del|il|suo|vostro|tuo|di|"
    r"della|seu|sua|da|do|dos|o|a|uw|mijn|van|het|din|ditt|mitt|min|dit|deres|av|af|for|for|"
    r"twoj|twojego|panstwa|jusu|teie|sizin|anda|bapa|pro|k|nr|no|n|and|und|et|y|e|i)?$"
)
_SHORT: Final = 4  # letters of a joining word in another script than ours
#: What an account is called, and nothing more: "Account 20230405" may be a date.
_ACCOUNT: Final = re.compile(
    r"^(?:ac|acc|acct|(?:your)?account|(?:ihr)?konto|(?:votre)?compte|(?:su)?cuenta|(?:il)?conto|"
    r"conta|(?:uw)?rekening|rachunek|ucet|szamla|tili|cont|hesap|счет|rekeninganda|akaun)$"
)
_TELEPHONE: Final = re.compile(
    r"^(?:0?[89]0\d|0[38]\d\d|018\d\d?|1[- ]?8\d\d|\(8\d\d\))[ /-][\d /-]{5,10}$"
)
_DAY: Final = re.compile(
    r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|"
    r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)$"
)


def may_lead(row: Row, place: int) -> bool:
    """Whether a word may stand before a label of the account's own number."""
    text = row.words[place].text
    letters = squeeze(text)
    foreign = not letters.isascii() and len(letters) <= _SHORT
    return foreign or bool(_LEADS.match(letters)) or is_code(text) or is_statement(text)


def is_bare(row: Row, hit: Hit) -> bool:
    """Whether a label only names an account and speaks of no number."""
    return bool(_ACCOUNT.match(squeeze(text_of(row.words[hit.first : hit.last + 1]))))


def is_another_sort(number: Number, text: str) -> bool:
    """Whether the digits behind a bare label are rather a telephone's number or a day."""
    return not number.checked and bool(_TELEPHONE.match(text) or _DAY.match(text))


def is_remark(row: Row, place: int) -> bool:
    """Whether a bracket behind a number begins a remark on it: "(see overleaf)", "(closed)"."""
    first = row.words[place].text.lstrip("(")
    return row.words[place].text.startswith("(") and first[:1].islower()
