"""Ordinary statements of Spain and Portugal."""

from tests.strangers.figures import Figures, iban
from tests.strangers.houses_list import day_list
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.sketch import page, sketch

_ES = iban("ES", "21000418450200051332")
_PT = iban("PT", "003300004418773000158")


def iberian_pages() -> list[StrangerPage]:
    """Pages from Burgos to Aveiro."""
    return [*_spain(), *_portugal()]


def _spain() -> list[StrangerPage]:
    return [
        page(
            "es_saldo_anterior_extracto",
            "signed with running balance",
            sketch(
                "es-ES",
                "es1",
                count=11,
                bank="Caja del Arlanzón",
                title="Extracto de cuenta",
                number=_ES,
                facts=(
                    ("IBAN", _ES),
                    ("Período", "{first} - {last}"),
                    ("Titular", "TOMÁS ARRIBAS GIL"),
                ),
                columns=("date", "value", "text", "amount", "balance"),
                heads=("F. Oper.", "F. Valor", "Concepto", "Importe", "Saldo"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO ACTUAL",
            ),
            table_page,
            look=Look(size=8, header="line", accent="#003f7d"),
        ),
        page(
            "es_debe_haber",
            "columns Debe and Haber",
            sketch(
                "es-ES",
                "es2",
                count=9,
                bank="Banco Castilla Norte",
                number="2104 0418 45 0051332",
                title="MOVIMIENTOS DE SU CUENTA CORRIENTE",
                days="DD-MM",
                long_days="DD-MM-YYYY",
                facts=(
                    ("C.C.C.", "2104 0418 45 0051332"),
                    ("Desde", "{first}"),
                    ("Hasta", "{last}"),
                ),
                columns=("date", "text", "value", "out", "in", "balance"),
                heads=("Fecha", "Concepto", "Valor", "Debe", "Haber", "Saldo"),
                opening_label="Saldo a su favor al {before}",
                closing_label="Saldo a su favor al {last}",
            ),
            table_page,
            look=Look(grid=True, size=7.8, pitch=12),
        ),
        page(
            "es_libreta_ahorro",
            "savings book",
            sketch(
                "es-ES",
                "es3",
                count=8,
                bank="CAJA RURAL DEL DUERO",
                kind="savings",
                title="LIBRETA DE AHORRO A LA VISTA",
                number="3060-0044-18-7731442211",
                facts=(("LIBRETA", "3060-0044-18-7731442211"),),
                period_printed=False,
                columns=("date", "text", "amount", "balance"),
                sign="trail_both",
                heads=("FECHA", "CONCEPTO", "IMPORTE", "SALDO"),
                days="DDMMYY",
                opening_label="SUMA ANTERIOR",
                closing_label=None,
            ),
            printout,
            reel=Reel(widths=(8, 34, 14, 14), ruler="", size=9.5, pitch=13),
        ),
        page(
            "es_app_dias",
            "day headings",
            sketch(
                "es-ES",
                "es4",
                count=8,
                bank="naranja viva",
                title="Extracto marzo 2025",
                number=_ES,
                days="D de MMMM",
                long_days="DD/MM/YYYY",
                facts=(("IBAN", _ES), ("Desde {first}", "hasta {last}")),
                figures=Figures(".", ",", after=" €"),
                sign="lead_both",
                opening_label="Saldo inicial",
                closing_label="Saldo final",
                summary=(("Ingresos", "{in}"), ("Gastos", "{out}")),
            ),
            day_list,
            accent="#ff6200",
            size=9,
        ),
    ]


def _portugal() -> list[StrangerPage]:
    return [
        page(
            "pt_saldo_contabilistico",
            "plain columns",
            sketch(
                "pt-PT",
                "pt1",
                count=10,
                bank="Banco do Vouga",
                title="Extrato combinado",
                number="0044187730001",
                facts=(
                    ("Conta n.º", "0044187730001"),
                    ("Período", "{first} a {last}"),
                    ("IBAN", _PT),
                ),
                columns=("date", "value", "text", "out", "in", "balance"),
                heads=("Data mov.", "Data valor", "Descrição", "Débito", "Crédito", "Saldo"),
                opening_label="Saldo inicial",
                closing_label="Saldo final",
            ),
            table_page,
            look=Look(size=7.6, pitch=11.5, date_width=54),
        ),
        page(
            "pt_transporte_varias_paginas",
            "several pages",
            sketch(
                "pt-PT",
                "pt2",
                count=50,
                bank="Caixa da Beira Litoral",
                number="0312044187700",
                title="Extrato de conta à ordem n.º 3/2025",
                days="DD.MM",
                long_days="DD.MM.YYYY",
                facts=(("Conta", "0312044187700"), ("De {first} a {last}", "")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("DATA", "DESCRITIVO", "DÉBITO", "CRÉDITO", "SALDO"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO FINAL",
                carried=("A TRANSPORTAR", "TRANSPORTE"),
                page_label="Pág. {page}/2",
            ),
            table_page,
            look=Look(size=8, pitch=12.2),
        ),
    ]
