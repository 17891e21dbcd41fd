"""Forged certificates, each a few changes of an honest one: see tests/forgeries/README.md.

    python -m tests.support.forgeries FILE...

writes what the kernel finds under `found`, for each line that has none.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, cast

from pipeline.proof import Agreement, Certificate, Document, PageProof

FOLDER: Final = Path(__file__).parents[1] / "forgeries"
Plain = dict[str, Any]
Changes = Mapping[str, Any]

#: How a forgery is refused that is not even read.
SHAPE: Final = "shape"


@dataclass(frozen=True, slots=True)
class Forgery:
    """A line of a file of forgeries, and the kind that the file is of."""

    kind: str
    name: str
    of: str
    rule: str
    set: Changes
    claims: Changes
    found: Changes | None = None
    fooled: str = ""

    @property
    def id(self) -> str:
        """What a test calls it."""
        return f"{self.kind}: {self.name} ({self.of})"

    def changed(self) -> Plain:
        """What it changes, with what is then found: it says what is so."""
        return patched(patched(honest(self.of), self.set), self.found or {})

    def forged(self) -> Plain:
        """The same, with what it claims."""
        return patched(self.changed(), self.claims)


def honest_names() -> list[str]:
    """Every certificate that forgeries are made of."""
    return sorted(file.stem for file in (FOLDER / "honest").glob("*.json"))


@cache
def _honest_text(name: str) -> str:
    return (FOLDER / "honest" / f"{name}.json").read_text(encoding="utf-8")


def honest(name: str) -> Plain:
    """An honest certificate, to be changed."""
    return cast(Plain, json.loads(_honest_text(name)))


def forgeries() -> Iterator[Forgery]:
    """All of every kind."""
    for file in sorted(FOLDER.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            yield Forgery(kind=file.stem, **json.loads(line))


def patched(values: Plain, changes: Changes) -> Plain:
    """The values with others at those paths: `page/obligations/sums/state`.

    A list's item is named by its place, by its `name` if it has one, or by `+` for one at the end;
    `page/-lines` takes a member away.
    """
    values = deepcopy(values)
    for path, value in changes.items():
        *way, last = path.split("/")
        node: Any = values
        for step in way:
            node = node[_key(node, step)]
        if last == "+":
            node.append(value)
        elif last.startswith("-"):
            del node[_key(node, last[1:])]
        else:
            node[_key(node, last)] = value
    return values


def _key(node: Any, step: str) -> int | str:
    if not isinstance(node, list):
        return step
    names = [each.get("name") for each in node if isinstance(each, dict)]
    return names.index(step) if step in names else int(step)


def remade(values: Plain) -> Plain:
    """The certificate with what the kernel finds. Raises CertificateError for another shape."""
    own = Certificate.read(json.dumps(values))
    document = Document([page.page() for page in own.pages])
    given = (own.witnesses, own.statement, own.objections, own.answers, own.layouts)
    proof = PageProof(document, *given, own.account)
    beside = own.agreement
    agreement = None
    if beside:
        agreement = Agreement(proof, beside.side, beside.pairing, beside.rivals)
    return cast(Plain, json.loads(Certificate.of(own.document, proof, agreement).text()))


def differences(said: Plain, is_so: Plain) -> list[str]:
    """The names of what two certificates say otherwise, as a second checker compares them."""
    unread = is_so["page"]["obligations"][0]["state"] != "passed"
    found: list[str] = []
    for part in ("page", "agreement") if is_so["agreement"] else ("page",):
        found += _otherwise(said[part], is_so[part], "obligations", ["state"])
        if not unread:
            found += _otherwise(said[part], is_so[part], "hypotheses", ["value", "source"])
    for part, names in (("page", ["proven"]), ("agreement", ["verdict"])):
        found += [each for each in names if is_so[part] and said[part][each] != is_so[part][each]]
    if unread:
        return found
    ends = ("opening", "closing")
    found += [each for each in ends if said["page"][each] != is_so["page"][each]]
    both = zip_longest(said["page"]["lines"], is_so["page"]["lines"])
    return found + ["lines" for one, two in both if one != two]


def _otherwise(said: Plain, is_so: Plain, kind: str, told: list[str]) -> Iterator[str]:
    if [each["name"] for each in said[kind]] != [each["name"] for each in is_so[kind]]:
        yield kind
        return
    for one, two in zip(said[kind], is_so[kind], strict=True):
        yield from (one["name"] for member in told if one[member] != two[member])


def changes_between(one: Any, two: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The changes that make one value the other."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for name in one:
            yield from changes_between(one[name], two[name], f"{path}/{name}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for at, (mine, own) in enumerate(zip(one, two, strict=True)):
            yield from changes_between(mine, own, f"{path}/{at}")
    elif one != two:
        yield path.removeprefix("/"), two


def _completed(line: str) -> str:
    values = json.loads(line)
    if values["rule"] != SHAPE and "found" not in values:
        changed = patched(honest(values["of"]), values["set"])
        values["found"] = dict(changes_between(changed, remade(changed)))
    return json.dumps(values, ensure_ascii=False)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
        Path(name).write_text("\n".join(map(_completed, lines)) + "\n", encoding="utf-8")
