"""Ordinary statements of Mexico, Central and South America."""

from dataclasses import replace

from tests.strangers.extras import small_table, words
from tests.strangers.figures import Figures
from tests.strangers.houses_list import day_list, wallet
from tests.strangers.houses_print import Reel, printout
from tests.strangers.houses_side import side_bar
from tests.strangers.houses_table import Look, table_page
from tests.strangers.model import StrangerPage
from tests.strangers.places import variant
from tests.strangers.sketch import page, sketch


def latin_american_pages() -> list[StrangerPage]:
    """Pages from Mexico to Santiago."""
    return [*_mexico_and_centre(), *_south(), *_brazil()]


def _mexico_and_centre() -> list[StrangerPage]:
    costa_rica = variant("es-MX", country="CR", currency="CRC", scale=30, days="DD/MM/YYYY")
    peru = variant("es-MX", country="PE", currency="PEN", days="DDNNN")
    fiscal = words(
        "Este documento es una representación impresa de un CFDI.",
        "Folio fiscal: 4418773B-2E11-4A0C-9931-0C2214471A90",
        size=6.5,
    )
    cat = small_table(
        ("Rendimiento", ""),
        (
            ("Saldo promedio", "12,880.41"),
            ("Días del periodo", "31"),
            ("Tasa bruta anual", "0.00 %"),
        ),
        edges=(330, 560),
        box=True,
        size=7,
    )
    return [
        page(
            "mx_depositos_retiros",
            "summary with signs",
            replace(
                sketch(
                    "es-MX",
                    "mx1",
                    count=11,
                    bank="BANCO DEL ANAHUAC",
                    number="0044187731",
                    title="Estado de Cuenta BÁSICA NÓMINA",
                    facts=(
                        ("No. de Cuenta", "0044187731"),
                        ("Periodo", "DEL {first} AL {last}"),
                        ("CLABE", "012 180 00044187731 4"),
                    ),
                    long_days="DD/MM/YYYY",
                    columns=("date", "text", "out", "in", "balance"),
                    balances="day",
                    heads=("FECHA", "DESCRIPCIÓN", "CARGOS", "ABONOS", "SALDO"),
                    summary=(
                        ("Saldo Anterior", "{opening}"),
                        ("Depósitos / Abonos (+)", "{in}"),
                        ("Retiros / Cargos (-)", "{out}"),
                        ("Saldo Final", "{closing}"),
                    ),
                    notes=("Pesos mexicanos (MXN).",),
                ),
                below=fiscal,
                above=cat,
            ),
            table_page,
            look=Look(date_once_a_day=True, size=8),
        ),
        page(
            "mx_saldo_al_corte",
            "plain columns",
            sketch(
                "es-MX",
                "mx2",
                count=9,
                bank="Banca Cuauhtémoc",
                number="70044187731",
                title="Cuenta Perfil Ejecutivo",
                days="DD NNN",
                facts=(
                    ("Cuenta", "70044187731"),
                    ("Moneda", "MXN PESO MEXICANO"),
                    ("Periodo", "{first} al {last}"),
                ),
                long_days="DD MMMM YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=("FECHA", "CONCEPTO", "RETIROS", "DEPOSITOS", "SALDO"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO AL CORTE",
            ),
            table_page,
            look=Look(header="rules", pitch=13),
        ),
        page(
            "cr_colones_cuenta",
            "account in colones",
            sketch(
                "es-MX",
                "cr1",
                place=costa_rica,
                count=8,
                bank="Banco Tiquicia",
                holder=("MARIANELA SOLANO", "SAN PEDRO, SAN JOSE"),
                title="Estado de cuenta colones (CRC)",
                number="15100010044187731",
                facts=(("Cuenta cliente", "15100010044187731"), ("Periodo", "{first} a {last}")),
                columns=("date", "text", "out", "in", "balance"),
                heads=("Fecha", "Detalle", "Débito", "Crédito", "Saldo"),
                opening_label="Saldo inicial",
                closing_label="Saldo final",
            ),
            table_page,
            look=Look(size=8, header="shade"),
        ),
        page(
            "pe_cargo_abono_contable",
            "line printer",
            sketch(
                "es-MX",
                "pe1",
                place=peru,
                count=10,
                bank="BANCO DEL RIMAC",
                holder=("ROSA QUISPE MAMANI", "JR CUSCO 441", "LIMA"),
                title="ESTADO DE CUENTA CORRIENTE SOLES",
                number="191-0044187-0-73",
                facts=(
                    ("CUENTA", "191-0044187-0-73"),
                    ("MONEDA", "SOLES (PEN)"),
                    ("DEL {first} AL {last}", ""),
                ),
                long_days="DD/MM/YYYY",
                columns=("date", "text", "out", "in", "balance"),
                heads=("FECHA", "DESCRIPCION", "CARGOS/DEBE", "ABONOS/HABER", "SALDO CONTABLE"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO FINAL",
                totals_label="TOTAL MOVIMIENTOS",
            ),
            printout,
            reel=Reel(widths=(7, 34, 13, 13, 15)),
        ),
    ]


def _south() -> list[StrangerPage]:
    return [
        page(
            "ar_resumen_de_cuenta",
            "minus for debits",
            sketch(
                "es-AR",
                "ar1",
                count=10,
                bank="BANCO DEL RIACHUELO",
                title="RESUMEN DE CUENTA CAJA DE AHORRO EN PESOS",
                number="4004418-7 073-1",
                kind="savings",
                facts=(
                    ("CUENTA NRO", "4004418-7 073-1"),
                    ("PERIODO", "{first} AL {last}"),
                    ("MONEDA", "PESOS ARGENTINOS (ARS)"),
                ),
                columns=("date", "text", "amount", "balance"),
                heads=("FECHA", "DESCRIPCION", "IMPORTE", "SALDO"),
                opening_label="SALDO INICIAL",
                closing_label="SALDO FINAL",
            ),
            printout,
            reel=Reel(widths=(9, 40, 16, 16), size=8.2),
        ),
        page(
            "cl_cartola_sin_decimales",
            "no decimals",
            sketch(
                "es-CL",
                "cl1",
                count=10,
                bank="Banco del Maipo",
                number="0-000-44-18773-1",
                title="Cartola Cuenta Corriente N° 3",
                facts=(
                    ("Cuenta Corriente", "0-000-44-18773-1"),
                    ("Moneda", "CLP"),
                    ("Desde", "{first}"),
                    ("Hasta", "{last}"),
                ),
                long_days="DD/MM/YYYY",
                columns=("date", "text", "out", "in", "balance"),
                balances="day",
                heads=("FECHA", "DESCRIPCIÓN", "CHEQUES Y CARGOS", "DEPÓSITOS Y ABONOS", "SALDO"),
                summary=(
                    ("SALDO INICIAL", "{opening}"),
                    ("DEPÓSITOS", "{in}"),
                    ("CARGOS", "{out}"),
                    ("SALDO FINAL", "{closing}"),
                ),
            ),
            table_page,
            look=Look(number_width=92, size=7.8, header="shade", accent="#c00000"),
        ),
        page(
            "co_valor_firmado",
            "signed with running balance",
            sketch(
                "es-CO",
                "co1",
                count=9,
                bank="Banco de los Andes",
                number="231-441877-31",
                title="ESTADO DE CUENTA CUENTA DE AHORROS",
                kind="savings",
                facts=(
                    ("NÚMERO", "231-441877-31"),
                    ("DESDE: {first}", "HASTA: {last}"),
                    ("SALDO ANTERIOR", "{opening}"),
                    ("TOTAL ABONOS", "{in}"),
                    ("TOTAL CARGOS", "{out}"),
                    ("SALDO ACTUAL", "{closing}"),
                ),
                long_days="YYYY/MM/DD",
                columns=("date", "text", "amount", "balance"),
                heads=("FECHA", "DESCRIPCIÓN", "VALOR", "SALDO"),
                notes=("Valores en pesos colombianos (COP).",),
            ),
            table_page,
            look=Look(header="line", pitch=12, size=8, number_width=92),
        ),
    ]


def _brazil() -> list[StrangerPage]:
    return [
        page(
            "br_saldo_c_e_d",
            "marks C and D",
            sketch(
                "pt-BR",
                "br1",
                count=11,
                bank="BANCO DA CANTAREIRA S.A.",
                number="44187-7",
                title="EXTRATO DE CONTA CORRENTE",
                sign=("C", "D"),
                balance_sign=("C", "D"),
                facts=(("AGENCIA", "0118"), ("CONTA", "44187-7"), ("PERIODO", "{first} A {last}")),
                columns=("date", "text", "amount", "balance"),
                balances="day",
                heads=("DATA", "HISTORICO", "VALOR R$", "SALDO R$"),
                opening_label="SALDO ANTERIOR",
                closing_label="SALDO",
            ),
            printout,
            reel=Reel(widths=(11, 36, 15, 16)),
        ),
        page(
            "br_credito_debito_saldo",
            "plain columns",
            sketch(
                "pt-BR",
                "br2",
                count=10,
                bank="Banco Paulistano",
                number="0044187-3",
                title="Extrato Mensal",
                facts=(("Agência | Conta", "0118 | 0044187-3"), ("Entre {first} e {last}", "")),
                columns=("date", "text", "in", "out", "balance"),
                sign="lead",
                heads=("Data", "Lançamento", "Crédito (R$)", "Débito (R$)", "Saldo (R$)"),
                opening_label="SALDO ANTERIOR",
                totals_label="Total",
                closing_label=None,
            ),
            table_page,
            look=Look(header="shade", accent="#cc092f", row_rules=True),
        ),
        page(
            "br_roxinho_dias",
            "day headings with totals",
            sketch(
                "pt-BR",
                "br3",
                count=8,
                bank="lilás",
                title="Extrato de março de 2025",
                number="4418773-1",
                days="DD NNN YYYY",
                long_days="DD/MM/YYYY",
                facts=(
                    ("Agência", "0001"),
                    ("Conta", "4418773-1"),
                    ("Período", "{first} a {last}"),
                ),
                figures=Figures(".", ",", before="R$ "),
                sign="lead_both",
                balances="none",
                opening_label="Saldo inicial",
                closing_label="Saldo final do período",
                summary=(("Total de entradas", "{in}"), ("Total de saídas", "{out}")),
                place=variant("pt-BR", family="vera"),
                family="vera",
            ),
            day_list,
            accent="#6b21a8",
        ),
        page(
            "br_carteira_pix",
            "wallet",
            sketch(
                "pt-BR",
                "br4",
                count=8,
                bank="PagaJá",
                kind="other",
                number="88120044-1",
                title="Extrato da carteira",
                newest_first=True,
                facts=(("Conta:", "88120044-1"), ("Período:", "{first} a {last}")),
                heads=("Data", "Descrição", "Valor", "Saldo"),
                sign="lead",
                figures=Figures(".", ",", before="R$ "),
                summary=(("Saldo no início", "{opening}"), ("Saldo no fim", "{closing}")),
            ),
            wallet,
            paper=(440, 650),
        ),
        page(
            "br_poupanca_lateral",
            "side bar",
            sketch(
                "pt-BR",
                "br5",
                count=5,
                bank="Banco Ipê",
                kind="savings",
                number="1044187-0",
                title="Poupança",
                days="DD/MM",
                facts=(("Conta poupança", "1044187-0"), ("De", "{first}"), ("Até", "{last}")),
                long_days="DD/MM/YYYY",
                heads=("Dia", "Histórico", "Valor", "Saldo"),
                sign="lead",
                opening_label="Saldo anterior",
                closing_label="Saldo atual",
            ),
            side_bar,
            fill="#fff7d6",
        ),
    ]
