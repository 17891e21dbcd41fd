"""Tries damaged pages until a budget is spent, and says what was proven wrongly."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from random import Random

from pipeline.reading import read_statements
from tests.support.attacks.banks import BANKS
from tests.support.attacks.books import honest
from tests.support.attacks.case import Case
from tests.support.attacks.judge import proven, wrong
from tests.support.hunt.damages import DAMAGES
from tests.support.looking import seen
from tests.support.mechanisms.families import MECHANISMS


@dataclass(slots=True)
class Found:
    """What a hunt came to: pages tried, those proven before and after by damage, and false
    proofs, each with its case, its damages and what is wrong."""

    tried: int = 0
    before: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[Case, tuple[str, ...], str]] = field(default_factory=list)


def honest_cases(seed: int) -> Iterator[Case]:
    """Statements that add up, of made-up banks and of every mechanism, without end."""
    for number in count(seed):
        random = Random(f"hunt {number}")
        for bank in BANKS:
            made = honest(bank, random, rows=random.randint(3, 25), per_page=random.choice((0, 8)))
            yield made.case("hunt", f"seed {number}")
        for name, family in MECHANISMS.items():
            made_up = [case for case in family(Random(f"{name} {number}")) if case.provable]
            yield from random.sample(made_up, min(2, len(made_up)))


def hunt(cases: Iterable[Case], seconds: float, seed: int = 1) -> Found:
    """Damage and read one case after the other for so many seconds of the processor."""
    found, random, begun = Found(), Random(seed), time.process_time()
    for case in cases:
        if time.process_time() - begun > seconds:
            break
        _try(found, case, ())
        for _ in range(3):
            _try(
                found, case, tuple(random.sample(sorted(DAMAGES), random.choice((1, 1, 2)))), random
            )
    return found


def damaged(case: Case, names: Iterable[str], random: Random) -> Case:
    """The case with these damages one after the other."""
    pages = case.pages.pages
    for name in names:
        pages = DAMAGES[name](pages, random)
    return replace(case, pages=replace(case.pages, pages=pages))


def _try(found: Found, case: Case, names: tuple[str, ...], random: Random | None = None) -> None:
    changed = damaged(case, names, random or Random(0))
    try:
        reading = read_statements(seen(changed.pages))
        why = wrong(reading, changed)
    except Exception as error:  # noqa: BLE001  (whatever it raises is what we look for)
        found.wrong.append((changed, names, f"raised {error!r}"))
        return
    found.tried += 1
    if why:
        found.wrong.append((changed, names, why))
    for name in names or ("nothing",):
        found.before[name] += 1
        found.after[name] += bool(proven(reading))


def save(folder: Path, case: Case, names: tuple[str, ...], why: str) -> Path:
    """Keep a page that is proven wrongly: its words, what a person sees, and what is wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "case": case.name,
        "damages": names,
        "wrong": why,
        "truth": repr((case.truth, *case.others)),
        "pages": [
            {"width": page.width, "height": page.height, "words": page.words}
            for page in case.pages.pages
        ],
    }
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    file = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:12]}.json"
    file.write_text(text, "utf-8")
    return file
