"""All changes of a witness: what a careless, lying or clever reader might offer instead."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from tests.support.witnesses.cells import dates_changed, figures_changed, sides_changed
from tests.support.witnesses.ends import conventions_changed, ends_changed, sections_changed
from tests.support.witnesses.rows import cancelling_changed, dropped_changed
from tests.support.witnesses.subject import Change, Subject
from tests.support.witnesses.words import excuses_changed, texts_changed

_ALL = (
    dropped_changed,
    cancelling_changed,
    dates_changed,
    figures_changed,
    sides_changed,
    ends_changed,
    conventions_changed,
    excuses_changed,
    sections_changed,
    texts_changed,
)


def changes(subject: Subject, random: Random, most: int | None) -> Iterator[Change]:
    """Single changes, all or about ``most`` drawn at random, and as many pairs of them."""
    found = [change for each in _ALL for change in each(subject, random)]
    random.shuffle(found)
    single = found if most is None else found[:most]
    yield from single
    yield from _flips(subject, single if most is None else single[: most // 4], random)
    for name, changed in single if most is None else single[: most // 2]:
        again = random.choice(_ALL)(Subject(changed, subject.pages), random)
        more = list(itertools.islice(_unless_unfit(again), 40))
        if more:
            other, twice = random.choice(more)
            yield f"{name} + {other}", twice


def _unless_unfit(found: Iterator[Change]) -> Iterator[Change]:
    """Changes of a witness that fits no page end where it is looked up."""
    try:
        yield from found
    except Exception:  # noqa: BLE001  (the first change may have made it unfit)
        return


def _flips(subject: Subject, singles: list[Change], random: Random) -> Iterator[Change]:
    """Other changes together with one of the convention."""
    for name, changed in singles:
        other, turned = random.choice(
            list(conventions_changed(Subject(changed, subject.pages), random))
        )
        yield f"{name} + {other}", turned
