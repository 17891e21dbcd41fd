"""Chooses a statement's account among many, against choosing it among twenty.

    python -m benchmarks.accounts [--sizes 20 2000] [--entries 100] [--lines 60] [--rounds 9]
    python -m benchmarks.accounts --check    the same, and exit 1 if an aim is missed

Every account has entries in the statement's month, a third of them of amounts that all others
have as well, and shares its bank with a third of them. Prints CPU milliseconds (median over rounds)
of choosing by the printed number, of choosing by the rows where none is printed, and of the page
that a model is shown; and the bytes of that page. Beside these, of all processes, what it takes to
bring in one of 40 documents of one page, with its number and six rows. Below it, how much the last
size takes of the first, with the aim below it: a hundred times the accounts may take five times the
work where a number is printed, a fifth of a hundred times where entries of all of them are counted,
and a page stays a page. A document may take 50 ms, however many accounts there are.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import Engine

from benchmarks.matching import cpu_milliseconds
from benchmarks.support.crowd import fill, page, statement
from benchmarks.support.figures import exit_code, say
from db.engine import make_engine
from db.session import read_only
from db.upgrade import upgrade
from db.words import ImportStatus, Verdict
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.account.choosing import select_account
from pipeline.account.comparison import ScopedLedger
from pipeline.account.ledger_query import accounts_in_scope
from pipeline.account.lookups import Lookups
from pipeline.drafts import StatementDraft
from pipeline.model_choice import ModelChoice
from tools.ledger.recorded_statements import build_ledger_tools
from tools.loop.dispatch import ToolDispatcher
from tools.loop.messages import ToolCall

#: How much more the last size may take than the first.
AIMS = {"number": 5.0, "rows": 20.0, "page": 20.0, "bytes": 1.5}
#: CPU ms of a whole import, of all processes.
WHOLE_MS = 50.0
_DOCUMENTS, _ROWS = 40, 6


def main(arguments: Sequence[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 2_000])
    parser.add_argument("--entries", type=int, default=100)
    parser.add_argument("--lines", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--check", action="store_true", help="exit 1 if an aim is missed")
    asked = parser.parse_args(arguments)
    names = (*AIMS, "whole")
    say(f"{'accounts':>10} {' '.join(f'{name:>8}' for name in names)}   CPU ms, bytes")
    figures, whole = [], 0.0
    for size in asked.sizes:
        figures.append(measure(size, asked.entries, asked.lines, asked.rounds))
        whole = import_milliseconds(size, asked.entries)
        cells = (*figures[-1].values(), whole)
        say(f"{size:>10} {' '.join(f'{each:>8.1f}' for each in cells)}")
    grown = {name: figures[-1][name] / figures[0][name] for name in AIMS}
    say(f"{'times':>10} {' '.join(f'{each:>8.2f}' for each in grown.values())}")
    say(f"{'aim':>10} {' '.join(f'{each:>8.2f}' for each in AIMS.values())} {WHOLE_MS:>8.1f}")
    missed = [
        f"{name}: {grown[name]:.2f}x, aim {aim}x" for name, aim in AIMS.items() if grown[name] > aim
    ]
    missed += [f"whole: {whole:.1f} ms, aim {WHOLE_MS}"] if whole > WHOLE_MS else []
    return exit_code(missed, check=asked.check)


def measure(size: int, entries: int, lines: int, rounds: int) -> dict[str, float]:
    """The figures for a ledger of so many accounts, by the names of their aims."""
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(str(Path(folder) / "ledger.db"), create=True)
        upgrade(engine)
        fill(engine, size, entries, lines)
        try:
            return _measured(engine, size // 2, lines, rounds)
        finally:
            engine.dispose()


def import_milliseconds(size: int, entries: int) -> float:
    """CPU of all processes for bringing in a document of one page, in a ledger of so many
    accounts."""
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(str(Path(folder) / "ledger.db"), create=True)
        upgrade(engine)
        fill(engine, size, entries, _ROWS)
        first, *others = range(1, size + 1, max(1, size // _DOCUMENTS))
        try:
            _bring_in(engine, [first])
            before = sum(os.times()[:4])
            _bring_in(engine, others)
            return 1000 * (sum(os.times()[:4]) - before) / len(others)
        finally:
            engine.dispose()


def _bring_in(engine: Engine, accounts: Sequence[int]) -> None:
    pages = [DocumentSource(f"{n}.pdf", data=page(n, _ROWS)) for n in accounts]
    for outcome in import_all(engine, pages, ImportOptions()):
        assert outcome.status is ImportStatus.MATCHED, outcome.name


def _measured(engine: Engine, account: int, lines: int, rounds: int) -> dict[str, float]:
    with read_only(engine) as session:
        scoped = ScopedLedger(partial(read_only, engine), accounts_in_scope(session, None))
    numbered = statement(account, lines)
    unnumbered = statement(account, lines, numbered=False)

    def choose(draft: StatementDraft) -> None:
        found = select_account("1", draft, scoped, ModelChoice())
        assert found.comparison is not None
        assert found.comparison.side.account_id == account
        assert found.findings.verdict is Verdict.MATCHED

    return {
        "number": cpu_milliseconds(partial(choose, numbered), rounds),
        "rows": cpu_milliseconds(partial(choose, unnumbered), rounds),
        "page": cpu_milliseconds(partial(_page, scoped, unnumbered), rounds),
        "bytes": float(len(_page(scoped, unnumbered))),
    }


def _page(scoped: ScopedLedger, draft: StatementDraft) -> bytes:
    """What a model is told that asks for the accounts."""
    tools = build_ledger_tools(scoped.sessions, Lookups("1", draft, scoped).workspace())
    [outcome] = ToolDispatcher(tools).dispatch([ToolCall("1", "get_accounts", "{}")])
    assert outcome.envelope.ok
    return outcome.text.encode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
