"""Certificates as JSON, read strictly: nothing is guessed, converted, or read twice."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from pipeline.proof.certificate import FORMAT, VERSION, Certificate
from pipeline.proof.certificate_errors import CertificateRefused

#: A certificate is no larger than this.
MAX_BYTES: Final = 64 * 1024 * 1024
_LONGEST_NUMBER = 40  # characters


def to_json(certificate: Certificate) -> str:
    """One JSON object, the document's pages a line each."""
    whole = certificate.model_dump(mode="json")
    pages = ",\n".join(_line(page) for page in whole["document"].pop("pages"))
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    hashed = f'"sha256": "{certificate.document.sha256}"'
    return text.replace(hashed, f'{hashed},\n  "pages": [\n{pages}\n  ]', 1) + "\n"


def from_json(text: str | bytes) -> Certificate:
    """The certificate that is written there. Raises CertificateRefused."""
    if len(text) > MAX_BYTES:
        raise CertificateRefused(why=f"it is larger than {MAX_BYTES >> 20} MB")
    found = read_object(text)
    if found.get("format") != FORMAT:
        raise CertificateRefused(why="the file is no certificate of tieout")
    if found.get("version") != VERSION or isinstance(found["version"], bool):
        raise CertificateRefused(why=f"this tieout reads version {VERSION} of the format")
    return certificate_from(text)


def certificate_from(text: str | bytes) -> Certificate:
    """The certificate in a JSON text of the format and version of today."""
    try:
        return Certificate.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        at = ".".join(map(str, first["loc"]))
        raise CertificateRefused(why=f"{at}: {first['msg'].lower()}") from None


def read_object(text: str | bytes) -> dict[str, Any]:
    """A JSON object. Raises CertificateRefused, for a name twice or a number that is none too."""
    try:
        found = json.loads(
            text,
            object_pairs_hook=_each_name_once,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_no_number,
        )
    except (ValueError, RecursionError):  # of which decoding errors are leaves
        raise CertificateRefused(why="the file is no JSON") from None
    if not isinstance(found, dict):
        raise CertificateRefused(why="the file is no certificate of tieout")
    return found


def schema() -> dict[str, Any]:
    """The JSON Schema of a certificate."""
    return Certificate.model_json_schema(mode="validation")


def _each_name_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CertificateRefused(why="a name stands twice in one object")
    return found


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise CertificateRefused(why="a number is too long")
    return int(text)


def _float(text: str) -> float:
    value = float(text) if len(text) <= _LONGEST_NUMBER else float("inf")
    if not abs(value) < float("inf"):
        raise CertificateRefused(why="a number is too large")
    return value


def _no_number(text: str) -> NoReturn:
    raise CertificateRefused(why=f"{text} is no number")


def _line(page: object) -> str:
    return json.dumps(page, ensure_ascii=False, separators=(",", ":"))
