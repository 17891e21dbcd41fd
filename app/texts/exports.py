"""The texts of `tieout read --to`, which writes rows to files."""

from __future__ import annotations

from typing import Final

TO_HELP: Final = "Write every row to a file of this kind instead of showing it."
OUTPUT: Final = "FILE|DIR"
OUTPUT_HELP: Final = (
    "Where --to writes: a FILE that ends in .csv, .xlsx or .json takes all; a DIR gets one file a"
    " statement. Nothing is written over."
)
ONLY_PROVEN_HELP: Final = "With --to: leave out the statements that are not proven."

ONE_FILE: Final = "Without --to, name one FILE. For more, or a folder: --to csv -o all.csv"
NEEDS_TO: Final = "{options} goes with --to csv, --to xlsx or --to json."
NEEDS_OUTPUT: Final = "Say where to: -o all.{kind} for one file, -o out/ for one file a statement."
NOT_WITH_TO: Final = "{options} does not go with --to."
ODD_OUTPUT: Final = (
    "{output!r} is neither a folder nor ends in .{kind}: say -o all.{kind} for one file, or end"
    " the name of a folder with a slash."
)

FAILED: Final = "tieout: {file}: {message} [{code}]"
TWIN: Final = "{file} is left out: it holds the same bytes as {twin}."
NO_STATEMENT: Final = "{file}: no bank statement was found in this document."
WARNING: Final = "{file}: warning: {text}"
LEFT_OUT: Final = "--only-proven left out {count} statement(s)."
UNPROVEN: Final = "{count} statement(s) are unproven, and marked so. See why: tieout read FILE"
WRITTEN: Final = "Wrote {rows} row(s) of {statements} statement(s) to {path}."
