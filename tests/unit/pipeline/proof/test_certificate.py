"""Certificates: written, read and proven again; whatever is altered in one is refused."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from pipeline.proof import (
    KERNEL_VERSION,
    Answer,
    Before,
    Certificate,
    CertificateError,
    CertifiedPage,
    Objection,
    OtherAccount,
    schema,
)  # fmt: skip
from pipeline.proof import certificate as module
from pipeline.words import Box, Seen
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import ENTRIES, MARCH, account, hold

SHA256 = "0123456789abcdef" * 4
ANSWER = Answer(1, "side", "money", "Ann", "2025-04-01T12:00:00+00:00")
Plain = dict[str, Any]


def full() -> Certificate:
    """A certificate with something in each member."""
    page = printed(MARCH).with_ink(Box(500.0, 700.0, 510.0, 710.0))
    layout = page.proof().layout
    assert layout is not None
    others = (OtherAccount(8, "9876", 1, 0, 5, None),)
    before = Before(page.days.known[0], 9_999, whole=False)
    side = account(*ENTRIES, opening=10_000, others=others, before=before)
    given: Plain = {
        "answers": (ANSWER,), "layouts": (layout,), "objections": (Objection("count", "4"),),
    }  # fmt: skip
    agreement = hold(page, side, **given)
    return Certificate.of(SHA256, agreement.page, agreement)


def of_page(page: Printed) -> Certificate:
    return Certificate.of(SHA256, page.proof())


def plain(certificate: Certificate) -> Plain:
    found: Plain = json.loads(certificate.text())
    return found


def again(values: Plain) -> Certificate:
    return Certificate.read(json.dumps(values))


def written(values: Plain) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def refused(text: str | bytes) -> str:
    """Why a text is no certificate."""
    with pytest.raises(CertificateError) as error:
        Certificate.read(text)
    return str(error.value)


# Written, read and proven again.


def test_what_is_written_is_read_again() -> None:
    certificate = full()
    assert Certificate.read(certificate.text()) == certificate
    assert Certificate.read(certificate.text().encode()) == certificate


def test_what_is_read_proves_the_same() -> None:
    proof, agreement = Certificate.read(full().text()).proof()
    assert agreement is not None
    assert (proof.proven, agreement.verdict) == (False, "matched")
    assert agreement.page is proof
    assert [line.amount for line in proof.lines] == [33_000, -2_000, -750]


def test_a_page_without_a_ledger_has_no_agreement() -> None:
    certificate = Certificate.read(of_page(printed(MARCH)).text())
    proof, agreement = certificate.proof()
    assert (certificate.page.proven, proof.proven, agreement) == (True, True, None)


def test_a_page_that_cannot_be_read_has_one_too() -> None:
    certificate = of_page(printed(MARCH).reading("-20.00", "-2O.00"))
    assert (certificate.page.proven, certificate.page.lines) == (False, ())
    assert (certificate.page.opening, certificate.page.closing) == (None, None)
    assert Certificate.read(certificate.text()).proof()[0].read is None


def test_money_is_written_in_decimals_of_the_page_and_the_holders_sign() -> None:
    found = of_page(printed(MARCH, side="debt")).page
    assert (found.opening, found.closing) == ("-100.00", "-402.50")
    assert [line[2:] for line in found.lines] == [
        ("-330.00", "-430.00"),
        ("20.00", "-410.00"),
        ("7.50", "-402.50"),
    ]
    assert [str(line[0]) for line in found.lines] == ["2025-03-03", "2025-03-10", "2025-03-19"]


def test_a_line_without_a_balance_says_so() -> None:
    bare = printed(MARCH).line(1, balance=None)
    assert [line[3] for line in of_page(bare).page.lines] == ["430.00", None, "402.50"]


def test_the_text_has_a_member_on_each_line_and_letters_as_they_are() -> None:
    text = of_page(printed(MARCH.replace("Baker", "Bäcke"))).text()
    names = [line.split('"')[1] for line in text.rstrip("}\n").split("\n")]
    assert names == list(schema()["properties"])
    assert "Bäcke" in text
    assert text.endswith("}\n")


def test_a_page_where_nobody_looked_carries_no_looks() -> None:
    page = printed(MARCH).unseen().pages[0]
    carried = CertifiedPage.of(page)
    assert {word[5] for word in carried.words} == {None}
    assert carried.page() == page
    seen = printed(MARCH).looking("330.00", Seen.TWICE).with_ink(Box(1.0, 2.0, 3.0, 4.0)).pages[0]
    assert CertifiedPage.of(seen).page() == seen


# What is no certificate.


def test_a_text_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = full().text()
    monkeypatch.setattr(module, "MAX_BYTES", len(text))
    assert Certificate.read(text)
    assert refused(text + " ") == "it is larger than 0 MB"


def test_64_mb_are_the_most() -> None:
    assert refused(b" " * (64 * 1024 * 1024 + 1)) == "it is larger than 64 MB"


@pytest.mark.parametrize("text", ["", "{", "%PDF-1.7", b"\xff\xfe", "[" * 100_000])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    assert refused(text) == "the file is no JSON"


@pytest.mark.parametrize("text", ["[]", "null", "7", '{"format": "receipt"}', "{}"])
def test_json_of_something_else_is_refused(text: str) -> None:
    assert refused(text) == "the file is no certificate of tieout"


@pytest.mark.parametrize(
    "changes", [{"version": 1}, {"version": 3}, {"kernel": KERNEL_VERSION - 1}, {"version": None}]
)
def test_another_version_is_refused(changes: Plain) -> None:
    why = refused(written(plain(full()) | changes))
    assert why == "it is of another version of the format or of the kernel"


def test_a_name_that_is_twice_is_refused_at_any_depth() -> None:
    text = full().text()
    assert '"amount":' in text
    for old, new in (("{", '{"statement":0,'), ('"amount":', '"column":0,"amount":')):
        assert refused(text.replace(old, new, 1)) == "the file is no JSON"


def paths(value: object, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path to a leaf."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)  # type: ignore[arg-type]
    for key, each in inner:
        if isinstance(each, dict | list):
            yield from paths(each, (*at, key))
        else:
            yield (*at, key)


def holder(values: Plain, path: tuple[Any, ...]) -> Any:
    found: Any = values
    for key in path[:-1]:
        found = found[key]
    return found


def objects(value: object, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path to an object."""
    if isinstance(value, dict):
        yield at
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in inner:
            yield from objects(each, (*at, key))


def test_every_member_is_there_and_no_other() -> None:
    whole = plain(full())
    for path in objects(whole):
        names = list(holder(whole, (*path, "")))
        for name in names:
            less = json.loads(json.dumps(whole))
            del holder(less, (*path, ""))[name]
            refused(written(less))
        more = json.loads(json.dumps(whole))
        holder(more, (*path, ""))["note"] = ""
        assert refused(written(more))


def altered(value: Any) -> list[Any]:
    """Values of another kind, that a lenient reader would take."""
    if isinstance(value, bool):
        return [str(value).lower(), int(value)]
    if isinstance(value, int):
        return [str(value), value + 0.5, value == 1]
    if isinstance(value, float):
        return [str(value)]
    return [7, [value]] if isinstance(value, str) else []


def test_no_value_of_another_kind_is_taken() -> None:
    whole = plain(full())
    for path in paths(whole):
        old = holder(whole, path)[path[-1]]
        for new in altered(old):
            values = json.loads(json.dumps(whole))
            holder(values, path)[path[-1]] = new
            refused(written(values))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda c: c.update(document="ab" * 31), "document: "),
        (lambda c: c.update(document="AB" * 32), "document: "),
        (lambda c: c["pages"][0]["words"][0].__setitem__(0, ""), "pages.0.words.0.0: "),
        (lambda c: c["pages"][0]["words"][0].__setitem__(0, "x" * 10_001), "pages.0.words.0.0: "),
        (lambda c: c["pages"][0]["words"][0].__setitem__(1, 1e7), "pages.0.words.0.1: "),
        (lambda c: c["pages"][0]["words"][0].__setitem__(1, -1e7), "pages.0.words.0.1: "),
        (lambda c: c["pages"][0]["words"][0].__setitem__(5, "guessed"), "pages.0.words.0.5: "),
        (lambda c: c["page"].update(opening="1e2"), "page.opening: "),
        (lambda c: c["page"].update(opening="1.23456"), "page.opening: "),
        (lambda c: c["page"].update(opening="+1.00"), "page.opening: "),
        (lambda c: c["agreement"].update(verdict="sure"), "agreement.verdict: "),
    ],
)
def test_values_that_none_can_have_are_named(change: Callable[[Plain], object], why: str) -> None:
    values = plain(full())
    change(values)
    assert refused(written(values)).startswith(why)


def test_the_longest_word_and_the_furthest_point_are_taken() -> None:
    values = plain(full())
    values["pages"][0]["words"][0][:2] = ["x" * 10_000, 1e6]
    values["pages"][0]["words"][1][1] = -1e6
    assert again(values)


# Parts that do not fit each other.


def unfit(change: Callable[[Plain], object]) -> str:
    values = plain(full())
    change(values)
    return refused(written(values))


@pytest.mark.parametrize("number", [0, 2])
def test_pages_are_numbered_from_1(number: int) -> None:
    why = unfit(lambda c: c["pages"][0].update(number=number))
    assert why == "its pages are not numbered from 1 without a gap"


ROWS: dict[str, Callable[[list[list[int]]], object]] = {
    "in none": lambda rows: rows[0].pop(),
    "in two": lambda rows: rows[0].append(rows[1][0]),
    "twice in one": lambda rows: rows[0].append(rows[0][0]),
    "none that is there": lambda rows: rows[-1].append(1000),
}


@pytest.mark.parametrize("change", ROWS.values(), ids=ROWS)
def test_every_word_is_in_one_row(change: Callable[[list[list[int]]], object]) -> None:
    why = unfit(lambda c: change(c["pages"][0]["rows"]))
    assert why == "not every word of page 1 is in one row"


def test_all_words_of_a_page_were_looked_at_or_none() -> None:
    why = unfit(lambda c: c["pages"][0]["words"][3].__setitem__(5, None))
    assert why == "some words of page 1 were looked at, and others were not"


@pytest.mark.parametrize("statement", [-1, 1])
def test_a_certificate_is_about_one_of_its_witnesses(statement: int) -> None:
    why = unfit(lambda c: c.update(statement=statement))
    assert why == "the statement is none of its witnesses"


def test_a_document_has_400_statements_at_most() -> None:
    def witnesses(count: int) -> Certificate:
        certificate = of_page(printed(MARCH))
        return replace(certificate, witnesses=certificate.witnesses * count)

    assert Certificate.read(witnesses(400).text())
    assert refused(witnesses(401).text()) == "the statement is none of its witnesses"


MISFITS: dict[str, Callable[[Plain], object]] = {
    "a word that is not there": lambda w: w["lines"][0]["amount"][1].__setitem__(0, 1000),
    "a page that is not there": lambda w: w["lines"][0]["amount"].__setitem__(0, 2),
    "a column that is not there": lambda w: w["lines"][0].update(column=1),
    "rows that are not there": lambda w: w.update(section=[0, 100]),
    "a row that is not there": lambda w: w["other"].append({"row": 100, "by": "person"}),
}


@pytest.mark.parametrize("change", MISFITS.values(), ids=MISFITS)
def test_a_witness_names_what_is_there(change: Callable[[Plain], object]) -> None:
    assert unfit(lambda c: change(c["witnesses"][0]))


# What follows from the words is found again, and must be what is said.

OF_AGREEMENT = ("verdict", "obligations", "hypotheses", "alternatives")


def test_nothing_that_was_found_can_be_altered() -> None:
    """Whatever is said of the page and of the agreement follows from the words and the ledger."""
    whole = plain(full())
    found = [("page",), *(("agreement", name) for name in OF_AGREEMENT)]
    said = [path for path in paths(whole) if path[:1] in found or path[:2] in found]
    assert len(said) > 100
    for path in said:
        values = json.loads(json.dumps(whole))
        old = holder(values, path)[path[-1]]
        holder(values, path)[path[-1]] = otherwise(old)
        with pytest.raises(CertificateError):
            again(values).proof()


def otherwise(value: Any) -> Any:
    """Another value of the same kind."""
    swaps = {
        "passed": "failed", "unavailable": "passed", "matched": "unproven",
        "person": "assumed", "label": "person", "arithmetic": "person", "ledger": "person",
        "layout": "person", "rows": "person", "assumed": "person",
    }  # fmt: skip
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return "1.00"
    if value in swaps:
        return swaps[value]
    digits = [at for at, char in enumerate(value) if char.isdigit()]
    if not digits:
        return f"{value}?"
    at = digits[-1]
    return f"{value[:at]}{(int(value[at]) + 1) % 10}{value[at + 1 :]}"


@pytest.mark.parametrize(
    "path",
    [
        ("pages", 0, "words", 9, 0),
        ("witnesses", 0, "convention", "side"),
        ("witnesses", 0, "convention", "columns", 0, "moves"),
        ("objections", 0, "code"),
        ("agreement", "side", "opening"),
        ("agreement", "side", "entries", 0, "amount"),
        ("agreement", "side", "balance_origin"),
        ("agreement", "side", "currency"),
        ("agreement", "rivals"),
        ("agreement", "pairing", "groups", 0, 1, 0),
    ],
    ids=lambda path: ".".join(map(str, path)),
)
def test_nor_can_what_it_rests_on(path: tuple[Any, ...]) -> None:
    news: dict[Any, Any] = {
        0: "339.00", "side": "debt", "moves": -1, "opening": 1, "amount": 1, "currency": "JPY",
        "balance_origin": "reading", "rivals": 1,
    }  # fmt: skip
    values = plain(full())
    if path[0] == "objections":
        values["objections"] = []
    else:
        new = 3 if path[-2:] == (1, 0) else news[path[-1]]
        assert holder(values, path)[path[-1]] != new
        holder(values, path)[path[-1]] = new
    with pytest.raises(CertificateError, match="something else is found than what it says"):
        again(values).proof()


def test_an_answer_or_layout_that_is_taken_out_settles_nothing_any_more() -> None:
    for member in ("answers", "layouts"):
        values = plain(full())
        values[member] = []
        with pytest.raises(CertificateError, match="something else is found"):
            again(values).proof()


def test_an_agreement_may_be_left_out_whole() -> None:
    """Then it is a certificate of the page alone."""
    proof, agreement = again(plain(full()) | {"agreement": None}).proof()
    assert proof.lines
    assert agreement is None


UNLIKELY: dict[str, Callable[[Plain], object]] = {
    "days that end": lambda c: c["agreement"]["side"].update(since="9999-12-31", opening=None),
    "no currency": lambda c: c["agreement"]["side"].update(currency="???"),
    "no calendar": lambda c: c["witnesses"][0]["convention"].update(calendar="lunar"),
    "a day after the last": lambda c: c["answers"].append(
        {"id": 2, "hypothesis": "period", "value": "9999-12-01 to 9999-12-31", "by": "", "at": ""}
    ),
    "no day": lambda c: c["answers"].append(
        {"id": 2, "hypothesis": "period", "value": "March", "by": "", "at": ""}
    ),
}


@pytest.mark.parametrize("change", UNLIKELY.values(), ids=UNLIKELY)
def test_words_or_ledgers_that_cannot_be_are_refused(change: Callable[[Plain], object]) -> None:
    values = plain(full())
    change(values)
    with pytest.raises(CertificateError):
        again(values).proof()


def test_the_schema_names_every_member() -> None:
    assert set(schema()["required"]) == set(plain(full()))
