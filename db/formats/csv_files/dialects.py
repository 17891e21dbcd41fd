"""What is known of CSV files by the row that names their columns: products and banks, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Recipe = Literal["signed", "sides", "sum", "marked", "flow"]


@dataclass(frozen=True, slots=True)
class CsvDialect:
    """The columns of one product's export, by their names in small letters; ``*`` ends a start.

    ``amount`` are the columns of the recipe: one; out and in; amount and mark; or amount, kind,
    source and destination. ``dates`` is None where the file may have either order, and ``sign`` 0
    where it may have either sign. ``pending`` names a column and the words in it that say that a
    row is not booked. ``fee`` is taken off the amount.
    """

    name: str
    date: str
    amount: tuple[str, ...]
    text: tuple[str, ...]
    also: tuple[str, ...] = ()
    recipe: Recipe = "signed"
    sign: int = 1
    dates: str | None = None
    decimal: str | None = None
    plus: tuple[str, ...] = ()
    minus: tuple[str, ...] = ()
    account: str | None = None
    counter: str | None = None
    source_id: str | None = None
    value_on: str | None = None
    balance: str | None = None
    currency: str | None = None
    code: str | None = None
    fee: str | None = None
    status: str | None = None
    pending: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def needed(self) -> frozenset[str]:
        """The columns by which it is recognised."""
        roles = (self.date, self.account, self.balance, self.currency, self.value_on, self.fee)
        names = (*roles, *self.amount, *self.text, *self.also, self.source_id, self.status)
        return frozenset(name for name in names if name and name != SECTION)


#: The column that sheets have beside their own: the heading above the row.
SECTION: Final = "(section)"

DIALECTS: Final = (
    CsvDialect("Firefly III", "date", ("amount", "type", "source_name", "destination_name"),
            ("description",), recipe="flow", dates="ymd", decimal=".", source_id="journal_id",
            currency="currency_code"),
    CsvDialect("YNAB", "date", ("outflow", "inflow"), ("payee", "memo"),
            ("cleared", "category group/category"), recipe="sides", account="account"),
    CsvDialect("Sure", "date", ("amount",), ("name", "notes"), ("category", "tags"), dates="ymd",
            decimal=".", account="account_name", currency="currency"),
    CsvDialect("Actual", "date", ("amount",), ("payee", "notes"), ("category", "split_amount"),
            dates="ymd", account="account"),
    CsvDialect("Xero", "date", ("credit", "debit"), ("description", "reference"), recipe="sides",
            balance="running balance"),
    CsvDialect("QuickBooks", "date", ("amount",), ("name", "memo/description"),
            ("transaction type", "split"), sign=0, account=SECTION, balance="balance"),
    CsvDialect("DATEV", "belegdatum",
            ("umsatz (ohne soll/haben-kz)", "soll/haben-kennzeichen"),
            ("buchungstext",), recipe="marked", dates="dm", decimal=",", plus=("S",),
            minus=("H",), account="konto", counter="gegenkonto*", currency="wkz umsatz"),
    CsvDialect("Odoo", "date", ("credit", "debit"), ("label",), ("journal entry",), recipe="sides",
            dates="ymd", account="account"),
    CsvDialect("ERPNext", "posting date", ("credit (*", "debit (*"), ("voucher no",),
            ("voucher type", "against account"), recipe="sides", account="account"),
    CsvDialect("hledger", "date", ("amount",), ("description", "comment"), ("txnidx", "status"),
            dates="ymd", account="account", currency="commodity"),
    CsvDialect("Sparkasse", "buchungstag", ("betrag",),
            ("beguenstigter/zahlungspflichtiger", "verwendungszweck"), dates="dmy", decimal=",",
            account="auftragskonto", value_on="valutadatum", currency="waehrung"),
    CsvDialect("Barclays", "date", ("amount",), ("memo",), ("number", "subcategory"), dates="dmy",
            decimal=".", account="account", code="GBP"),
    CsvDialect("HDFC", "date", ("debit amount", "credit amount"), ("narration",), ("value dat",),
            recipe="sides", dates="dmy", decimal=".", balance="closing balance", code="INR"),
    CsvDialect("Itaú", "data", ("valor (r$)",), ("lançamento",), dates="dmy", decimal=",",
            balance="saldos (r$)", code="BRL"),
    CsvDialect("Crédit Agricole", "date", ("débit euros", "crédit euros"), ("libellé",),
            recipe="sides", dates="dmy", decimal=",", code="EUR"),
    CsvDialect("ING (Germany)", "buchung", ("betrag",),
            ("auftraggeber/empfänger", "verwendungszweck"), dates="dmy", decimal=",",
            balance="saldo", code="EUR"),
    CsvDialect("ING (Netherlands)", "datum", ("bedrag (eur)", "af bij"),
            ("naam / omschrijving", "mededelingen"), recipe="marked", dates="ymd", decimal=",",
            plus=("Bij",), minus=("Af",), account="rekening", code="EUR"),
    CsvDialect("DKB", "buchungsdatum", ("betrag (€)",),
            ("zahlungsempfänger*", "verwendungszweck"), dates="dmy", decimal=",",
            value_on="wertstellung", code="EUR", status="status", pending=("Vorgemerkt",)),
    CsvDialect("N26", "date", ("amount (eur)",), ("payee", "payment reference"),
            ("transaction type",), dates="ymd", decimal=".", code="EUR"),
    CsvDialect("Revolut", "completed date", ("amount",), ("description",), ("started date",),
            dates="ymd", decimal=".", account="product", balance="balance", currency="currency",
            fee="fee", status="state", pending=("PENDING",), dropped=("REVERTED", "DECLINED")),
    CsvDialect("Wise", "date", ("amount",), ("description", "payment reference"), dates="dmy",
            decimal=".", source_id="transferwise id", balance="running balance",
            currency="currency"),
    CsvDialect("PayPal", "date", ("net",), ("name", "type"), ("gross", "fee"), currency="currency",
            source_id="transaction id", balance="balance", status="status",
            pending=("Pending",), dropped=("Denied", "Canceled")),
    CsvDialect("Monzo", "date", ("amount",), ("name", "notes and #tags"), ("emoji", "local amount"),
            dates="dmy", decimal=".", source_id="transaction id", currency="currency"),
    CsvDialect("Chase", "posting date", ("amount",), ("description",), ("details", "type"),
            dates="mdy", decimal=".", balance="balance", code="USD"),
    CsvDialect("Chase (card)", "post date", ("amount",), ("description",),
            ("transaction date", "category", "type"), dates="mdy", decimal=".", code="USD"),
    CsvDialect("PostFinance", "datum", ("lastschrift in chf", "gutschrift in chf"),
            ("avisierungstext",), recipe="sides", dates="dmy", decimal=".", value_on="valuta",
            balance="saldo in chf", code="CHF"),
)  # fmt: skip

#: Words in the names of columns of files that nobody described. "out" and "in" leave no doubt
#: which way the money went; "debit" and "credit" do, since banks and books use them oppositely.
ROLES: Final[dict[str, tuple[str, ...]]] = {
    "date": ("booking date", "posting date", "transaction date", "buchungsdatum", "buchungstag",
             "date", "datum", "data", "fecha", "data operazione", "posted", "boekdatum"),
    "value_on": ("value date", "valuta", "wertstellung", "valutadatum", "date de valeur"),
    "amount": ("amount", "betrag", "umsatz", "montant", "importe", "importo", "valor", "bedrag",
               "belopp", "beløb", "kwota"),
    "out": ("paid out", "money out", "withdrawal", "withdrawals", "outflow", "ausgang",
            "withdrawal amount"),
    "in": ("paid in", "money in", "deposit", "deposits", "inflow", "eingang", "deposit amount"),
    "debit": ("debit", "soll", "débit", "debe", "dare", "débito", "debet", "debit amount",
              "lastschrift", "belastung"),
    "credit": ("credit", "haben", "crédit", "haber", "avere", "crédito", "credit amount",
               "gutschrift"),
    "balance": ("balance", "saldo", "solde", "running balance", "closing balance"),
    "currency": ("currency", "währung", "waehrung", "devise", "moneda", "divisa", "moeda",
                 "valuta code", "ccy"),
    "account": ("account", "account name", "account number", "konto", "compte", "cuenta", "conta",
                "conto", "rekening", "iban", "auftragskonto", SECTION),
    "source_id": ("transaction id", "id", "reference id", "fitid"),
    "text": ("description", "payee", "memo", "name", "narration", "details", "verwendungszweck",
             "buchungstext", "empfänger", "libellé", "libelle", "concepto", "descrizione",
             "descrição", "omschrijving", "reference", "notes", "particulars"),
}  # fmt: skip


def dialect_of(names: tuple[str, ...]) -> CsvDialect | None:
    """The dialect that all the columns of are there; of several, that with most of them."""
    fitting = [
        each
        for each in DIALECTS
        if all(column_of(names, needed) is not None for needed in each.needed)
    ]
    return max(fitting, key=lambda each: len(each.needed), default=None)


def column_of(names: tuple[str, ...], name: str | None) -> int | None:
    """Where the column of that name is, or whose name starts so if it ends with ``*``."""
    if name is None:
        return None
    start = name.removesuffix("*")
    for at, each in enumerate(names):
        if each == name or (start != name and each.startswith(start)):
            return at
    return None


def role_columns(names: tuple[str, ...], role: str) -> list[int]:
    """The columns whose names have a word for the role; a unit in brackets is passed over."""
    bare = [name.partition(" (")[0].strip() for name in names]
    return [at for at, name in enumerate(bare) if name in ROLES[role]]
