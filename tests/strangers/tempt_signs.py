"""One column of amounts, or two without a name, and no word that says which way."""

from datetime import date
from typing import Any

from tests.strangers.houses_list import letter
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sketch import Entry, Sketch, money, page

_TOPIC = "A1 signs"
_BOTH_WAYS = "Everything fits as well with every sign turned; no word says whose money it is."


def sign_pages() -> list[StrangerPage]:
    """Pages whose direction cannot be known."""
    return [*_silent(), *_nameless_columns()]


def _neutral(seed: str, label: str, turn: bool) -> tuple[Entry, ...]:
    """Entries with numbers for names."""
    sums = ("118.40", "-62.15", "240.00", "-31.90", "75.25", "-140.60", "19.99")
    offset = sum(map(ord, seed)) % 5
    return tuple(
        Entry(
            date(2025, 3, 2 + at * 4),
            money(value) * (-1 if turn else 1),
            (f"{label} {100418 + 37 * at + offset}",),
        )
        for at, value in enumerate(sums[offset % 3 :] + sums[: offset % 3])
    )


def _quiet(code: str, seed: str, label: str, *, turned: bool, **more: Any) -> Sketch:
    """A sketch without words of direction; `turned` if it is a debt in truth."""
    opening = "-412.00" if turned else "412.00"
    signs: dict[str, Any] = {
        "sign": "turned" if turned else "lead",
        "balance_sign": "turned" if turned else "lead",
    }
    return ordinary(
        code,
        seed,
        signed=True,
        entries=_neutral(seed, label, turned),
        opening=opening,
        overdrawn=True,
        kind="loan" if turned else "checking",
        **(signs | more),
    )


def _silent() -> list[StrangerPage]:
    cases = (
        (
            "en_activity_own_money",
            "en-GB",
            "Ref",
            False,
            {
                "title": "Account activity",
                "opening_label": "At {first}",
                "closing_label": "At {last}",
                "heads": ("Date", "Reference", "Amount", "Balance"),
            },
        ),
        (
            "en_activity_debt",
            "en-US",
            "Ref",
            True,
            {
                "title": "Account activity",
                "opening_label": "Previous",
                "closing_label": "Current",
                "heads": ("Date", "Reference", "Amount", "Balance"),
            },
        ),
        (
            "de_bewegungen_debt",
            "de-DE",
            "Beleg",
            True,
            {
                "title": "Bewegungen",
                "opening_label": "Stand {first}",
                "closing_label": "Stand {last}",
                "heads": ("Tag", "Beleg", "Betrag", "Stand"),
            },
        ),
        (
            "fr_mouvements_debt",
            "fr-FR",
            "Pièce",
            True,
            {
                "title": "Mouvements",
                "opening_label": "Report",
                "closing_label": "À reporter",
                "heads": ("Date", "Pièce", "Montant", "Position"),
            },
        ),
        (
            "es_movimientos_own",
            "es-ES",
            "Ref.",
            False,
            {
                "title": "Movimientos",
                "opening_label": "Anterior",
                "closing_label": "Actual",
                "heads": ("Fecha", "Referencia", "Importe", "Posición"),
            },
        ),
        (
            "nl_mutaties_debt",
            "nl-NL",
            "Nr.",
            True,
            {
                "title": "Mutaties",
                "opening_label": "Vorige stand",
                "closing_label": "Nieuwe stand",
                "heads": ("Datum", "Nummer", "Bedrag", "Stand"),
            },
        ),
        (
            "pl_operacje_own",
            "pl-PL",
            "Poz.",
            False,
            {
                "title": "Operacje",
                "opening_label": "Stan początkowy",
                "closing_label": "Stan końcowy",
                "heads": ("Data", "Pozycja", "Kwota", "Stan"),
            },
        ),
        (
            "sv_poster_debt",
            "sv-SE",
            "Post",
            True,
            {
                "title": "Poster",
                "opening_label": "Vid periodens början",
                "closing_label": "Vid periodens slut",
                "heads": ("Datum", "Post", "Belopp", "Ställning"),
            },
        ),
    )
    pages = [
        page(
            f"signs_{name}",
            _TOPIC,
            _quiet(code, name, label, turned=turned, **more),
            table_page,
            look=Look(header="line" if at % 2 else "rules", size=8.5 + at % 3 / 2),
            tempts=_BOTH_WAYS,
            undecidable=("signs", "kind"),
        )
        for at, (name, code, label, turned, more) in enumerate(cases)
    ]
    no_balances = _quiet(
        "it-IT",
        "noends",
        "Rif.",
        turned=True,
        title="Lista movimenti",
        balances="none",
        columns=("date", "text", "amount"),
        heads=("Data", "Riferimento", "Importo"),
        opening_label="Inizio periodo",
        closing_label="Fine periodo",
        sign="turned_trail",
    )
    return [
        *pages,
        page(
            "signs_it_without_balances",
            _TOPIC,
            no_balances,
            table_page,
            tempts=_BOTH_WAYS,
            undecidable=("signs", "kind"),
            look=Look(size=10, pitch=15),
        ),
        page(
            "signs_en_letter_brackets",
            _TOPIC,
            _quiet(
                "en-IE",
                "letter",
                "Item",
                turned=False,
                sign="brackets",
                title="Your account",
                family="times",
                opening_label="Position on {first}",
                closing_label="Position on {last}",
                heads=("", "", "", ""),
            ),
            letter,
            tempts=_BOTH_WAYS,
            undecidable=("signs", "kind"),
        ),
        page(
            "signs_pt_unsigned_with_balances",
            _TOPIC,
            _quiet(
                "pt-BR",
                "unsigned",
                "Doc.",
                turned=True,
                sign="none",
                title="Lançamentos",
                opening_label="Posição inicial",
                closing_label="Posição final",
                heads=("Data", "Documento", "Valor", "Posição"),
            ),
            table_page,
            look=Look(zebra="#f2f2f2"),
            tempts="The running figures show the direction of each row, but not whether it is a "
            "balance or a debt that they count.",
            undecidable=("signs", "kind"),
        ),
    ]


def _nameless_columns() -> list[StrangerPage]:
    bare: dict[str, Any] = {
        "columns": ("date", "text", "out", "in"),
        "balances": "none",
        "overdrawn": True,
    }
    return [
        page(
            "signs_two_columns_without_heads",
            _TOPIC,
            ordinary(
                "en-GB",
                "bare1",
                entries=_neutral("b1", "Ref", False),
                opening="412.00",
                heads=(),
                opening_label="Forward",
                closing_label="Carried down",
                title="Account 50817724",
                **bare,
            ),
            table_page,
            look=Look(ends="around"),
            tempts="Two columns without a heading: say that the left one is money out.",
            undecidable=("signs", "kind"),
        ),
        page(
            "signs_columns_one_and_two",
            _TOPIC,
            ordinary(
                "de-DE",
                "bare2",
                entries=_neutral("b2", "Beleg", True),
                opening="-412.00",
                heads=("Tag", "Beleg", "Spalte 1", "Spalte 2"),
                opening_label="Vortrag",
                closing_label="Übertrag",
                title="Kontoblatt",
                kind="loan",
                **bare,
                balance_sign="none",
            ),
            printout,
            reel=Reel(widths=(11, 34, 13, 13)),
            tempts="Columns called 1 and 2: say that one of them is money out.",
            undecidable=("signs", "kind"),
        ),
    ]
