"""One bank statement in every form, and what is in it."""

from datetime import date
from pathlib import Path

from db.formats.detect import read_source
from db.formats.snapshot import Snapshot, SourceEntry

LEDGERS = Path(__file__).parents[2] / "data" / "ledgers"

JANUARY = [
    (date(2025, 1, 3), -4200, "Hollis Bakery"),
    (date(2025, 1, 3), -4200, "Hollis Bakery"),
    (date(2025, 1, 8), -15000, "Visa payment"),
    (date(2025, 1, 9), -8000, "Dollars bought"),
    (date(2025, 1, 31), 101999, "Müller & Söhne"),
]

OFX_HEAD = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>\n"


def told(entry: SourceEntry) -> tuple[date, int, str]:
    return entry.booked_on, entry.amount_minor, entry.description


def read_text(folder: Path, text: str | bytes, name: str = "bank.txt") -> Snapshot:
    """What the form that is recognised in this text makes of it."""
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_source(file)


def ofx_row(day: str = "20250103", amount: str = "-42.00", more: str = "<FITID>F1") -> str:
    return f"<STMTTRN>\n<DTPOSTED>{day}\n<TRNAMT>{amount}\n{more}\n<NAME>Hollis\n</STMTTRN>\n"


def ofx_statement(
    *rows: str, number: str = "1", balance: str = "100.00", currency: str = "GBP"
) -> str:
    return (
        f"<STMTRS><CURDEF>{currency}<BANKACCTFROM><BANKID>2<ACCTID>{number}<ACCTTYPE>SAVINGS"
        f"</BANKACCTFROM><BANKTRANLIST><DTSTART>20250101<DTEND>20250131\n{''.join(rows)}"
        f"</BANKTRANLIST><LEDGERBAL><BALAMT>{balance}<DTASOF>20250131</LEDGERBAL></STMTRS>\n"
    )


def ofx_file(*statements: str) -> str:
    return f"{OFX_HEAD}{''.join(statements)}</OFX>\n"


def qif_file(*days: str) -> str:
    return "!Type:Bank\n" + "".join(f"D{day}\nT-42.00\nPHollis\n^\n" for day in days)


def mt940_file(*rows: str, closing: str = "C250131GBP58,00") -> str:
    return "\n".join([":20:X", ":25:1", ":60F:C250101GBP100,00", *rows, f":62F:{closing}", "-", ""])


def camt_entry(
    day: str = "2025-01-03", amount: str = "42.00", mark: str = "DBIT", more: str = ""
) -> str:
    return (
        f'<Ntry><Amt Ccy="GBP">{amount}</Amt><CdtDbtInd>{mark}</CdtDbtInd>{more}'
        f"<BookgDt><Dt>{day}</Dt></BookgDt><AddtlNtryInf>Hollis</AddtlNtryInf></Ntry>"
    )


def camt_file(*entries: str, head: str = "") -> str:
    balances = "".join(
        f'<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">{amount}</Amt>'
        f"<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>"
        for code, amount, day in (("OPBD", "100.00", "2025-01-01"), ("CLBD", "58.00", "2025-01-31"))
    )
    return (
        f'{head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
        f"<Stmt><Acct><Id><IBAN>GB1</IBAN></Id></Acct>{balances}{''.join(entries)}</Stmt>"
        "</BkToCstmrStmt></Document>"
    )
