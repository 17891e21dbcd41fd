"""What can be wrong with a ledger's CSV files; every message names the file, line and column.

Never a cell's content: it may be an account number, or a row where the header should be.
"""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError


class CsvError(TieoutError):
    """The CSV files of a ledger cannot be read as they are."""

    code: ClassVar[str] = "csv_error"


class NoLedgerFiles(CsvError):
    """There is no accounts.csv and no transactions.csv in {folder}. Name the folder that holds
    them; tieout ledger export-csv writes such a folder."""

    code: ClassVar[str] = "no_ledger_files"


class NotUtf8(CsvError):
    """{file} is not UTF-8 text. Save it again as CSV UTF-8."""

    code: ClassVar[str] = "csv_not_utf8"


class BadCsv(CsvError):
    """{file}, line {line}: not CSV with commas between cells and double quotes around text that
    holds commas. A quote may be left open above."""

    code: ClassVar[str] = "csv_malformed"


class BadHeader(CsvError):
    """{file}, line 1: it must name the columns {needed} and may name {optional}, each once and with
    commas between; column {column} is {fault}."""

    code: ClassVar[str] = "csv_bad_header"


class WrongCellCount(CsvError):
    """{file}, line {line}: there are {found} cells, the first line names {needed}. Text that holds
    a comma needs double quotes around it."""

    code: ClassVar[str] = "csv_wrong_cell_count"


class BadCell(CsvError):
    """{file}, line {line}, column {column}: {reason}"""

    code: ClassVar[str] = "csv_bad_cell"


class UnknownAccountName(CsvError):
    """{file}, line {line}, column {column}: neither accounts.csv nor the ledger has an account of
    that name. Add it to accounts.csv."""

    code: ClassVar[str] = "csv_unknown_account"


class AccountDiffers(CsvError):
    """{file}, line {line}, column {column}: the account is there already with another value.
    Correct the file, or give the account another name."""

    code: ClassVar[str] = "csv_account_differs"
