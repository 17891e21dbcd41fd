"""The shape of a model's opinions, and why one cannot be taken: it names only what it was shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pydantic import BaseModel, ConfigDict

from pipeline.claims import Act, Couple, Opinion, What
from pipeline.matching.shapes import Difference, DifferenceKind, Reason
from pipeline.opinion.figures import not_shown
from pipeline.opinion.question import Question
from tools.account_numbers import without_numbers

MOST_WORDS: Final = 240
"""Characters of a sentence; what is longer is none."""
_GIVEN: Final = ConfigDict(frozen=True, extra="ignore")


class Pair(BaseModel):
    """A line and an entry that are the same fact."""

    model_config = _GIVEN

    line: int
    entry: int


class Said(BaseModel):
    """What is held of difference ``n``."""

    model_config = _GIVEN

    n: int
    what: What | None = None
    pairs: tuple[Pair, ...] = ()
    why: str = ""
    lines: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    act: Act | None = None


class Opinions(BaseModel):
    """What is held of each difference; of one that nothing can be said of, nothing."""

    model_config = _GIVEN

    opinions: tuple[Said, ...]


#: What may settle each kind of difference; a sum is an amount of one row that several come to.
ACTS: Final = {
    DifferenceKind.MISSING_IN_LEDGER: {Act.ADD, Act.MOVE, Act.PAIR, Act.LEAVE},
    DifferenceKind.MISSING_IN_STATEMENT: {Act.OUTSTANDING, Act.REMOVE, Act.LEAVE},
    DifferenceKind.AMOUNT_DIFFERS: {Act.AMEND, Act.LEAVE},
    DifferenceKind.DATE_DIFFERS: {Act.AMEND, Act.PAIR, Act.LEAVE},
    DifferenceKind.DUPLICATE_IN_LEDGER: {Act.REMOVE, Act.LEAVE},
    DifferenceKind.AMBIGUOUS: {Act.PAIR, Act.LEAVE},
}
_OF_SUMS: Final = {Act.PAIR, Act.SPLIT, Act.LEAVE}


def reasons(answer: Opinions, asked: Question) -> list[str]:
    """Why the answer cannot be used as it is, in words for the model."""
    found = [f"difference {n} is there twice" for n in _twice(answer)]
    return found + [reason for each in answer.opinions for reason in _wrong(each, asked)]


def taken(answer: Opinions, asked: Question) -> dict[int, Opinion]:
    """The opinions that can be used, by the numbers of their differences, less what of them
    cannot: a row that was not shown, a pair that cannot be, a sentence with a figure that was not
    shown. One that is wrong in any of its rows or in its act suggests nothing."""
    twice = _twice(answer)
    usable = (_usable(each, asked) for each in answer.opinions if each.n not in twice)
    return {each.n: _opinion(each, asked) for each in usable if each is not None}


def _usable(said: Said, asked: Question) -> Said | None:
    """What of an opinion is about rows that were shown; None if nothing is."""
    if not 1 <= said.n <= len(asked.differences):
        return None
    if not any(_ids(said, asked)):
        return said
    kept = said.model_copy(
        update={
            "act": None,
            "lines": tuple(n for n in said.lines if n in asked.rows.lines),
            "entries": tuple(n for n in said.entries if n in asked.rows.entries),
            "pairs": (),
        }
    )
    return None if _ids(kept, asked) else kept


def _twice(answer: Opinions) -> list[int]:
    times = Counter(each.n for each in answer.opinions)
    return sorted(n for n, count in times.items() if count > 1)


def _wrong(said: Said, asked: Question) -> Iterator[str]:
    yield from _ids(said, asked)
    yield from _words(said, asked)


def _words(said: Said, asked: Question) -> list[str]:
    if len(said.why) > MOST_WORDS:
        return [f"why of difference {said.n} is longer than one short sentence"]
    return [
        f"{figure} in why of difference {said.n} is no figure that was shown"
        for figure in not_shown(said.why, asked.values)
    ]


def _ids(said: Said, asked: Question) -> list[str]:
    """Why the opinion is about nothing that was shown, or suggests what cannot be."""
    if not 1 <= said.n <= len(asked.differences):
        return [f"there is no difference {said.n}"]
    difference = asked.differences[said.n - 1]
    found = [f"line {n} was not shown" for n in said.lines if n not in asked.rows.lines]
    found += [f"entry {n} was not shown" for n in said.entries if n not in asked.rows.entries]
    if found:
        return found
    if not (said.lines or said.entries or said.pairs):
        return [f"name the lines and entries that difference {said.n} rests on"]
    return [*_pairs(said, difference), *_act(said, difference, asked)]


def _pairs(said: Said, difference: Difference) -> Iterator[str]:
    """Only rows among which matching could not choose can be paired, each once."""
    if not said.pairs:
        return
    if difference.kind is not DifferenceKind.AMBIGUOUS:
        yield f"difference {said.n} is not ambiguous: leave pairs empty"
        return
    for each in said.pairs:
        if each.line not in difference.lines or each.entry not in difference.entries:
            yield f"line {each.line} and entry {each.entry} are not both of difference {said.n}"
    lines, entries = [e.line for e in said.pairs], [e.entry for e in said.pairs]
    if len(set(lines)) < len(lines) or len(set(entries)) < len(entries):
        yield f"pair each line and each entry of difference {said.n} once"


def _act(said: Said, difference: Difference, asked: Question) -> Iterator[str]:
    if said.act is None:
        return
    if said.act not in _possible(difference):
        fit = ", ".join(sorted(_possible(difference)))
        yield f"{said.act} settles no {difference.kind.value}: {fit}, or null"
    elif difference.kind is DifferenceKind.MISSING_IN_LEDGER and said.act in _MEANS:
        elsewhere = said.act is Act.MOVE
        own = [asked.rows.entries[n].account_id == asked.account_id for n in said.entries]
        if own != [not elsewhere]:
            yield f"{said.act} of difference {said.n} needs one entry {_MEANS[said.act]}"
    elif difference.kind is DifferenceKind.AMBIGUOUS and said.act is Act.PAIR and not said.pairs:
        yield f"{said.act} of difference {said.n} needs pairs"


_MEANS: Final = {Act.MOVE: "of another account", Act.PAIR: "of this account"}


def _possible(difference: Difference) -> set[Act]:
    is_sum = difference.reason in (Reason.SUM_OF_ENTRIES, Reason.SUM_OF_LINES)
    if difference.kind is DifferenceKind.AMOUNT_DIFFERS and is_sum:
        return _OF_SUMS if difference.reason is Reason.SUM_OF_LINES else _OF_SUMS - {Act.SPLIT}
    return ACTS[difference.kind]


def _opinion(said: Said, asked: Question) -> Opinion:
    difference = asked.differences[said.n - 1]
    pairs = tuple(Couple(each.line, each.entry) for each in said.pairs)
    lines = tuple(dict.fromkeys(said.lines or (each.line for each in pairs)))
    entries = tuple(dict.fromkeys(said.entries or (each.entry for each in pairs)))
    words = "" if _words(said, asked) else without_numbers(" ".join(said.why.split()))
    return Opinion(
        about=asked.rows.digest_about(difference),
        rests=asked.rows.digest_of(lines, entries),
        what=said.what,
        pairs=pairs,
        why=words,
        lines=lines,
        entries=entries,
        act=said.act or (Act.PAIR if pairs else None),
    )
