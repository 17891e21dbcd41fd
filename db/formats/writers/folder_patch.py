"""Writes corrections into a folder's transactions.csv: the rows in question change, no other."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from db.formats.csv_table import harmless
from db.formats.ledger_csv import TRANSACTIONS_FILE
from db.formats.writers.journal_lines import JournalLines
from db.formats.writers.journal_patch import Left, PatchedJournal
from db.money import exponent_of, to_decimal_string
from db.sources.corrections import Correction
from db.words import Origin


def patched_folder(
    files: Mapping[Path, bytes], corrections: Sequence[Correction]
) -> PatchedJournal:
    """The folder's files with the corrections in them."""
    file = next((each for each in files if each.name == TRANSACTIONS_FILE), None)
    if file is None:
        reason = f"there is no {TRANSACTIONS_FILE}"
        return PatchedJournal({}, (), tuple(Left(each, reason) for each in corrections))
    lines = JournalLines(files[file])
    header = [each.strip().lower() for each in next(csv.reader(lines.was[:1]))]
    done, left, added = [], [], []
    for each in corrections:
        if each.was is not None and each.place is None:
            left.append(Left(each, "it is not found in the files"))
            continue
        done.append(each)
        if each.place is None:
            added.append(_row(header, {"origin": Origin.READING.value}, each))
            continue
        first = each.place.first - 1
        reader = csv.reader(f"{line}\n" for line in lines.was[first:])
        cells = dict(zip(header, next(reader), strict=True))
        lines.gone.update(range(first, first + reader.line_num))
        if each.now is not None:
            lines.new[first].append([_row(header, cells, each)])
    at = len(lines.was) - 1 if not lines.was[-1] else len(lines.was)
    lines.new[at] += [[row] for row in added]
    changed = lines.changed()
    return PatchedJournal(
        {file: changed} if changed != files[file] else {}, tuple(done), tuple(left)
    )


def _row(header: Sequence[str], cells: Mapping[str, str], each: Correction) -> str:
    """The row as a line; what did not change is as it was."""
    assert each.now is not None
    now, new = each.now, dict(cells)
    if each.was is None:
        new |= {"account": harmless(each.key), "description": harmless(now.description)}
    if each.was is None or now.booked_on != each.was.booked_on:
        new["date"] = now.booked_on.isoformat()
    if each.was is None or now.amount_minor != each.was.amount_minor:
        new["amount"] = to_decimal_string(now.amount_minor, exponent_of(each.currency))
    line = StringIO()
    csv.writer(line, lineterminator="").writerow([new.get(name, "") for name in header])
    return line.getvalue()
