"""What can go wrong at the door: settings and inputs a person can mend."""

from db.errors import ExtraMissing, TieoutError


class SpansNeedExtra(ExtraMissing, extra="otel"):
    """TIEOUT_SPANS needs the OpenTelemetry packages. Run: {install}"""


class SpansUnwritable(TieoutError):
    """Spans cannot be written to {path}: {why}. Set TIEOUT_SPANS to a file that you can write."""


class SettingInvalid(TieoutError):
    """{name} is {value!r}, which is not one of: {choices}. Change it or unset it."""


class SecretFileUnreadable(TieoutError):
    """The file that {name} names cannot be read: {reason}. Correct the path, or its permissions."""


class SecretTwice(TieoutError):
    """{name} and {name}_FILE are both set, and only one can count. Unset one of them."""


class NoMetricsAddress(TieoutError):
    """No address is set for the health checks. Set TIEOUT_METRICS, for example to 127.0.0.1:9464,
    for the service and for this command."""


class BadMetricsAddress(TieoutError):
    """{address!r} is not an address to listen at. Write HOST:PORT, for example 127.0.0.1:9464, or
    the port alone, in TIEOUT_METRICS or after --metrics."""


class MetricsAddressTaken(TieoutError):
    """Cannot listen at {host}:{port}: {reason}. Name another address in TIEOUT_METRICS or after
    --metrics."""


class MetricsMissing(ExtraMissing, extra="queue"):
    """The packages for metrics are not installed. Run: {install}"""


class NotReady(TieoutError):
    """The service at {address} says that it is not ready: {reason}. See its log."""


class SamplesMissing(TieoutError):
    """The sample statements, which come with the program, are missing. Install it again, from its
    whole folder."""


class NoDocuments(TieoutError):
    """There is no PDF and no picture in {paths}. Name the statements themselves, or a folder that
    holds them."""


class NoSuchStatement(TieoutError):
    """Import {import_id} has no statement {number}. See those it has with: tieout review"""


class AccountUnclear(TieoutError):
    """{wanted!r} matches no account, or more than one. Use an id or a name as shown by: tieout
    ledger accounts"""


class WouldReplace(TieoutError):
    """{file} already exists. Name another folder, or add --replace to overwrite it."""


class FolderTaken(TieoutError):
    """{folder} holds files that no demo made, so they are left alone. Name another folder."""


class PageOutdated(TieoutError):
    """The proposals of import {import_id} are not those that the page showed: somebody decided, or
    it was read again. Nothing was done; look at it as it is now and decide again."""


class ListOutdated(TieoutError):
    """The proposals to accept are not those that the list showed: somebody decided, or something
    was read in the meantime. Nothing was done; look at the list as it is now and decide again."""


class NotTheLastChange(TieoutError):
    """That is no longer the last change of the account, and only the last one can be undone.
    Nothing was done; look at the history as it is now."""


class CursorUnknown(TieoutError):
    """{cursor!r} is not a place in this list. Start again at its first page."""


class StatementMoved(TieoutError):
    """The facts about the statement of import {import_id} have changed since you saw them. Nothing
    was done; look at it as it is now and answer again."""


class WebMissing(ExtraMissing, extra="web"):
    """The packages for the review pages are not installed. Run: {install}"""


class McpMissing(ExtraMissing, extra="mcp"):
    """The package that speaks MCP is not installed. Run: {install}"""


class AddressTaken(TieoutError):
    """Cannot listen on {host}, port {port}: {reason}. Name another port with --port."""


class NothingWaits(TieoutError):
    """Import {import_id} proposes nothing that waits for a person. See what does with: tieout
    review"""


class NotTakenIn(TieoutError):
    """The document could not be accepted, and nothing of it was stored: {why} Then hand it in
    again."""


class CertificateThere(TieoutError):
    """{file} already exists and was not changed. Name another file or folder."""


class CertificateUnwritable(TieoutError):
    """{file} cannot be written: {reason}. Name an existing folder that you can write to."""


class ExportThere(TieoutError):
    """{file} already exists and was not changed. Name another file or folder."""


class ExportUnwritable(TieoutError):
    """{file} cannot be written: {reason}. Name an existing folder that you can write to."""


class NothingProven(TieoutError):
    """{file} was not written: {kind} has no place for a doubt, and no statement is proven with its
    currency and days. See why with: tieout read FILE"""


class TooManyRows(TieoutError):
    """There are {rows} rows, and a sheet holds {most}. Write them with --to csv, or one file a
    statement with -o and a folder."""


class XlsxMissing(ExtraMissing, extra="xlsx"):
    """The package that writes workbooks is not installed. Run: {install}"""


class CertificateUnreadable(TieoutError):
    """{file} cannot be read: {reason}. Check the path and its permissions."""


class BackupElsewhere(TieoutError):
    """The ledger is in PostgreSQL, which is backed up with its own tools: pg_dump and pg_restore,
    and then a copy of TIEOUT_DOCUMENTS. docs/how-to/back-up-and-restore.md has the commands."""


class NoBackup(TieoutError):
    """There is no backup in {folder}. Name the folder that was given to: tieout backup"""


class BackupDamaged(TieoutError):
    """The ledger in the backup {folder} is damaged: {why}. Nothing was replaced. Restore an earlier
    backup, or copy this one again from where it was kept."""


class LedgerThere(TieoutError):
    """{file} already exists and was not changed. Name another with --database, or stop everything
    that uses it and add --replace."""


class NoPlaceToPut(TieoutError):
    """The backup holds documents, and nothing says where they are to be kept. Set TIEOUT_DOCUMENTS
    and restore again."""


class SourceKnown(TieoutError):
    """The ledger is connected to a source named {name} already. Choose another name, or bring it up
    to date with: tieout ledger sync {name}"""


class NoSuchRule(TieoutError):
    """No rule has the words {words}. See those that there are with: tieout ledger rules"""


class NoSuchSource(TieoutError):
    """No source is named {name}. There is: {names}. Connect one with: tieout ledger connect NAME
    FILE"""


class SourceIsFed(TieoutError):
    """There is nothing to read at {name}: another program sends its entries. Let that program send
    them again."""


class SourceWasSent(TieoutError):
    """The file of {name} was sent, and is not here any more. Send it again as it is now, or name
    where it is: tieout ledger sync {name} --file FILE"""


class SourceMoved(TieoutError):
    """What would change is no longer what was shown, so nothing was done. Look at it again, and
    then say yes to that."""


class BadFedEntry(TieoutError, code="entry_malformed"):
    """The entry {id} cannot be taken, and so nothing was: {why}"""


class SourceUnclear(TieoutError):
    """Say which source: there is {names}. Name one, or connect one with: tieout ledger connect NAME
    FILE"""


class UnknownSourceAccount(TieoutError, code="source_unknown_account"):
    """The source has no account {key}. It has: {known}. Write it as it is there."""


class ManyGone(TieoutError, code="source_many_gone"):
    """{gone} of {known} rows are gone from {name}, so nothing was changed. Look at them with
    --dry-run; if they are meant to go, repeat the command with --yes."""


class AccountHasSource(TieoutError):
    """The account {account} is kept in step with the source {source} already, and two would undo
    each other. Disconnect that one first, with: tieout ledger disconnect {source}"""


class CurrencyDiffers(TieoutError, code="source_currency_differs"):
    """The account {name} is in {here} in the ledger and in {there} in the source. Connect it to
    another account, with --as."""


class SourceNotSynced(TieoutError):
    """The files of {name} are not those that were read last, so nothing was changed. First bring
    the ledger in step, with: tieout ledger sync {name}"""


class SourceUnwritable(TieoutError):
    """{file} cannot be written: {reason}. Nothing was changed. Allow it, or take the patch without
    --write."""


class NeverWritten(TieoutError, code="source_never_written"):
    """A source of the form {form} is never written. Leave out --write, and import there what the
    command prints, or writes with --to."""


class NoLegAccount(TieoutError, code="source_no_leg_account"):
    """{account} is no name of an account in a source of the form {form}. Write it after --leg as it
    is there."""


class NoRoomForLeg(TieoutError, code="source_no_room_for_leg"):
    """A row that is added in the form {form} has no room for the account on its other side. Leave
    out --leg, and choose that account where the ledger is kept."""


class PatchNotRead(TieoutError):
    """With the patch in them, the files of {name} do not read as corrected: {what}. Nothing was
    changed. Correct this row there by hand, and report what is around it."""
