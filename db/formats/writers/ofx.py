"""Writes proven statements as OFX, QBO and QIF."""

from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Final

from db.formats.writers.statement import WrittenRow, WrittenStatement, plain
from db.words import AccountKind

_HEADER: Final = """OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:UNICODE
CHARSET:NONE
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE
"""
_OK: Final = "<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>"
_TYPES: Final = {AccountKind.SAVINGS: "SAVINGS", AccountKind.LOAN: "CREDITLINE"}
#: A bank that QuickBooks knows; it refuses a file that names none.
_INTUIT_BANK: Final = "3000"
_NAME, _MEMO, _NUMBER = 32, 255, 22  # letters that the form has room for


def ofx(statements: Sequence[WrittenStatement]) -> str:
    return _file(statements, "")


def qbo(statements: Sequence[WrittenStatement]) -> str:
    bank = next((each.bank for each in statements if each.bank), "Bank")
    intuit = (
        f"<FI><ORG>{_text(bank, _NAME)}</ORG><FID>{_INTUIT_BANK}</FID></FI>"
        f"<INTU.BID>{_INTUIT_BANK}</INTU.BID>"
    )
    return _file(statements, intuit)


def _file(statements: Sequence[WrittenStatement], intuit: str) -> str:
    asked = _day(max(each.last for each in statements))
    cards = [each for each in statements if each.kind is AccountKind.CARD]
    others = [each for each in statements if each.kind is not AccountKind.CARD]
    return "\n".join(
        [
            _HEADER,
            "<OFX>",
            f"<SIGNONMSGSRSV1><SONRS>{_OK}<DTSERVER>{asked}</DTSERVER><LANGUAGE>ENG</LANGUAGE>"
            f"{intuit}</SONRS></SIGNONMSGSRSV1>",
            *_message("BANKMSGSRSV1", "STMTTRNRS", "STMTRS", others),
            *_message("CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS", cards),
            "</OFX>",
            "",
        ]
    )


def _message(
    message: str, answer: str, name: str, statements: Sequence[WrittenStatement]
) -> list[str]:
    if not statements:
        return []
    lines = [f"<{message}>"]
    for number, each in enumerate(statements):
        lines += [
            f"<{answer}><TRNUID>{number}</TRNUID>{_OK}<{name}><CURDEF>{each.currency}</CURDEF>",
            _account(each),
            f"<BANKTRANLIST><DTSTART>{_day(each.first)}</DTSTART><DTEND>{_day(each.last)}</DTEND>",
            *(_row(row, each) for row in each.rows),
            "</BANKTRANLIST>",
            f"<LEDGERBAL><BALAMT>{each.decimal(each.closing_minor)}</BALAMT>"
            f"<DTASOF>{_day(each.last)}</DTASOF></LEDGERBAL>",
            f"</{name}></{answer}>",
        ]
    return [*lines, f"</{message}>"]


def _account(statement: WrittenStatement) -> str:
    number = f"<ACCTID>{_text(statement.number, _NUMBER)}</ACCTID>"
    if statement.kind is AccountKind.CARD:
        return f"<CCACCTFROM>{number}</CCACCTFROM>"
    kind = _TYPES.get(statement.kind, "CHECKING")
    bank = f"<BANKID>{_bank_number(statement.bank)}</BANKID>"
    return f"<BANKACCTFROM>{bank}{number}<ACCTTYPE>{kind}</ACCTTYPE></BANKACCTFROM>"


def _bank_number(bank: str | None) -> str:
    """Nine digits that tell one bank from another, as its own are on no page."""
    if bank is None:
        return "0" * 9
    return f"{int(sha256(bank.encode()).hexdigest()[:12], 16) % 10**9:09d}"


def _row(row: WrittenRow, statement: WrittenStatement) -> str:
    kind = "DEBIT" if row.amount_minor < 0 else "CREDIT"
    whole = plain(row.description)
    memo = f"<MEMO>{_text(whole, _MEMO)}</MEMO>" if len(whole) > _NAME else ""
    value = f"<DTAVAIL>{_day(row.value_on)}</DTAVAIL>" if row.value_on else ""
    return (
        f"<STMTTRN><TRNTYPE>{kind}</TRNTYPE><DTPOSTED>{_day(row.booked_on)}</DTPOSTED>{value}"
        f"<TRNAMT>{statement.decimal(row.amount_minor)}</TRNAMT><FITID>{row.reference}</FITID>"
        f"<NAME>{_escaped(whole[:_NAME].rstrip())}</NAME>{memo}</STMTTRN>"
    )


def _text(text: str, most: int) -> str:
    return _escaped(plain(text, most))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _day(day: date) -> str:
    return f"{day:%Y%m%d}"


_QIF_TYPES: Final = {AccountKind.CARD: "CCard", AccountKind.LOAN: "Oth L"}


def qif(statements: Sequence[WrittenStatement]) -> str:
    lines: list[str] = []
    for each in statements:
        kind = _QIF_TYPES.get(each.kind, "Bank")
        if len(statements) > 1:
            lines += ["!Account", f"N{plain(each.name)}", f"T{kind}"]
            lines += [f"/{_qif_day(each.last)}", f"${each.decimal(each.closing_minor)}", "^"]
        lines.append(f"!Type:{kind}")
        for row in each.rows:
            lines += [
                f"D{_qif_day(row.booked_on)}",
                f"T{each.decimal(row.amount_minor)}",
                f"P{plain(row.description)}",
                f"N{row.reference}",
                *([f"L{plain(row.leg)}"] if row.leg else ()),
                "^",
            ]
    return "".join(f"{line}\n" for line in lines)


def _qif_day(day: date) -> str:
    return f"{day:%m/%d/%Y}"
