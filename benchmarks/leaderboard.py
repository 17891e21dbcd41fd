"""Scores readers of statements on documents whose rows are known, and draws the page of the docs.

    python -m benchmarks.leaderboard --public FOLDER --peers peers/bin/python
    python -m benchmarks.leaderboard --draw                     the page again, from the last result
    python -m benchmarks.leaderboard --bankstatemently FOLDER   ours, as that benchmark takes it

FOLDER has other people's statements, each PDF with its true rows as CSV beside it. The peers of
benchmarks/readers.txt are run by a Python of their own. Every reader runs in a process of its own,
one document after the other; its CPU counts from the second document on, so that loading is not
part of it. The result is kept in benchmarks/leaderboard.json, and docs/leaderboard.md is drawn
into it. ``--quick`` is one small round that keeps nothing, ``--each`` prints a line a document.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from benchmarks.support.bankstatemently import write_submissions
from benchmarks.support.figures import say
from benchmarks.support.statement_readers import READERS
from benchmarks.support.statement_scores import Score, scored
from benchmarks.support.statement_sets import DocumentSet, all_sets
from tests.support.peoples import PEOPLES

ROOT: Final = Path(__file__).parents[1]
RESULT: Final = Path(__file__).with_suffix(".json")
PAGE: Final = ROOT / "docs" / "leaderboard.md"
_COUNT: Final = 120
_BEGIN: Final = "<!-- drawn by python -m benchmarks.leaderboard -->"
_END: Final = "<!-- by hand again -->"
_FORGED: Final = ("forged figures", "forged looks")


def main(arguments: Sequence[str] | None = None) -> int:
    """Score, keep the result, and draw the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--public", type=Path, default=PEOPLES, help="a folder of statements")
    parser.add_argument("--peers", type=Path, help="the Python that runs the other readers")
    parser.add_argument("--reader", action="append", choices=[*READERS], help="only these")
    parser.add_argument("--quick", action="store_true", help="a small round that keeps nothing")
    parser.add_argument("--each", action="store_true", help="print a line a document")
    parser.add_argument("--draw", action="store_true", help="draw the page from the last result")
    parser.add_argument("--bankstatemently", type=Path, help="write our submissions here")
    chosen = parser.parse_args(arguments)
    public = chosen.public if chosen.public.is_dir() else None
    if chosen.bankstatemently:
        for path in write_submissions(chosen.public, chosen.bankstatemently):
            say(str(path))
    elif chosen.draw:
        _draw(json.loads(RESULT.read_text("utf-8")))
    else:
        sets = all_sets(public, 4 if chosen.quick else _COUNT)
        names = chosen.reader or [*READERS]
        result = _measured(sets, names, chosen.peers, each=chosen.each)
        say(tables_of(result))
        if not chosen.quick and not chosen.reader:
            RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
            _draw(result)
    return 0


def _draw(result: dict[str, Any]) -> None:
    PAGE.write_text(page_of(result, PAGE.read_text("utf-8")), encoding="utf-8")


def _measured(
    sets: Sequence[DocumentSet], names: Sequence[str], peers: Path | None, *, each: bool
) -> dict[str, Any]:
    return {
        "day": datetime.now(UTC).date().isoformat(),
        "sets": {
            group.name: {
                "about": group.about,
                "documents": len(group.documents),
                "pages": sum(document.pages for document in group.documents),
            }
            for group in sets
        },
        "readers": {name: _of_reader(name, sets, peers, each=each) for name in names},
    }


def _of_reader(
    name: str, sets: Sequence[DocumentSet], peers: Path | None, *, each: bool
) -> dict[str, Any]:
    """Its version and its score in each set, or why it is not measured."""
    python = Path(sys.executable)
    if peers is not None and READERS[name].package != "tieout":
        python = peers.absolute()
    scores: dict[str, Score] = {group.name: Score() for group in sets}
    errors: Counter[str] = Counter()
    places = [(group, document) for group in sets for document in group.documents]
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for at, (_, document) in enumerate(places):
            paths.append(Path(folder, f"{at}.pdf"))
            paths[-1].write_bytes(document.pdf)
        answers = _answers(name, python, paths)
        first = next(answers)
        for (group, document), answer in zip(places, answers, strict=False):
            if "not_measured" in answer:
                first = answer
                break
            score = scored(document, answer)
            errors.update([answer["error"]] if answer["error"] else [])
            scores[group.name].add(score)
            if each:
                _say_each(name, group.name, document.name, score, answer["error"])
    if "not_measured" in first:
        return {"not_measured": first["not_measured"]}
    return {
        "version": first["version"],
        "errors": dict(errors.most_common()),
        "scores": {group: asdict(score) for group, score in scores.items()},
    }


def _answers(name: str, python: Path, paths: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """What the reader's process says of itself, and then of each document. One that takes the
    process down with it counts as not read, and another process takes the rest."""
    told, left = False, list(paths)
    while left:
        # The first document is read twice, and counts the second time.
        asked = [left[0], *left]
        done = subprocess.run(
            [str(python), "-m", "benchmarks.support.statement_readers", name],
            input="".join(f"{path}\n" for path in asked),
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if not lines:
            raise RuntimeError(f"{name}: {done.stderr.strip()[-300:]}")
        if not told:
            yield lines[0]
            told = True
        if "not_measured" in lines[0]:
            return
        answers = lines[2:]
        yield from answers
        left = left[len(answers) :]
        if left:
            yield {"statements": [], "error": "the process ended", "seconds": 0.0}
            left = left[1:]


_TOLD: Final = (
    "right", "unread", "proven", "silent", "excused", "reversed", "taken", "forged_excused",
    "forged_unread",
)  # fmt: skip


def _say_each(reader: str, group: str, document: str, score: Score, error: str) -> None:
    said = [field for field in _TOLD if getattr(score, field)]
    say(f"{reader}\t{group}\t{document}\t{' '.join(said)}\t{error}")


def page_of(result: dict[str, Any], page: str) -> str:
    """The page of the docs with the tables of this result, between its two marks."""
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}\n\n{tables_of(result)}\n{_END}{after}"


def tables_of(result: dict[str, Any]) -> str:
    """A table a set, and why others are not in them."""
    measured = {name: each for name, each in result["readers"].items() if "scores" in each}
    lines = [f"Measured on {result['day']}.", ""]
    for name, about in result["sets"].items():
        lines += _table(name, about, measured)
    return "\n".join([*lines, *_not_measured(result)])


def _table(name: str, about: dict[str, Any], readers: dict[str, Any]) -> Iterator[str]:
    size = f"{about['documents']} documents, {about['pages']} pages."
    yield from (f"## {name.capitalize()}", "", f"{about['about']} {size}", "")
    forged = name in _FORGED
    yield _row("reader", *(_FORGED_HEADS if forged else _HEADS))
    yield _row(*["---"] * (1 + len(_FORGED_HEADS if forged else _HEADS)))
    for reader, each in readers.items():
        score = Score(**each["scores"][name])
        yield _row(f"{reader} {each['version']}", *_cells(score, forged=forged))
    yield ""


_HEADS: Final = ("right", "rows found", "reversed", "**silent**", "proven", "not read", "s a page")
_FORGED_HEADS: Final = (
    "**taken for right**",
    "doubted",
    "not read",
    "as it was: right",
    "proven",
    "s a page",
)


def _cells(score: Score, *, forged: bool) -> Iterator[str]:
    honest = score.documents - score.forged
    if forged:
        yield _and_assumed(f"{score.taken} of {score.forged}", score.forged_excused)
        yield str(score.forged - score.taken - score.forged_excused - score.forged_unread)
        yield str(score.forged_unread)
        yield f"{score.right} of {honest}"
        yield str(score.proven)
    else:
        yield f"{score.right} ({100 * score.right / honest:.0f} %)"
        yield f"{100 * score.rows_right / score.rows:.0f} %"
        yield f"{score.rows_reversed} in {score.reversed}" if score.reversed else "0"
        yield _and_assumed(str(score.silent), score.excused)
        yield f"{score.proven} ({100 * score.proven / honest:.0f} %)"
        yield str(score.unread)
    yield f"{score.seconds / score.pages:.2f}"


def _and_assumed(count: str, excused: int) -> str:
    return f"{count}, and {excused} assumed" if excused else count


def _not_measured(result: dict[str, Any]) -> Iterator[str]:
    missing = {name: each for name, each in result["readers"].items() if "scores" not in each}
    if missing:
        yield from ("## Not measured", "")
        for name, each in missing.items():
            yield f"- {name}: {each['not_measured']}."
        yield ""
    failed = [
        (name, each["errors"]) for name, each in result["readers"].items() if each.get("errors")
    ]
    if failed:
        yield from ("## Why documents were not read", "")
        for name, errors in failed:
            yield f"- {name}: {', '.join(f'`{error}` {count}' for error, count in errors.items())}"
        yield ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
