"""Writes CAMT.053.001.08, the form of ISO 20022 that has a place for all of a statement."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from db.formats.writers.statement import WrittenRow, WrittenStatement, plain

_NAMESPACE: Final = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"
#: The bank's code for what it is is on no page: "not available", as the form calls it.
_CODE: Final = (
    "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>NTAV</Cd><SubFmlyCd>NTAV</SubFmlyCd></Fmly></Domn>"
    "</BkTxCd>"
)
_NUMBER, _NAME, _TEXT = 34, 70, 500  # letters that the form has room for


def camt053(statements: Sequence[WrittenStatement]) -> str:
    made = f"{max(each.last for each in statements).isoformat()}T00:00:00Z"
    head = f"<GrpHdr><MsgId>{statements[0].reference}</MsgId><CreDtTm>{made}</CreDtTm></GrpHdr>"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<Document xmlns="{_NAMESPACE}"><BkToCstmrStmt>{head}',
        *(line for each in statements for line in _statement(each)),
        "</BkToCstmrStmt></Document>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _statement(each: WrittenStatement) -> Iterator[str]:
    yield f"<Stmt><Id>{each.reference}</Id><CreDtTm>{each.last.isoformat()}T00:00:00Z</CreDtTm>"
    yield (
        f"<FrToDt><FrDtTm>{each.first.isoformat()}T00:00:00Z</FrDtTm>"
        f"<ToDtTm>{each.last.isoformat()}T23:59:59Z</ToDtTm></FrToDt>"
    )
    yield (
        f"<Acct><Id><Othr><Id>{escape(plain(each.number, _NUMBER), quote=False)}</Id></Othr></Id>"
        f"<Ccy>{each.currency}</Ccy><Nm>{escape(plain(each.name, _NAME), quote=False)}</Nm></Acct>"
    )
    yield _balance(each, "OPBD", each.opening_minor, each.first.isoformat())
    yield _balance(each, "CLBD", each.closing_minor, each.last.isoformat())
    for row in each.rows:
        yield _entry(row, each)
    yield "</Stmt>"


def _balance(statement: WrittenStatement, code: str, minor: int, day: str) -> str:
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>{_amount(statement, minor)}"
        f"<Dt><Dt>{day}</Dt></Dt></Bal>"
    )


def _entry(row: WrittenRow, statement: WrittenStatement) -> str:
    value = row.value_on or row.booked_on
    said = escape(plain(row.description, _TEXT), quote=False)
    return (
        f"<Ntry><NtryRef>{row.reference}</NtryRef>{_amount(statement, row.amount_minor)}"
        f"<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>{row.booked_on.isoformat()}</Dt></BookgDt>"
        f"<ValDt><Dt>{value.isoformat()}</Dt></ValDt><AcctSvcrRef>{row.reference}</AcctSvcrRef>"
        f"{_CODE}{f'<AddtlNtryInf>{said}</AddtlNtryInf>' if said else ''}</Ntry>"
    )


def _amount(statement: WrittenStatement, minor: int) -> str:
    mark = "DBIT" if minor < 0 else "CRDT"
    amount = statement.decimal(abs(minor))
    return f'<Amt Ccy="{statement.currency}">{amount}</Amt><CdtDbtInd>{mark}</CdtDbtInd>'
