"""One page of several: each says in its own way that the statement goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from tests.strangers.documents import joined
from tests.strangers.extras import at_height, up_the_margin
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import Account, LedgerEntry, StrangerPage
from tests.strangers.ordinary import ordinary
from tests.strangers.sheet import Align, Sheet
from tests.strangers.sketch import Hook, Sketch, ledger_of, page

_TOPIC = "A4 one page of several"


@dataclass(frozen=True)
class Part:
    """How a page says that there are more, and what its last line is called."""

    name: str
    code: str
    says: str
    last_line: str
    where: str = "head"
    style: str = "table"
    opening: str = ""


_FIRST_PAGES = (
    Part("page_no_1_of_3", "en-GB", "Page No. 1 of 3", "Balance carried forward"),
    Part("one_of_three_bare", "en-IE", "1 of 3", "Balance carried forward", "foot"),
    Part("pages_3", "en-AU", "Pages: 3", "Balance carried forward", "facts"),
    Part(
        "continued_on_next_page",
        "en-GB",
        "Continued on next page",
        "Balance carried forward",
        "below",
    ),
    Part("sheet_1_slash_4", "en-ZA", "SHEET 1/4", "BALANCE C/FWD", "head", "print"),
    Part(
        "please_turn_over",
        "en-US",
        "Please turn over \u2013 more transactions follow",
        "Subtotal",
        "below",
    ),
    Part("p_t_o", "en-SG", "P.T.O.", "Balance c/f", "foot"),
    Part("one_dash_three_in_margin", "en-CA", "DOC 4418 - 001/003", "Closing balance", "margin"),
    Part("statement_has_3_pages", "en-GB", "This statement has 3 pages", "Balance", "foot"),
    Part("roman_i_of_iii", "en-IN", "Folio i of iii", "Carried over", "head"),
    Part("to_be_continued_dots", "en-US", "... continued", "Ending balance", "below"),
    Part("page_one_of_two_in_words", "en-AU", "Page one of two", "Closing balance", "foot"),
    Part("seite_1_von_3", "de-DE", "Seite 1 von 3", "Übertrag"),
    Part("blatt_1_von_2_druck", "de-DE", "Blatt 1 von 2", "Zwischensaldo", "head", "print"),
    Part("fortsetzung_folgt", "de-AT", "Fortsetzung nächste Seite", "Saldo neu", "below"),
    Part("auszug_3_blatt_1_bl_4", "de-CH", "Auszug 3 / Bl. 1/4", "Zwischentotal", "facts"),
    Part("page_1_sur_3", "fr-FR", "Page 1 sur 3", "Solde à reporter"),
    Part("suite_au_verso", "fr-FR", "Suite au verso", "Nouveau solde", "below"),
    Part("feuillet_1_de_2_ca", "fr-CA", "Feuillet 1 de 2", "Solde à reporter", "foot"),
    Part("hoja_1_de_3", "es-ES", "Hoja 1 de 3", "Suma y sigue", "head", "print"),
    Part("continua_mx", "es-MX", "CONTINÚA EN LA SIGUIENTE PÁGINA", "Saldo", "below"),
    Part("pag_1_4_pt", "pt-PT", "Pág. 1/4", "A transportar"),
    Part("folha_br", "pt-BR", "Folha: 1 / 3", "Saldo a transportar", "foot"),
    Part("pagina_1_di_2_segue", "it-IT", "Pag. 1 di 2 - segue", "Saldo da riportare", "foot"),
    Part("bladzijde_1_van_3", "nl-NL", "Bladzijde 1 van 3", "Saldo naar volgende blad"),
    Part("strona_1_z_3", "pl-PL", "Strona 1 z 3", "Saldo do przeniesienia", "foot"),
    Part("strana_1_2_cz", "cs-CZ", "Strana: 1/2", "Konečný zůstatek", "facts"),
    Part("sida_1_av_3", "sv-SE", "Sida 1 (3)", "Transport", "head", "bar"),
    Part("side_1_av_2_no", "nb-NO", "Side 1 av 2", "Overføres", "foot"),
    Part("fortsaettes_dk", "da-DK", "Fortsættes på side 2", "Saldo at overføre", "below"),
    Part("sivu_1_2_fi", "fi-FI", "SIVU 1/2", "SIIRTO", "head", "print"),
    Part("sayfa_1_3_tr", "tr-TR", "Sayfa 1/3", "Nakli yekûn", "foot"),
    Part("selida_gr", "el-GR", "Σελίδα 1 από 2", "Σε μεταφορά", "head"),
    Part("list_1_iz_3_ru", "ru-RU", "Лист 1 из 3", "Итого к переносу", "foot"),
    Part(
        "halaman_id", "id-ID", "HALAMAN : 1 / 2", "BERSAMBUNG KE HALAMAN BERIKUT", "head", "print"
    ),
    Part("oldal_hu", "hu-HU", "1. oldal, összesen 2", "Átvitel", "foot"),
)

_LAST_PAGES = (
    Part(
        "last_page_3_of_3",
        "en-GB",
        "Page 3 of 3",
        "Balance carried forward",
        opening="Balance brought forward from page 2",
    ),
    Part(
        "blatt_2_von_2_alone",
        "de-DE",
        "Blatt 2 von 2",
        "Neuer Kontostand",
        "head",
        "print",
        "Übertrag von Blatt 1",
    ),
    Part("page_2_sur_2_seule", "fr-FR", "Page 2/2", "Nouveau solde", "foot", opening="Report"),
    Part(
        "middle_page_2_of_3",
        "en-US",
        "Page 2 of 3",
        "Balance carried to page 3",
        "head",
        opening="Balance from page 1",
    ),
    Part("hoja_2_suma_anterior", "es-ES", "Hoja 2", "Saldo final", "foot", opening="Suma anterior"),
)


def part_pages() -> list[StrangerPage]:
    """First pages, last pages, and documents that lack one in the middle."""
    firsts = [_first_page(part, at) for at, part in enumerate(_FIRST_PAGES)]
    lasts = [_last_page(part, at) for at, part in enumerate(_LAST_PAGES)]
    return [*firsts, *lasts, *_gaps()]


def _house(part: Part, at: int) -> tuple[Callable[..., bytes], dict[str, Any]]:
    if part.style == "print":
        return printout, {"reel": Reel(widths=(11, 32, 13, 13, 16), size=7.6)}
    if part.style == "bar":
        return side_bar, {"fill": "#eeeeee"}
    looks = (
        Look(),
        Look(header="shade", row_rules=True),
        Look(header="line", size=8),
        Look(grid=True, size=7.8),
        Look(zebra="#f3f3f3", header="line", pitch=13),
    )
    return table_page, {"look": looks[at % len(looks)]}


def _with_words(drawn: Sketch, part: Part) -> Sketch:
    def written(x: float, y: float, align: Align, size: float) -> Hook:
        def draw(sheet: Sheet, height: float) -> float:
            sheet.text(x, y, part.says, size, align=align)
            return height

        return draw

    def below(sheet: Sheet, y: float) -> float:
        sheet.text(540, y + 4, part.says, 8, align="right")
        return y + 16

    if part.where == "head":
        if part.style == "print":
            return replace(drawn, page_label=part.says)
        return replace(drawn, above=written(550, 28, "right", 8))
    if part.where == "foot":
        return replace(drawn, above=at_height(812, written(297, 816, "centre", 7.5)))
    if part.where == "facts":
        return replace(drawn, facts=(*drawn.facts, ("", part.says)))
    if part.where == "margin":
        return replace(drawn, above=up_the_margin(part.says))
    return replace(drawn, below=below)


def _account_of_part(
    shown: Sketch, whole: Sketch, *, closing_printed: bool = False, opening_printed: bool = True
) -> Account:
    ledger = ledger_of(whole.entries)
    part: tuple[LedgerEntry, ...] = ledger_of(shown.entries)
    return replace(
        shown.account(),
        opening=str(whole.opening),
        closing=str(whole.closing),
        opening_printed=opening_printed,
        closing_printed=closing_printed,
        ledger=ledger,
        wrong_ledger=part,
    )


def _first_page(part: Part, at: int) -> StrangerPage:
    whole = ordinary(part.code, part.name, count=48 + at % 9, signed=part.style == "bar")
    cut = 20 + at % 6
    shown = replace(whole, entries=whole.entries[:cut], closing_label=part.last_line)
    house, options = _house(part, at)
    return page(
        f"part_{part.name}",
        _TOPIC,
        _with_words(shown, part),
        house,
        accounts=(_account_of_part(shown, whole),),
        undecidable=("closing", "rows"),
        tempts=f"Take the last line for the closing balance although the page says "
        f"“{part.says}”, and lock the month without the later entries.",
        **options,
    )


def _last_page(part: Part, at: int) -> StrangerPage:
    whole = ordinary(part.code, part.name, count=40)
    cut = 22
    tail = whole.entries[cut:] if "middle" not in part.name else whole.entries[cut : cut + 9]
    so_far = whole.opening + sum((entry.amount for entry in whole.entries[:cut]), Decimal(0))
    shown = replace(
        whole,
        entries=tail,
        opening=so_far,
        opening_label=part.opening,
        closing_label=part.last_line,
    )
    house, options = _house(part, at)
    ends_here = "middle" not in part.name
    return page(
        f"part_{part.name}",
        _TOPIC,
        _with_words(shown, part),
        house,
        accounts=(
            _account_of_part(shown, whole, closing_printed=ends_here, opening_printed=False),
        ),
        undecidable=("opening", "rows"),
        tempts="Take the balance brought forward from an earlier page for the month's opening.",
        **options,
    )


def _joined_parts(parts: Sequence[Sketch]) -> bytes:
    return joined(*(table_page(part) for part in parts))


def _gaps() -> list[StrangerPage]:
    whole = ordinary("en-GB", "gap1", count=60)
    cuts = (22, 42)
    head, tail = whole.entries[: cuts[0]], whole.entries[cuts[1] :]
    middle = whole.opening + sum((entry.amount for entry in whole.entries[: cuts[1]]), Decimal(0))
    account = replace(
        replace(whole, entries=(*head, *tail)).account(),
        closing=str(whole.closing),
        ledger=ledger_of(whole.entries),
        wrong_ledger=ledger_of((*head, *tail)),
        rows=(
            *replace(whole, entries=head).account().rows,
            *replace(whole, entries=tail, opening=middle).account().rows,
        ),
    )
    drawn = (
        replace(
            whole, entries=head, closing_label="Balance carried forward", page_label="Page 1 of 3"
        ),
        replace(
            whole,
            entries=tail,
            opening=middle,
            opening_label="Balance brought forward",
            page_label="Page 3 of 3",
        ),
    )

    return [
        page(
            "part_middle_page_missing",
            _TOPIC,
            drawn,
            _joined_parts,
            accounts=(account,),
            undecidable=("rows",),
            tempts="Join page 1 and page 3 of 3 and take the gap between them for nothing.",
        ),
    ]
