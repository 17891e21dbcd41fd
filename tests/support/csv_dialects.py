"""The same two months of one account as many banks and products would export them."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

FILES: Final = Path(__file__).parents[1] / "data" / "ledgers" / "csv"
#: Ten rows whose days all could be months.
ROWS: Final = tuple(
    (date(2025, month, day), minor, text)
    for month, day, minor, text in (
        (1, 3, -42_00, "Hollis Bakery"),
        (1, 3, -42_00, "Hollis Bakery"),
        (1, 5, -3_20, "Costa"),
        (1, 8, -150_00, "Visa payment"),
        (1, 9, 1019_99, "Müller & Söhne"),
        (1, 11, -1234_56, "Rent"),
        (1, 12, 2500_00, "Salary"),
        (2, 3, -86_40, "Octopus Energy"),
        (2, 7, -9_99, "Netflix.com"),
        (2, 10, -12_00, "Café Nero"),
    )
)
TRUTH: Final = [(day, minor) for day, minor, _ in ROWS]
_OPENING: Final = 2318_46

#: The encoding, what is above the rows, and a row. In it: day ``d``; amounts with a point as
#: ``p``, with a comma as ``c``, without a sign ``ap`` and ``ac``, money out and in alone ``op``
#: ``ip`` ``oc`` ``ic``, out with its sign ``mo``; the balance ``bp`` ``bc``; Indian ``i``, Swiss
#: ``s``, in brackets ``k``, with the sign behind it ``t``; turned ``np``; the words for out and in
#: ``w[...]``; number ``n``.
OWN: Final = {
    "ing_nl": (
        "utf-8",
        '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij",'
        '"Bedrag (EUR)","Mutatiesoort","Mededelingen"',
        '"{d:%Y%m%d}","{x}","NL69INGB0123456789","","BA","{w[Af/Bij]}","{ac}","Betaal",""',
    ),
    "ing_de": (
        "cp1252",
        "Umsatzanzeige;Datei erstellt am: 01.03.2025\nIBAN;DE12\nSaldo;1,00;EUR\n\n"
        "Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;"
        "Betrag;Währung",
        "{d:%d.%m.%Y};{d:%d.%m.%Y};{x};Lastschrift;Ref;{bc};EUR;{c};EUR",
    ),
    "dkb": (
        "utf-8-sig",
        '"Girokonto";"DE12"\n"Kontostand vom 01.03.2025:";"4.258,30 €"\n""\n"Buchungsdatum";'
        '"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";'
        '"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"',
        '"{d:%d.%m.%y}";"{d:%d.%m.%y}";"Gebucht";"Ich";"{x}";"";"Ausgang";"DE1";"{c}"',
    ),
    "n26": (
        "utf-8",
        '"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)",'
        '"Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
        '"{d:%Y-%m-%d}","{x}","DE1","Transfer","","{p}","","",""',
    ),
    "revolut": (
        "utf-8",
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
        "CARD,Current,{d} 09:12:00,{d} 10:00:00,{x},{p},0.00,GBP,COMPLETED,{bp}",
    ),
    "wise": (
        "utf-8",
        '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance"',
        '"CARD-{n}",{d:%d-%m-%Y},{p},GBP,"{x}",,{bp}',
    ),
    "paypal": (
        "utf-8-sig",
        '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net",'
        '"Transaction ID","Balance"',
        '"{d:%d/%m/%Y}","10:00:00","GMT","{x}","Payment","Completed","GBP","{p}","0.00","{p}",'
        '"T{n}","{bp}"',
    ),
    "monzo": (
        "utf-8",
        "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,"
        "Local currency,Notes and #tags,Address",
        "tx_{n},{d:%d/%m/%Y},10:00:00,Card payment,{x},,Food,{p},GBP,{p},GBP,,",
    ),
    "chase": (
        "utf-8",
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #",
        '{w[DEBIT/CREDIT]},{d:%m/%d/%Y},"{x}",{p},ACH,{bp},,',
    ),
    "amex": ("utf-8", "Date,Description,Amount", '{d:%m/%d/%Y},"{x}",{np}'),
    "postfinance": (
        "utf-8-sig",
        'Datum von:;="2025-01-01"\nKonto:;="CH1"\n\nDatum;Avisierungstext;Gutschrift in CHF;'
        "Lastschrift in CHF;Valuta;Saldo in CHF",
        "{d:%d.%m.%Y};{x};{ip};{mo};{d:%d.%m.%Y};{bp}",
    ),
    "capital_one": (
        "utf-8",
        "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit",
        "{d:%Y-%m-%d},{d:%Y-%m-%d},1234,{x},Dining,{op},{ip}",
    ),
    "india": (
        "utf-8",
        "Txn Date\tParticulars\tAmount (INR)\tDr / Cr\tBalance (INR)",
        "{d:%d-%b-%Y}\t{x}\t{i}\t{w[DR/CR]}\t{bp}",
    ),
    "swiss": ("utf-8", "Buchung|Text|Betrag", "{d:%d.%m.%y}|{x}|{s}"),
    "brackets": ("cp1252", "Posted;Narrative;Value", "{d:%d/%m/%Y};{x};{k}"),
    "behind": ("utf-16", "Dato;Tekst;Beløb", "{d:%d-%m-%Y};{x};{t}"),
    "soll_haben": ("cp1252", "Tag;Text;Soll;Haben", "{d:%d.%m.%Y};{x};{oc};{ic}"),
    "no_header": ("utf-8", "", '{d:%m/%d/%Y},"{x}",{p}'),
    "two_accounts": (
        "utf-8",
        "Day,Wallet,What,Sum",
        "{d:%d/%m/%Y},Joint,{x},{p}\n{d:%d/%m/%Y},Own,{x} again,{bp}",
    ),
}


def write_own(folder: Path) -> list[Path]:
    """Write each export of `OWN` into the folder."""
    files = []
    for name, (encoding, above, row) in OWN.items():
        balance = _OPENING
        lines = [above] if above else []
        for n, (day, minor, text) in enumerate(ROWS):
            balance += minor
            lines.append(row.format(d=day, x=text, n=n, **_figures(minor, balance)))
        file = folder / f"{name}.csv"
        file.write_bytes("\r\n".join([*lines, ""]).encode(encoding, "replace"))
        files.append(file)
    return files


def _figures(minor: int, balance: int) -> dict[str, object]:
    size, sign = f"{abs(minor) / 100:,.2f}", "-" if minor < 0 else ""
    plain, comma = size.replace(",", ""), _comma(size)
    return {
        "p": sign + plain,
        "c": sign + comma,
        "ap": plain,
        "ac": comma,
        "op": plain if minor < 0 else "",
        "ip": plain if minor > 0 else "",
        "oc": comma if minor < 0 else "",
        "ic": comma if minor > 0 else "",
        "bp": f"{balance / 100:.2f}",
        "bc": _comma(f"{balance / 100:,.2f}"),
        "np": f"{-minor / 100:.2f}",
        "i": size,
        "s": sign + size.replace(",", "’"),
        "k": f"({size})" if minor < 0 else size,
        "t": comma + sign,
        "mo": f"-{plain}" if minor < 0 else "",
        "w": {pair: pair.split("/")[minor > 0] for pair in ("Af/Bij", "DEBIT/CREDIT", "DR/CR")},
    }


def _comma(size: str) -> str:
    return size.translate(str.maketrans(",.", ".,"))
