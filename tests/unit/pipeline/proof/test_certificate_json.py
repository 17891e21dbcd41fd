"""A certificate is read strictly: nothing is guessed, converted, or read twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.certificate_json import from_json, read_object, schema, to_json
from tests.support.kernel import held

STATEMENT = held(
    """
    Café du Nord                                    1/2
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                                1,150.00
    """,
    "Terms and conditions                            2/2",
)
SHA256 = "ab" * 32
CERTIFICATE = certificate_of(SHA256, STATEMENT.printed())
TEXT = to_json(CERTIFICATE)


def why(text: str | bytes) -> str:
    """Why a text is refused."""
    with pytest.raises(CertificateRefused) as error:
        from_json(text)
    assert error.value.code == "certificate_refused"
    return str(error.value.facts["why"])


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(TEXT), **changes})


def test_what_is_written_is_read_the_same() -> None:
    assert from_json(to_json(CERTIFICATE)) == CERTIFICATE
    assert from_json(TEXT.encode()) == CERTIFICATE


def test_each_page_is_a_line_and_all_else_is_spread_out() -> None:
    lines = to_json(CERTIFICATE).split("\n")
    (first,) = (at for at, line in enumerate(lines) if line == '  "pages": [')
    assert lines[first - 1] == f'  "sha256": "{SHA256}",'
    one, two = lines[first + 1 : first + 3]
    assert one.startswith('{"number":1,"width":600.0,"height":800.0,"words":[["Café",0.0,')
    assert one.endswith(']],"ink":[]},')
    assert two.startswith('{"number":2,')
    assert lines[first + 3] == "  ]"
    assert lines[:2] == ["{", ' "format": "tieout certificate",']
    assert lines[-2:] == ["}", ""]


def test_a_payee_with_an_accent_is_written_as_it_is_outside_the_pages_too() -> None:
    proof = STATEMENT.printed(("Acme Ltd", "Açmé Ltd"))
    assert '"text": "Açmé Ltd"' in to_json(certificate_of(SHA256, proof))


def test_a_hash_that_is_printed_on_the_page_does_not_move_the_pages() -> None:
    named = f'"sha256": "{SHA256}"'
    made = CERTIFICATE.model_copy(update={"rows": (), "facts": None})
    row = CERTIFICATE.rows[0].model_copy(update={"text": named})
    again = to_json(made.model_copy(update={"rows": (row,)}))
    assert json.loads(again)["document"]["pages"][1]["number"] == 2


def test_no_other_format_or_version_is_read() -> None:
    assert "no certificate of tieout" in why(changed(format="receipt"))
    assert "reads version 1" in why(changed(version=2))
    assert "reads version 1" in why(changed(version=0))
    assert "reads version 1" in why(changed(version=True))
    assert "reads version 1" in why(changed(version=None))
    assert "no certificate of tieout" in why("{}")
    assert "reads version 1" in why('{"format": "tieout certificate"}')


@pytest.mark.parametrize("text", ["", "%PDF-1.7", "{", "{'a': 1}", "[" * 100_000, b"\xff\xfe\x00"])
def test_what_is_no_json(text: str | bytes) -> None:
    assert why(text) == "the file is no JSON"


@pytest.mark.parametrize("text", ["[]", "null", "1", '"tieout certificate"'])
def test_what_is_json_and_no_object(text: str) -> None:
    assert why(text) == "the file is no certificate of tieout"


def test_a_name_stands_once_in_each_object() -> None:
    assert why('{"a": 1, "a": 1}') == "a name stands twice in one object"
    assert why('{"b": {"a": 1, "a": 1}}') == "a name stands twice in one object"
    assert read_object('{"a": 1, "b": {"a": 1}}') == {"a": 1, "b": {"a": 1}}


def test_a_number_has_forty_characters_at_the_most() -> None:
    longest, fraction = "1" * 40, "0." + "1" * 38
    assert read_object(f'{{"a": {longest}}}') == {"a": int(longest)}
    assert read_object(f'{{"a": {fraction}}}') == {"a": float(fraction)}
    assert why(f'{{"a": {longest}1}}') == "a number is too long"
    assert why(f'{{"a": {fraction}1}}') == "a number is too large"


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_is_finite(number: str) -> None:
    assert why(f'{{"a": {number}}}') == "a number is too large"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_is_one(number: str) -> None:
    assert why(f'{{"a": {number}}}') == f"{number} is no number"


def test_a_certificate_is_64_megabytes_at_the_most() -> None:
    room = 64 * 1024 * 1024 - len(TEXT.encode())
    assert from_json(TEXT.encode() + b" " * room) == CERTIFICATE
    assert why(TEXT.encode() + b" " * (room + 1)) == "it is larger than 64 MB"


def test_what_is_wrong_is_named_by_its_place_without_what_stands_there() -> None:
    changed_text = changed(proven="secret", kernel_version="secret")
    assert why(changed_text).startswith("kernel_version: ")
    assert "secret" not in why(changed_text)
    rows = json.loads(TEXT)["rows"]
    rows[1]["amount"] = "secret"
    assert why(changed(rows=rows)).startswith("rows.1.amount: ")


def test_the_schema_is_that_of_what_is_read() -> None:
    assert schema() == Certificate.model_json_schema()
    assert schema()["title"] == "Certificate"
