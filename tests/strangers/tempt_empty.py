"""Statements without transactions, which fit any account whose balance is the same."""

from dataclasses import dataclass

from tests.strangers.houses_card import CardLook, card_page, owed_plain
from tests.strangers.houses_list import letter
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import page

_TOPIC = "A10 nothing booked"


@dataclass(frozen=True)
class Nil:
    """A statement without rows; `end` is what it prints of its number."""

    name: str
    code: str
    bank: str
    end: str | None
    note: str
    opening: str = "0.00"
    kind: str = "checking"
    tempts: str = "Match an account that only shares the last digits and a balance of zero."


_NILS = (
    Nil(
        "other_bank_same_digits",
        "en-GB",
        "Severn & Wye Bank",
        "ending 7724",
        "No transactions this month.",
    ),
    Nil(
        "digits_of_a_card",
        "en-US",
        "Lakefront Bank",
        "card ending in 8826",
        "There was no activity this period.",
        tempts="Take the digits of a card for those of an account; the balance is zero.",
    ),
    Nil(
        "no_number_at_all",
        "en-IE",
        "Shannon Savings Bank",
        None,
        "There were no transactions on this account.",
        tempts="Match any account with a balance of zero: the page has no number.",
    ),
    Nil(
        "keine_umsaetze_null",
        "de-DE",
        "Sparkasse Niederlahn",
        None,
        "Keine Umsätze.",
        tempts="Match any account with a balance of zero: the page has no number.",
    ),
    Nil(
        "aucune_operation",
        "fr-FR",
        "Crédit Rural de la Drôme",
        "···· 7752",
        "Aucune opération sur la période.",
    ),
    Nil(
        "sin_movimientos",
        "es-ES",
        "Banco Castilla Norte",
        None,
        "Sin movimientos en el período.",
        opening="1000.00",
        tempts="Match any account that holds a round thousand: the page has no number.",
    ),
    Nil("geen_mutaties", "nl-NL", "Oranjebank", "•••7366", "Geen bij- of afschrijvingen."),
    Nil(
        "brak_operacji",
        "pl-PL",
        "Bank Śląski Spółdzielczy",
        None,
        "Brak operacji w okresie.",
        tempts="Match any account with a balance of zero: the page has no number.",
    ),
    Nil(
        "sem_movimento_poupanca",
        "pt-BR",
        "Banco Ipê",
        "final 187-9",
        "Não houve movimentação.",
        kind="savings",
        tempts="Match the current account although this is the savings account.",
    ),
    Nil(
        "inga_transaktioner",
        "sv-SE",
        "Ålandsgatans Sparbank",
        None,
        "Inga transaktioner under perioden.",
        opening="250.00",
        tempts="Match any account that holds 250 crowns: the page has no number.",
    ),
    Nil(
        "nessun_movimento",
        "it-IT",
        "UniPopolare",
        "terminante 1893",
        "Nessun movimento nel periodo.",
    ),
)


def empty_pages() -> list[StrangerPage]:
    """Nil statements of accounts and of a card."""
    return [*(_nil(one, at) for at, one in enumerate(_NILS)), *_others()]


def _nil(one: Nil, at: int) -> StrangerPage:
    said = WORDINGS[one.code]
    number = one.end
    facts: tuple[tuple[str, str], ...] = ((said.period_label, said.period),)
    if one.end:
        facts = ((said.number_label, one.end), *facts)
    family = {} if one.name != "geen_mutaties" else {"family": "deja"}
    drawn = ordinary(
        one.code,
        one.name,
        entries=(),
        opening=one.opening,
        bank=one.bank,
        facts=facts,
        number=number,
        kind=one.kind,
        signed=at % 3 == 1,
        notes=(one.note,),
        **family,
    )
    houses = (
        (table_page, {"look": Look(header="line")}),
        (side_bar, {"fill": "#eef2f5"}),
        (printout, {"reel": Reel(widths=(11, 32, 12, 12, 13))}),
    )
    house, options = houses[at % 3]
    if house is printout and "deja" in drawn.family:
        house, options = table_page, {"look": Look(grid=True)}
    return page(
        f"nil_{one.name}",
        _TOPIC,
        drawn,
        house,
        tempts=one.tempts,
        undecidable=("account",) if one.end else ("account", "number"),
        **options,
    )


def _others() -> list[StrangerPage]:
    card = ordinary(
        "en-GB",
        "nilcard",
        entries=(),
        opening="0.00",
        kind="card",
        bank="Wharfedale Card",
        title="Your statement",
        facts=(("Card ending", "7724"), ("Statement date", "{last}")),
        number="7724",
        period_printed=False,
        summary=(("Previous balance", "{opening}"), ("New balance", "{closing}")),
        notes=("You have nothing to pay this month.",),
    )
    zero = ordinary(
        "de-CH",
        "nilletter",
        entries=(),
        opening="0.00",
        signed=True,
        number=None,
        facts=(("Periode", "{first} - {last}"),),
        heads=("", "", "", ""),
        family="times",
        bank="Chappuis, Odier & Söhne",
        notes=("Keine Bewegungen.",),
    )
    return [
        page(
            "nil_card_same_digits_as_the_account",
            _TOPIC,
            card,
            card_page,
            look=CardLook(owed=owed_plain, charge=owed_plain),
            undecidable=("account",),
            tempts="Match the current account whose digits are those of this card.",
        ),
        page(
            "nil_letter_without_currency_or_number",
            _TOPIC,
            zero,
            letter,
            undecidable=("account", "number", "currency"),
            tempts="Match any account with nothing on it.",
        ),
    ]
