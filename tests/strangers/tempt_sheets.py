"""Pages repeated, missing or out of order, months mixed, columns that change on the way."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.strangers.documents import joined, rearranged
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import Account, StrangerPage
from tests.strangers.ordinary import WORDINGS, ordinary
from tests.strangers.sketch import Sketch, ledger_of, page

_ORDER = "pages out of order"
_MIXED = "months mixed"
_COLUMNS = "columns that change"


def sheet_pages() -> list[StrangerPage]:
    """Documents whose pages must not simply be read on."""
    return [*_order(), *_months(), *_columns()]


def _long(code: str, seed: str, **more: Any) -> Sketch:
    plain: dict[str, Any] = {
        "count": 62,
        "carried": ("Carried forward", "Brought forward"),
        "page_label": "Page {page}",
    }
    return ordinary(code, seed, **(plain | more))


def _rearranged(drawn: Sketch, *, order: Sequence[int], look: Look | None = None) -> bytes:
    return rearranged(table_page(drawn, look), order)


def _printed_again(drawn: Sketch, *, order: Sequence[int], reel: Reel) -> bytes:
    return rearranged(printout(drawn, reel), order)


def _order() -> list[StrangerPage]:
    german = _long(
        "de-DE", "o3", count=46, carried=("Übertrag", "Übertrag"), page_label="Seite {page}"
    )
    spanish = _long(
        "es-ES", "o4", carried=("Suma y sigue", "Suma anterior"), page_label="Hoja {page}"
    )
    no_numbers = _long("fr-FR", "o5", page_label="", carried=("", ""))
    same_day = _long(
        "en-US",
        "o6",
        balances="none",
        page_label="",
        carried=("", ""),
        columns=("date", "text", "amount"),
        signed=True,
        heads=("Date", "Description", "Amount"),
    )
    return [
        page(
            "order_a_page_twice",
            _ORDER,
            _long("en-GB", "o1"),
            _rearranged,
            order=(0, 0, 1),
            tempts="Count the rows of a page twice that is in the document twice.",
        ),
        page(
            "order_pages_swapped",
            _ORDER,
            _long("en-GB", "o2"),
            _rearranged,
            order=(1, 0),
            tempts="Take the balance brought forward on page 2, which comes first, for the "
            "opening.",
        ),
        page(
            "order_last_page_twice_de",
            _ORDER,
            german,
            _rearranged,
            order=(0, 1, 1),
            tempts="Count the last page twice.",
        ),
        page(
            "order_swapped_es",
            _ORDER,
            spanish,
            _printed_again,
            order=(1, 0),
            reel=Reel(widths=(11, 30, 12, 12, 13), lines_a_page=50),
            tempts="Read page 2 before page 1.",
        ),
        page(
            "order_swapped_without_numbers",
            _ORDER,
            no_numbers,
            _rearranged,
            order=(1, 0),
            look=Look(row_rules=True),
            tempts="Read the pages as they come: only dates and balances tell their order.",
        ),
        page(
            "order_twice_without_balances",
            _ORDER,
            same_day,
            _rearranged,
            order=(0, 1, 0),
            tempts="Count a page twice where no balance contradicts.",
        ),
    ]


def _joined_tables(several: Sequence[Sketch], *, look: Look | None = None) -> bytes:
    return joined(*(table_page(one, look) for one in several))


def _mixed_account(*parts: Sketch) -> tuple[Account, ...]:
    return tuple(part.account() for part in parts)


def _months() -> list[StrangerPage]:
    march = ordinary("en-GB", "m1", count=8)
    april = replace(
        ordinary("en-GB", "m1b", count=7, month=(2025, 4)),
        opening=march.closing,
    )
    january = ordinary("de-DE", "m2", count=8, month=(2025, 1))
    march_de = ordinary("de-DE", "m2b", count=8, month=(2025, 3))
    other = ordinary("fr-FR", "m3", count=8)
    stranger = ordinary(
        "fr-FR",
        "m3b",
        count=6,
        number="00099013344",
        holder=("M. PAUL RENARD", "3 QUAI JAYR", "69009 LYON"),
        facts=(("Compte n°", "00099013344"), ("Période", "du {first} au {last}")),
    )
    same = ordinary("nl-NL", "m4", count=8)
    corrected = replace(
        same,
        entries=(*same.entries[:-1], replace(same.entries[-1], amount=same.entries[-1].amount * 2)),
        title="Rekeningafschrift (gecorrigeerd)",
    )
    plain = replace(same, title="Rekeningafschrift")
    both_versions = replace(
        corrected.account(), wrong_ledger=ledger_of((*plain.entries, *corrected.entries))
    )
    return [
        page(
            "months_march_and_april",
            _MIXED,
            (march, april),
            _joined_tables,
            accounts=_mixed_account(march, april),
            tempts="Prove one statement from the opening of March to the close of April "
            "and give it March's period.",
        ),
        page(
            "months_january_and_march",
            _MIXED,
            (january, march_de),
            _joined_tables,
            accounts=_mixed_account(january, march_de),
            look=Look(header="line"),
            tempts="Call the quarter covered: February is not in the document.",
        ),
        page(
            "months_two_holders_in_one_file",
            _MIXED,
            (other, stranger),
            _joined_tables,
            accounts=_mixed_account(other, stranger),
            look=Look(grid=True),
            tempts="Book another person's statement on the holder's account.",
        ),
        page(
            "months_first_version_and_correction",
            _MIXED,
            (plain, corrected),
            _joined_tables,
            accounts=(both_versions,),
            undecidable=("rows", "closing"),
            tempts="Add up a statement and the corrected version of the same month.",
        ),
        page(
            "months_april_before_march",
            _MIXED,
            (april, march),
            _joined_tables,
            accounts=_mixed_account(april, march),
            look=Look(zebra="#f2f2f2"),
            tempts="Take April's opening and March's closing for one statement's ends.",
        ),
    ]


def _columns() -> list[StrangerPage]:
    def changing(
        name: str,
        code: str,
        later: tuple[str, ...],
        later_heads: tuple[str, ...],
        tempts: str,
        **more: Any,
    ) -> StrangerPage:
        whole = ordinary(code, name, count=44, **more)
        cut = 22
        head = replace(whole, entries=whole.entries[:cut], closing_label=None, page_label="1/2")
        tail = replace(
            whole,
            entries=whole.entries[cut:],
            opening=head.closing,
            opening_label=None,
            columns=later,
            heads=later_heads,
            facts=whole.facts[:1],
            page_label="2/2",
        )
        account = replace(
            whole.account(),
            ledger=None,
            wrong_ledger=ledger_of(head.entries),
        )
        return page(
            f"columns_{name}",
            _COLUMNS,
            (head, tail),
            _joined_tables,
            accounts=(account,),
            tempts=tempts,
        )

    gb, de, us = (WORDINGS[code] for code in ("en-GB", "de-DE", "en-US"))
    return [
        changing(
            "exchanged_on_page_two",
            "en-GB",
            ("date", "text", "in", "out", "balance"),
            (gb.date, gb.text, gb.into, gb.out, gb.balance),
            "Go on reading the columns of page 1 on page 2, where in and out are exchanged.",
        ),
        changing(
            "haben_vor_soll_auf_seite_zwei",
            "de-DE",
            ("date", "text", "in", "out"),
            (de.date, de.text, de.into, de.out),
            "Go on with Soll before Haben where page 2 has Haben before Soll.",
            balances="none",
            columns=("date", "text", "out", "in"),
            heads=(de.date, de.text, de.out, de.into),
        ),
        changing(
            "signed_then_two_columns",
            "en-US",
            ("date", "text", "out", "in", "balance"),
            (us.date, us.text, us.out, us.into, us.balance),
            "Take the first number of page 2 for a signed amount as on page 1.",
            signed=True,
        ),
        changing(
            "heads_only_on_page_one",
            "fr-FR",
            ("date", "text", "in", "out", "balance"),
            (),
            "Page 2 has no headings and its columns are exchanged; only the balances tell.",
        ),
        changing(
            "value_date_first_on_page_two",
            "es-ES",
            ("value", "date", "text", "out", "in", "balance"),
            ("F. valor", "F. oper.", "Concepto", "Cargos", "Abonos", "Saldo"),
            "Take the value date, which comes first on page 2, for the booking date.",
            columns=("date", "value", "text", "out", "in", "balance"),
            heads=("F. oper.", "F. valor", "Concepto", "Cargos", "Abonos", "Saldo"),
        ),
        changing(
            "balance_before_amounts_on_page_two",
            "it-IT",
            ("date", "text", "balance", "out", "in"),
            ("Data", "Descrizione", "Saldo", "Addebiti", "Accrediti"),
            "Take balances for debits where page 2 puts them first.",
        ),
    ]
