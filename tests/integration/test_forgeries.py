"""Forged certificates are refused by both checkers, for the rule that they break, and what they are
made of is accepted by both: see tests/forgeries/README.md."""

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline.proof import Certificate, CertificateError
from tests.support.forgeries import (
    FOLDER,
    SHAPE,
    Forgery,
    Plain,
    differences,
    forgeries,
    honest,
    honest_names,
    remade,
)

STATIC = Path(__file__).parents[2] / "app" / "web" / "static"
CHECKER = STATIC / "checker.js"
MOST_LINES = 1_200
FORGERIES = list(forgeries())


@dataclass(frozen=True, slots=True)
class Found:
    """What one checker says: whether it could read the certificate, and what it finds otherwise."""

    accepted: bool
    read: bool
    otherwise: tuple[str, ...] = ()


def kernels(certificate: Plain | str) -> Found:
    """What the kernel says."""
    text = certificate if isinstance(certificate, str) else json.dumps(certificate)
    try:
        own = Certificate.read(text)
    except CertificateError:
        return Found(accepted=False, read=False)
    try:
        own.proof()
    except CertificateError:
        said = json.loads(text)
        return Found(accepted=False, read=True, otherwise=tuple(differences(said, remade(said))))
    return Found(accepted=True, read=True)


def node() -> str:
    """The node that the locked playwright brings."""
    driver = pytest.importorskip("playwright._impl._driver", reason="playwright brings the node")
    found: str = driver.compute_driver_executable()[0]
    if not Path(found).is_file():
        pytest.skip(f"playwright has no node at {found}")
    return found


def seconds(texts: Sequence[str]) -> Iterator[Found]:
    """What the second checker says of certificates, each on one line, in one process."""
    line = [node(), str(STATIC / "checker_cli.mjs"), "-"]
    ran = subprocess.run(line, input="\n".join(texts), capture_output=True, text=True, check=True)
    for each in map(json.loads, ran.stdout.splitlines()):
        yield Found(each["accepted"], each["read"], tuple(each["differences"]))


def one_line(certificate: Plain) -> str:
    return json.dumps(certificate)


@cache
def second_of_all() -> dict[str, Found]:
    """What it says of every certificate that these tests have."""
    texts = [one_line(honest(name)) for name in honest_names()]
    for each in FORGERIES:
        texts += [one_line(each.changed()), one_line(each.forged())]
    unique = list(dict.fromkeys(texts))
    return dict(zip(unique, seconds(unique), strict=True))


def second(certificate: Plain) -> Found:
    return second_of_all()[one_line(certificate)]


def params() -> Iterator[Any]:
    for each in FORGERIES:
        fooled = [pytest.mark.xfail(reason=each.fooled, strict=True)] if each.fooled else []
        yield pytest.param(each, id=each.id, marks=fooled)


ACCEPTED = Found(accepted=True, read=True)


@pytest.mark.parametrize("name", honest_names())
def test_an_honest_certificate_is_accepted_by_both(name: str) -> None:
    assert (kernels(honest(name)), second(honest(name))) == (ACCEPTED, ACCEPTED)


@pytest.mark.parametrize("forgery", list(params()))
def test_a_forgery_is_refused_by_both_for_the_rule_that_it_breaks(forgery: Forgery) -> None:
    forged = forgery.forged()
    if forgery.rule == SHAPE:
        assert kernels(forged) == second(forged) == Found(accepted=False, read=False)
        return
    so = forgery.changed()
    assert (kernels(so), second(so)) == (ACCEPTED, ACCEPTED)

    found = kernels(forged)
    assert found == second(forged)
    assert found.otherwise[:1] == (forgery.rule,)


def _texts() -> dict[str, str]:
    text = (FOLDER / "honest" / "page_alone.json").read_text(encoding="utf-8").replace("\n", " ")
    return {
        "a member twice": text.replace('"version":2,', '"version":1,"version":2,', 1),
        "something behind it": text + "{}",
        "a comma too much": text.replace("}", ",}", 1),
        "a number that is none": text.replace('"version":2', '"version":NaN', 1),
        "cut off": text[: len(text) // 2],
        "a list": f"[{text}]",
    }


@pytest.mark.parametrize("name", list(_texts()))
def test_a_text_that_is_no_one_certificate_is_refused_by_both(name: str) -> None:
    (found,) = seconds([_texts()[name]])
    assert kernels(_texts()[name]) == found == Found(accepted=False, read=False)


def test_there_are_forgeries_of_every_rule() -> None:
    rules = {"parsed", "seen", "sums", "covered", "restated", "ordered"}
    rules |= {"paired", "balances", "settled", "one_reading", "chain"}
    rules |= {"ends", "direction", "side", "scale", "order", "booking", "year", "currency"}
    rules |= {"period", "account", "proven", "verdict", "lines", "opening", "closing", SHAPE}

    assert {each.rule for each in FORGERIES} >= rules
    assert len(FORGERIES) >= 300


def test_the_second_checker_is_short_and_needs_nothing() -> None:
    source = CHECKER.read_text(encoding="utf-8")

    assert len(source.splitlines()) <= MOST_LINES
    assert "import " not in source
    assert "require(" not in source
