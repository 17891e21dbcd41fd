"""The formats that rows are written in, and the files that banks and journals would have."""

from enum import StrEnum
from importlib.util import find_spec
from typing import Final, TypeAlias

from app.errors import XlsxMissing


class Kind(StrEnum):
    """Also the ending of the file's name."""

    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @property
    def ending(self) -> str:
        return f".{self.value}"


class StatementKind(StrEnum):
    """The forms of ledgers and accounting programs. They have no place for a doubt, so only proven
    statements are written in them."""

    OFX = "ofx"
    QBO = "qbo"
    QIF = "qif"
    CAMT053 = "camt053"
    MT940 = "mt940"
    BEANCOUNT = "beancount"
    HLEDGER = "hledger"

    @property
    def ending(self) -> str:
        return _ENDINGS.get(self.value, f".{self.value}")


#: Where other programs expect another than the name of the form.
_ENDINGS: Final = {"camt053": ".xml", "mt940": ".sta", "hledger": ".journal"}
AnyKind: TypeAlias = Kind | StatementKind
#: All that `tieout read --to` takes.
KINDS: Final[dict[str, AnyKind]] = {each.value: each for each in (*Kind, *StatementKind)}


def require(kind: AnyKind) -> None:
    """Raises XlsxMissing, before any document is read for nothing."""
    if kind is Kind.XLSX and find_spec("xlsxwriter") is None:
        raise XlsxMissing
