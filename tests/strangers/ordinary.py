"""An ordinary statement for each place, on which the tempting pages play their variations."""

from dataclasses import dataclass
from typing import Any

from tests.strangers.sketch import Sketch, sketch


@dataclass(frozen=True)
class Wording:
    """What an ordinary bank of a place calls things."""

    bank: str
    title: str
    number_label: str
    number: str
    period_label: str
    period: str
    date: str
    text: str
    out: str
    into: str
    amount: str
    balance: str
    opening: str
    closing: str


WORDINGS = {
    "en-GB": Wording(
        "Aire Valley Bank", "Statement of account", "Account number", "50817724",
        "Statement period", "{first} to {last}", "Date", "Details", "Paid out", "Paid in",
        "Amount", "Balance", "Balance brought forward", "Balance at close",
    ),
    "en-IE": Wording(
        "Bank of Munster", "Statement", "Account no.", "61084423", "Period",
        "{first} to {last}", "Date", "Details", "Payments - out", "Payments - in", "Amount",
        "Balance", "Balance forward", "Balance on {last}",
    ),
    "en-US": Wording(
        "Cedar Falls Bank & Trust", "Checking account statement", "Account number",
        "7710448826", "Statement period", "{first} - {last}", "Date", "Description",
        "Withdrawals", "Deposits", "Amount", "Balance", "Beginning balance", "Ending balance",
    ),
    "en-CA": Wording(
        "Bank of the Maritimes", "Account statement", "Account", "0312-4478902", "For the period",
        "{first} to {last}", "Date", "Description", "Withdrawals ($)", "Deposits ($)",
        "Amount ($)", "Balance ($)", "Opening balance", "Closing balance",
    ),
    "en-AU": Wording(
        "Murray River Mutual", "Everyday account", "Account", "633-000 118824471",
        "Statement period", "{first} to {last}", "Date", "Transaction", "Debit", "Credit",
        "Amount", "Balance", "Opening balance", "Closing balance",
    ),
    "en-ZA": Wording(
        "Algoa Standard Bank", "Current account", "Account number", "012447883",
        "Period", "{first} to {last}", "Date", "Details", "Debits", "Credits", "Amount",
        "Balance", "Balance brought forward", "Closing balance",
    ),
    "en-SG": Wording(
        "Development & Straits Bank", "Current account", "Account number", "0144118822",
        "Period", "{first} to {last}", "Date", "Description", "Withdrawal", "Deposit", "Amount",
        "Balance", "Balance b/f", "Balance c/f",
    ),
    "en-IN": Wording(
        "DECCAN FINANCE BANK LTD", "Statement of account", "Account No", "50100447730912",
        "Period", "{first} to {last}", "Date", "Narration", "Withdrawal", "Deposit", "Amount",
        "Balance", "Opening balance", "Closing balance",
    ),
    "de-DE": Wording(
        "Volksbank Aartal eG", "Kontoauszug", "Konto", "0044187739", "Zeitraum",
        "{first} bis {last}", "Buchung", "Vorgang", "Soll", "Haben", "Betrag EUR", "Saldo",
        "Alter Kontostand", "Neuer Kontostand",
    ),
    "de-AT": Wording(
        "Hausruck Bank AG", "Kontoauszug", "Kontonummer", "04418772590", "Zeitraum",
        "{first} - {last}", "Datum", "Buchungstext", "Belastung", "Gutschrift", "Betrag",
        "Saldo", "Saldo alt", "Saldo neu",
    ),
    "de-CH": Wording(
        "Thurgauer Handelsbank", "Kontoauszug", "Konto-Nr.", "02304418773140", "Periode",
        "{first} - {last}", "Datum", "Text", "Belastung", "Gutschrift", "Betrag CHF",
        "Saldo CHF", "Saldovortrag", "Schlusssaldo",
    ),
    "fr-FR": Wording(
        "Banque des Dombes", "Relevé de compte", "Compte n°", "00044187752", "Période",
        "du {first} au {last}", "Date", "Libellé", "Débit", "Crédit", "Montant", "Solde",
        "Ancien solde", "Nouveau solde",
    ),
    "fr-CA": Wording(
        "Caisse de la Chaudière", "Relevé de compte", "Folio", "81520-0147739", "Période",
        "du {first} au {last}", "Date", "Description", "Retrait", "Dépôt", "Montant", "Solde",
        "Solde reporté", "Solde de fermeture",
    ),
    "es-ES": Wording(
        "Caja del Arlanzón", "Extracto de cuenta", "Cuenta", "21000418450200051377", "Período",
        "del {first} al {last}", "Fecha", "Concepto", "Cargos", "Abonos", "Importe", "Saldo",
        "Saldo anterior", "Saldo final",
    ),
    "es-MX": Wording(
        "Banca Cuauhtémoc", "Estado de cuenta", "Cuenta", "70044187755", "Periodo",
        "{first} al {last}", "Fecha", "Concepto", "Retiros", "Depósitos", "Importe", "Saldo",
        "Saldo anterior", "Saldo al corte",
    ),
    "pt-PT": Wording(
        "Banco do Vouga", "Extrato de conta", "Conta", "0044187730066", "Período",
        "{first} a {last}", "Data", "Descrição", "Débito", "Crédito", "Valor", "Saldo",
        "Saldo inicial", "Saldo final",
    ),
    "pt-BR": Wording(
        "Banco Paulistano", "Extrato mensal", "Conta", "0044187-9", "Período",
        "{first} a {last}", "Data", "Lançamento", "Débito (R$)", "Crédito (R$)", "Valor (R$)",
        "Saldo (R$)", "Saldo anterior", "Saldo final",
    ),
    "it-IT": Wording(
        "Banca del Brenta", "Estratto conto", "Conto n.", "1000441893", "Periodo",
        "dal {first} al {last}", "Data", "Descrizione", "Addebiti", "Accrediti", "Importo",
        "Saldo", "Saldo iniziale", "Saldo finale",
    ),
    "nl-NL": Wording(
        "Boerenleenbank Salland", "Rekeningafschrift", "Rekening", "0441877366", "Periode",
        "{first} t/m {last}", "Datum", "Omschrijving", "Af", "Bij", "Bedrag", "Saldo",
        "Vorig saldo", "Nieuw saldo",
    ),
    "pl-PL": Wording(
        "Bank Wisła", "Wyciąg z rachunku", "Rachunek", "10501214000090044187799", "Okres",
        "od {first} do {last}", "Data", "Opis", "Obciążenia", "Uznania", "Kwota", "Saldo",
        "Saldo początkowe", "Saldo końcowe",
    ),
    "cs-CZ": Wording(
        "Spořitelna Vysočiny", "Výpis z účtu", "Číslo účtu", "2044187755", "Období",
        "{first} - {last}", "Datum", "Popis", "Debet", "Kredit", "Částka", "Zůstatek",
        "Počáteční zůstatek", "Konečný zůstatek",
    ),
    "hu-HU": Wording(
        "Alföldi Takarék", "Számlakivonat", "Számlaszám", "1177301600044188", "Időszak",
        "{first} - {last}", "Dátum", "Megnevezés", "Terhelés", "Jóváírás", "Összeg",
        "Egyenleg", "Nyitó egyenleg", "Záró egyenleg",
    ),
    "sv-SE": Wording(
        "Nordhavn Bank", "Kontoutdrag", "Konto", "33008804118799", "Period",
        "{first} - {last}", "Datum", "Text", "Uttag", "Insättning", "Belopp", "Saldo",
        "Ingående saldo", "Utgående saldo",
    ),
    "da-DK": Wording(
        "Fynske Andelsbank", "Kontoudtog", "Konto", "54900004418799", "Periode",
        "{first} - {last}", "Dato", "Tekst", "Hævet", "Indsat", "Beløb", "Saldo",
        "Saldo primo", "Saldo ultimo",
    ),
    "nb-NO": Wording(
        "SpareBanken Fjord", "Kontoutskrift", "Konto", "32074418799", "Periode",
        "{first} - {last}", "Dato", "Tekst", "Ut", "Inn", "Beløp", "Saldo",
        "Inngående saldo", "Utgående saldo",
    ),
    "fi-FI": Wording(
        "Meripankki", "Tiliote", "Tili", "57800720044199", "Ajalta", "{first} - {last}", "Pvm",
        "Selite", "Otto", "Pano", "Määrä", "Saldo", "Alkusaldo", "Loppusaldo",
    ),
    "tr-TR": Wording(
        "Ege Ticaret Bankası A.Ş.", "Hesap ekstresi", "Hesap no", "441877315099", "Dönem",
        "{first} - {last}", "Tarih", "Açıklama", "Borç", "Alacak", "Tutar", "Bakiye",
        "Devir bakiye", "Son bakiye",
    ),
    "el-GR": Wording(
        "Τράπεζα Αχαΐας", "Κίνηση λογαριασμού", "Λογαριασμός", "0044187731299", "Περίοδος",
        "{first} - {last}", "Ημ/νία", "Αιτιολογία", "Χρέωση", "Πίστωση", "Ποσό", "Υπόλοιπο",
        "Προηγούμενο υπόλοιπο", "Νέο υπόλοιπο",
    ),
    "ru-RU": Wording(
        "Поволжский банк", "Выписка по счёту", "Счёт", "40817810044180001799", "Период",
        "с {first} по {last}", "Дата", "Операция", "Расход", "Приход", "Сумма", "Остаток",
        "Входящий остаток", "Исходящий остаток",
    ),
    "id-ID": Wording(
        "BANK NUSANTARA RAYA", "REKENING KORAN", "NO. REKENING", "4418773199", "PERIODE",
        "{first} - {last}", "TANGGAL", "KETERANGAN", "DEBET", "KREDIT", "MUTASI", "SALDO",
        "SALDO AWAL", "SALDO AKHIR",
    ),
}  # fmt: skip

_LONG_DAYS = {
    "en-GB": "D MMMM YYYY", "en-CA": "MMM DD, YYYY", "en-ZA": "D MMM YYYY",
    "en-SG": "DD MMM YYYY", "de-AT": "DD.MM.YYYY", "fr-FR": "DD.MM.YYYY",
    "fr-CA": "D MMMM YYYY", "es-MX": "DD/MM/YYYY", "fi-FI": "DD.MM.YYYY",
    "id-ID": "DD/MM/YYYY", "de-CH": "DD.MM.YYYY", "nb-NO": "DD.MM.YYYY",
}  # fmt: skip


def ordinary(code: str, seed: str, *, signed: bool = False, **more: Any) -> Sketch:
    """The ordinary statement of a place; with one signed column instead of two if wished."""
    said = WORDINGS[code]
    numbers = ("amount", "balance") if signed else ("out", "in", "balance")
    heads = {"out": said.out, "in": said.into, "amount": said.amount, "balance": said.balance}
    plain: dict[str, Any] = {
        "bank": said.bank,
        "title": said.title,
        "number": said.number,
        "facts": ((said.number_label, said.number), (said.period_label, said.period)),
        "columns": ("date", "text", *numbers),
        "heads": (said.date, said.text, *(heads[key] for key in numbers)),
        "opening_label": said.opening,
        "closing_label": said.closing,
        "long_days": _LONG_DAYS.get(code, ""),
    }
    return sketch(code, seed, **(plain | more))
