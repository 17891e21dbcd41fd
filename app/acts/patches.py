"""Takes what a person accepted back to where the ledger is kept: as a diff, or a file to import."""

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Unpack

from sqlalchemy import Engine, func, select

from app.acts.refusals import Tried, unit_for
from app.acts.sources import read_there, sync
from app.errors import (
    NeverWritten,
    NoLegAccount,
    NoRoomForLeg,
    NoSuchRule,
    PatchNotRead,
    SourceNotSynced,
    SourceUnwritable,
)
from app.exports.files import write_new
from app.exports.to_import import left_shape, to_import
from app.queries.sources import all_rules, find_source, location_of
from app.shapes.sources import (
    CheckerShape,
    PatchShape,
    RuleShape,
    UnassertedShape,
)
from db.formats.snapshot import ProvenBalance, Snapshot, SourceCorrection
from db.formats.writers.additions import encoding_of, has_room_for_leg, is_leg, patched_folder
from db.formats.writers.journal_assertions import Unasserted, with_balances
from db.formats.writers.journal_lines import unified
from db.formats.writers.journal_patch import PatchedJournal, is_account, patched
from db.log import log
from db.models import AccountLink, LedgerSource, Transaction
from db.money import exponent_of, to_decimal, to_decimal_string
from db.session import read_only, unit_of_work
from db.sources.corrections import assertions, corrections, entries_there
from pipeline.record.proposing import FORGET
from pipeline.record.settling import settle_account

_FOLDER: Final = "folder"
#: What checks a journal of each form, by its name and what follows it.
_CHECKERS: Final = {
    "beancount": ("bean-check", "{file}"),
    "hledger": ("hledger", "-f", "{file}", "check"),
    "ledger": ("ledger", "--args-only", "-f", "{file}", "balance"),
}
_PATIENCE_S: Final = 60
_LINES: Final = 20
_BACKUP: Final = ".tieout-backup"


def patch(
    engine: Engine,
    name: str,
    legs: Mapping[str, str] | None = None,
    *,
    write: bool = False,
    target: Path | None = None,
    actor: str | None = None,
    snapshot: Snapshot | None = None,
) -> PatchShape:
    """What is to be corrected at a source, as a patch of it; with ``write`` its files are changed
    and read again. ``legs`` are accounts of second legs by payee, and are remembered. The patch is
    written into the new file ``target`` too. ``snapshot`` is of the source, if it was just read.

    Raises ``NoSuchSource``, ``SourceIsFed``, ``SourceWasSent``, ``SourceNotSynced``,
    ``NoRoomForLeg``, ``NoLegAccount``, ``NeverWritten``, ``PatchNotRead``, ``SourceUnwritable``,
    ``ExportThere``, ``ExportUnwritable`` and ``SourceError``."""
    with read_only(engine) as session:
        source = find_source(session, name)
        where, form, options = location_of(source), source.format, dict(source.options)
        files, source_id = dict(source.files), source.id
    snapshot = snapshot or read_there(engine, where, form, options["read"])
    _refuse_asked(snapshot, (legs or {}).values(), write=write)
    if snapshot.files != files:
        raise SourceNotSynced(name=name)
    with read_only(engine) as session:
        there = entries_there(session, source_id, snapshot)
        wanted = list(corrections(session, source_id, there))
        balances = list(assertions(session, source_id))
    known = {**options.get("legs", {}), **(legs or {})}
    if form not in (*_CHECKERS, _FOLDER):
        made = to_import(engine, source_id, name, snapshot, wanted, known)
        _put_aside(target, made, encoding_of(snapshot))
        if legs:
            _remember(engine, name, known)
        return made
    work = _JournalPatch(engine, name, where, snapshot, options["read"])
    made = work.made(wanted, balances, known)
    _put_aside(target, made)
    if legs:
        _remember(engine, name, known)
    if write and work.changes:
        backups = _write(work.changes, work.was, name)
        # What is gone there is what was to be removed, however much that is.
        done = sync(engine, name, yes=True, actor=actor)
        made = replace(made, backups=tuple(map(str, backups)), sync=done)
    return made


def _remember(engine: Engine, name: str, legs: Mapping[str, str]) -> None:
    with unit_of_work(engine) as session:
        source = find_source(session, name)
        source.options = {**source.options, "legs": dict(legs)}


def forget_rule(engine: Engine, words: str, **how: Unpack[Tried]) -> list[RuleShape]:
    """Propose no more what was decided so far for these words; gives what is forgotten. Entries,
    and what the files say, stay. Raises ``NoSuchRule``."""
    with unit_for(engine, how) as (session, who):
        named = words.strip().casefold()
        gone = [each for each in all_rules(session) if each[0].words == named]
        if not gone:
            raise NoSuchRule(words=words)
        last = session.scalar(select(func.max(Transaction.id))) or 0
        touched = set()
        for rule, of in gone:
            if rule.source:
                source = session.get_one(LedgerSource, of)
                legs = source.options["legs"].items()
                kept = {payee: leg for payee, leg in legs if payee.casefold() != named}
                source.options = {**source.options, "legs": kept}
                links = select(AccountLink.account_id).where(AccountLink.source_id == of)
                touched |= set(session.scalars(links))
            else:
                after = {"words": named, "payee": rule.payee, "until": last}
                log(session, who, FORGET, f"accounts:{of}", after=after)
                touched.add(of)
        session.flush()
        for account_id in sorted(touched):
            settle_account(session, account_id)
        return [rule for rule, _ in gone]


def _refuse_asked(snapshot: Snapshot, accounts: Iterable[str], *, write: bool) -> None:
    form, name = snapshot.format, snapshot.product or snapshot.format
    for account in accounts:
        if form not in _CHECKERS and not has_room_for_leg(snapshot):
            raise NoRoomForLeg(form=name)
        if not (is_account(form, account) if form in _CHECKERS else is_leg(snapshot, account)):
            raise NoLegAccount(account=account, form=name)
    if write and form not in (*_CHECKERS, _FOLDER):
        raise NeverWritten(form=form)


def _put_aside(target: Path | None, made: PatchShape, encoding: str = "utf-8") -> None:
    """Write the patch into a new file, if one is named and there is anything to write."""
    if target is None or not made.patch:
        return
    write_new(target, made.patch.encode(encoding, "replace"))


class _JournalPatch:
    """The files of a source, and what they are to be."""

    def __init__(
        self,
        engine: Engine,
        name: str,
        where: Path,
        snapshot: Snapshot,
        options: Mapping[str, object],
    ) -> None:
        self._engine, self._name, self._snapshot = engine, name, snapshot
        self._where, self._options = where, options
        self._home = where if snapshot.format == _FOLDER else where.parent
        self.was = _bytes_of(snapshot)
        self.changes: dict[Path, bytes] = {}
        if any(
            sha256(each).hexdigest() != snapshot.files[str(file)] for file, each in self.was.items()
        ):
            raise SourceNotSynced(name=name)

    def made(
        self,
        wanted: Sequence[SourceCorrection],
        balances: Sequence[ProvenBalance],
        legs: Mapping[str, str],
    ) -> PatchShape:
        """The patch, read and checked on a copy."""
        form = self._snapshot.format
        if form == _FOLDER:
            rows = patched_folder(self.was, wanted)
        else:
            rows = patched(self.was, self._snapshot, wanted, legs)
        with TemporaryDirectory(prefix="tieout-patch-") as folder:
            copy = Path(folder)
            self._put(copy, {**self.was, **rows.texts})
            read = self._read(copy)
            self._compare(read, rows)
            proven = with_balances(_bytes_of(read), read, balances if form in _CHECKERS else ())
            names = {_relative(file, self._home): file for file in self.was}
            more = {names[_relative(file, copy)]: new for file, new in proven.texts.items()}
            self._put(copy, more)
            self.changes = {**rows.texts, **more}
            checker = _checked(form, copy, copy / self._where.name) if self.changes else None
        return PatchShape(
            source=self._name,
            format=form,
            patch="".join(
                unified(self.was[file], new, _relative(file, self._home))
                for file, new in self.changes.items()
            ),
            corrections=len(rows.done),
            balances=len(proven.done),
            writable=True,
            left=tuple(left_shape(each, self._snapshot) for each in rows.left),
            unasserted=tuple(map(_unasserted, proven.left)),
            checker=checker,
            backups=(),
            sync=None,
        )

    def _put(self, copy: Path, texts: Mapping[Path, bytes]) -> None:
        for file, data in texts.items():
            there = copy / _relative(file, self._home)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_bytes(data)

    def _read(self, copy: Path) -> Snapshot:
        main = copy if self._snapshot.format == _FOLDER else copy / self._where.name
        return read_there(self._engine, main, self._snapshot.format, self._options)

    def _compare(self, read: Snapshot, rows: PatchedJournal) -> None:
        """Make sure that the copy has the rows that were to change, and the old ones no more."""
        was, now = (
            Counter((each.account, each.booked_on, each.amount_minor) for each in some.entries)
            for some in (self._snapshot, read)
        )
        moved: Counter[tuple[str, date, int]] = Counter()
        for each in rows.done:
            for said, count in ((each.was, -1), (each.now, 1)):
                if said is not None:
                    moved[each.key, said.booked_on, said.amount_minor] += count
        for row, count in moved.items():
            if now[row] - was[row] != count:
                currency = next(each.currency for each in rows.done if each.key == row[0])
                amount = to_decimal_string(row[2], exponent_of(currency))
                raise PatchNotRead(name=self._name, what=f"{row[1]} {amount}")


def _bytes_of(snapshot: Snapshot) -> dict[Path, bytes]:
    return {Path(file): Path(file).read_bytes() for file in snapshot.files}


def _relative(file: Path, home: Path) -> str:
    return os.path.relpath(file, home).replace(os.sep, "/")


def _checked(form: str, folder: Path, main: Path) -> CheckerShape | None:
    """What the tool says of the copy, without a shell; None where it is not installed."""
    name, *rest = _CHECKERS.get(form, ("",))
    tool = shutil.which(name) if name else None
    if tool is None:
        return None
    command = [tool, *(each.format(file=main) for each in rest)]
    try:
        ran = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return CheckerShape(tool=name, passed=False, words=type(error).__name__)
    said = ran.stderr + (ran.stdout if ran.returncode else b"")
    words = said.decode("utf-8", "replace").replace(f"{folder}{os.sep}", "")
    first = "\n".join(words.strip().splitlines()[:_LINES])
    return CheckerShape(tool=name, passed=ran.returncode == 0, words=first)


def _write(changes: Mapping[Path, bytes], was: Mapping[Path, bytes], name: str) -> list[Path]:
    """Put the new texts in place, all or none; what was there stays beside each."""
    backups: dict[Path, Path] = {}
    for file, before in was.items():
        if file.read_bytes() != before:
            raise SourceNotSynced(name=name)
    for file, data in changes.items():
        real = file.resolve()
        part = real.with_name(f"{real.name}.tieout-part")
        backup = real.with_name(f"{real.name}{_BACKUP}")
        try:
            shutil.copy2(real, backup)
            shutil.copy2(real, part)  # for its permissions
            part.write_bytes(data)
            part.replace(real)
        except OSError as error:
            with suppress(OSError):
                part.unlink()
            for done, copy in backups.items():
                shutil.copy2(copy, done)
            raise SourceUnwritable(file=file, reason=error.strerror or "it is no file") from None
        backups[real] = backup
    return list(backups.values())


def _unasserted(each: Unasserted) -> UnassertedShape:
    asserted = each.asserted
    return UnassertedShape(
        account=asserted.key,
        currency=asserted.currency,
        date=asserted.day,
        balance=to_decimal(asserted.balance_minor, exponent_of(asserted.currency)),
        reason=each.reason,
    )
