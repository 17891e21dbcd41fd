"""Reads CAMT.053, 052 and 054 of any version: what a bank says of an account in ISO 20022."""

import re
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from db.errors import TieoutError
from db.formats.bank.bank_statements import (
    BankFigures,
    BankStatement,
    clean,
    day_of,
    refuse_doctype,
    snapshot_of,
    text_of,
    why_not,
)
from db.formats.detect import bytes_of
from db.formats.snapshot import (
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceHasDoctype,
    SourceMalformed,
    SourceTruncated,
    is_ours,
)
from db.money import UnknownCurrency, exponent_of

_NAMESPACE: Final = re.compile(rb"iso:20022:tech:xsd:camt\.05[234]\b|<BkToCstmr(?:Stmt|Acct)")
_END: Final = re.compile(r"</(?:[\w.-]+:)?Document\s*>\s*(?:<!--.*?-->\s*)*\Z", re.DOTALL)
_DAY: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[TZ+-].*)?")
_STATEMENTS: Final = ("{*}Stmt", "{*}Rpt", "{*}Ntfctn")
_PENDING: Final = frozenset({"PDNG", "FUTR"})
_LONGEST: Final = 500
#: An amount in XML has a point and no groups, whatever the bank's country.
_FIGURES: Final = BankFigures(".", grouped=False)


def identify(path: Path, head: bytes) -> bool:  # noqa: ARG001 - the port's
    """Whether the beginning names the schema of one of the three."""
    return _NAMESPACE.search(head.replace(b"\0", b"")) is not None


def read(path: Path) -> Snapshot:
    """All accounts of the file. Raises ``SourceError``."""
    data, digest = bytes_of(path)
    text = text_of(data)
    refuse_doctype(path.name, text)
    reader = _CamtReader(path.name)
    statements = list(reader.read(data, complete=_END.search(text) is not None))
    return snapshot_of("camt", path, digest, statements, reader.remarks)


class _CamtReader:
    """Makes statements of elements, each of which is dropped when it is read."""

    def __init__(self, file: str) -> None:
        self.remarks: list[Remark] = []
        self._file = file

    def read(self, data: bytes, *, complete: bool) -> Iterator[BankStatement]:
        """The statements of the file; ``complete`` says whether its last tag is there."""
        from lxml import etree  # type: ignore[import-untyped]  # slow to load

        rows: list[tuple[Any, ...]] = []
        parsing = etree.iterparse(
            BytesIO(data),
            tag=(*_STATEMENTS, "{*}Ntry"),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
        )
        checked = False
        try:
            for _event, element in parsing:
                # The text may be in an encoding that only the parser knows.
                if not checked and element.getroottree().docinfo.doctype:
                    raise SourceHasDoctype(file=self._file)
                checked = True
                if etree.QName(element).localname == "Ntry":
                    rows.append(_row(element))
                else:
                    statement = self._statement(element, rows)
                    rows = []
                    if statement:
                        yield statement
                element.clear()
        except etree.XMLSyntaxError as error:
            if not complete:
                raise SourceTruncated(file=self._file) from None
            reason = "The XML is not well formed there."
            raise SourceMalformed(file=self._file, line=error.lineno, reason=reason) from None

    def _statement(self, element: Any, rows: list[tuple[Any, ...]]) -> BankStatement | None:
        line = element.sourceline
        balances = {
            _text(each, "{*}Tp/{*}CdOrPrtry/{*}Cd"): each for each in element.iterfind("{*}Bal")
        }
        opening = balances.get("OPBD", balances.get("PRCD"))
        currency = _text(element, "{*}Acct/{*}Ccy") or _currency_of(balances, rows)
        try:
            exponent = exponent_of(currency)
        except UnknownCurrency:
            reason = f"The statement was not taken: its currency is {currency!r}."
            self.remarks.append(Remark(self._file, line, reason))
            return None
        number = _text(element, "{*}Acct/{*}Id/{*}IBAN") or _text(
            element, "{*}Acct/{*}Id/{*}Othr/{*}Id"
        )
        number = clean(number).replace(" ", "")
        name = clean(_text(element, "{*}Acct/{*}Nm") or _text(element, "{*}Acct/{*}Ownr/{*}Nm"))
        account = SourceAccount(
            f"{number}/{currency}", name or number or "account", currency, number=number or None
        )
        marked = is_ours(_text(element, "{*}Id"))
        rows = [(*row, marked or ours) for *row, ours in rows]
        entries = [self._entry(row, account, exponent) for row in rows]
        return BankStatement(
            account,
            exponent,
            [each for each in entries if each],
            line=line,
            opening=self._balance(opening, exponent),
            closing=self._balance(balances.get("CLBD"), exponent),
            whole=all(entries),
        )

    def _balance(self, element: Any, exponent: int) -> tuple[date, int] | None:
        if element is None:
            return None
        day = _day(element, "{*}Dt")
        try:
            amount = _signed(_text(element, "{*}Amt"), _text(element, "{*}CdtDbtInd"), exponent)
        except TieoutError:
            amount = None
        if day is None or amount is None:
            reason = "The balance was not taken: its day or its amount cannot be read."
            self.remarks.append(Remark(self._file, element.sourceline, reason))
            return None
        return day, amount

    def _entry(
        self, row: tuple[Any, ...], account: SourceAccount, exponent: int
    ) -> SourceEntry | None:
        line, text, currency, mark, status, booked, value, reference, said, ours = row
        booked = booked or (value if status in _PENDING else None)
        if status == "INFO":
            reason = "The row was not taken: it is for information only."
        elif booked is None:
            reason = "The row was not taken: its day is missing or does not exist."
        elif currency != account.currency:
            reason = f"The row was not taken: it is in {currency!r}, not the account's currency."
        elif mark not in ("CRDT", "DBIT"):
            reason = "The row was not taken: it is neither credit nor debit."
        else:
            try:
                amount = _signed(text, mark, exponent)
            except TieoutError as error:
                reason = why_not(error, text)
            else:
                return SourceEntry(
                    account=account.key,
                    booked_on=booked,
                    amount_minor=amount,
                    description=said,
                    value_on=value,
                    source_id=reference or None,
                    pending=status in _PENDING,
                    ours=ours,
                )
        self.remarks.append(Remark(self._file, line, reason))
        return None


def _row(entry: Any) -> tuple[Any, ...]:
    """What an ``Ntry`` says, before its account is known; of what it is made of, only texts."""
    amount = entry.find("{*}Amt")
    # The other party and what it is for; or what the bank says of the entry.
    other = "Dbtr" if _text(entry, "{*}CdtDbtInd") == "CRDT" else "Cdtr"
    parts: list[str] = []
    for details in entry.iterfind("{*}NtryDtls/{*}TxDtls"):
        parties = f"{{*}}RltdPties/{{*}}{other}"
        party = _text(details, f"{parties}/{{*}}Pty/{{*}}Nm")
        parts.append(party or _text(details, f"{parties}/{{*}}Nm"))
        parts += [each.text or "" for each in details.iterfind("{*}RmtInf/{*}Ustrd")]
        parts.append(_text(details, "{*}RmtInf/{*}Strd/{*}CdtrRefInf/{*}Ref"))
        if sum(map(len, parts)) > _LONGEST:
            break
    said = clean(*parts) or clean(_text(entry, "{*}AddtlNtryInf"))
    said = said or clean(_text(entry, "{*}NtryDtls/{*}TxDtls/{*}AddtlTxInf"))
    return (
        entry.sourceline,
        _text(entry, "{*}Amt"),
        "" if amount is None else amount.get("Ccy", ""),
        _text(entry, "{*}CdtDbtInd"),
        _text(entry, "{*}Sts/{*}Cd") or _text(entry, "{*}Sts"),
        _day(entry, "{*}BookgDt"),
        _day(entry, "{*}ValDt"),
        _text(entry, "{*}AcctSvcrRef") or _text(entry, "{*}NtryRef"),
        said[:_LONGEST],
        is_ours(*entry.itertext()),
    )


def _currency_of(balances: dict[str, Any], rows: list[tuple[Any, ...]]) -> str:
    for balance in balances.values():
        amount = balance.find("{*}Amt")
        if amount is not None:
            return str(amount.get("Ccy", ""))
    return str(rows[0][2]) if rows else ""


def _signed(text: str, mark: str, exponent: int) -> int:
    """The amount in the holder's sign; a reversal has the mark of what it does."""
    minor = _FIGURES.minor(text, exponent)
    return -minor if mark == "DBIT" else minor


def _day(element: Any, path: str) -> date | None:
    text = _text(element, f"{path}/{{*}}Dt") or _text(element, f"{path}/{{*}}DtTm")
    found = _DAY.fullmatch(text)
    return day_of(*found.groups()) if found else None


def _text(element: Any, path: str) -> str:
    return (element.findtext(path) or "").strip()
