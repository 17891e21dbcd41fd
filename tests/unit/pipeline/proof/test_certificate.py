"""A certificate tells what was proven in decimals that a person reads, and nothing of no proof."""

from __future__ import annotations

import datetime

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_json import from_json, to_json
from pipeline.proof.page import PageProof
from tests.support.kernel import held

TEXT = """
    Northgate Bank
    Current account statement
    Account number ****1234
    {}

    Opening balance                                  $ 100.00

    Date         Posted      Description              Amount         Balance
    01/03/2025   02/03/2025  Acme Ltd             $ 2,000.00
    17/03/2025   17/03/2025  J Smith              $  -950.05        1,149.95

    Closing balance                                 1,149.95
    """
PERIOD = "Statement period 1 March 2025 to 31 March 2025"
STATEMENT = held(TEXT.format(PERIOD))
SHA256 = "ab" * 32


def certificate(proof: PageProof) -> Certificate:
    return certificate_of(SHA256, proof)


def test_each_row_with_its_place_and_its_decimals() -> None:
    written = certificate(STATEMENT.printed())
    one, two = written.rows
    assert (one.date, one.value_date) == (datetime.date(2025, 3, 1), datetime.date(2025, 3, 2))
    assert (one.amount, one.balance) == ("2000.00", None)
    assert (two.amount, two.balance) == ("-950.05", "1149.95")
    assert (one.page, one.box) == (1, (0.0, 112.0, 224.0, 122.0))
    assert (one.text, one.raw) == (
        "Acme Ltd",
        "01/03/2025 02/03/2025 Acme Ltd $ 2,000.00",
    )


def test_the_facts_that_the_page_prints() -> None:
    facts = certificate(STATEMENT.printed()).facts
    assert facts is not None
    assert (facts.exponent, facts.opening, facts.closing) == (2, "100.00", "1149.95")
    assert facts.period_start == datetime.date(2025, 3, 1)
    assert facts.period_end == datetime.date(2025, 3, 31)
    assert facts.number == "1234"


def test_what_the_page_does_not_print_is_no_fact() -> None:
    facts = certificate(STATEMENT.prove(TEXT.format("We wish you all a very good new year"))).facts
    assert facts is not None
    assert (facts.period_start, facts.period_end) == (None, None)


def test_the_certificate_of_what_is_not_proven_has_neither_rows_nor_facts() -> None:
    written = certificate(STATEMENT.printed(("950.05", "950.06")))
    assert (written.proven, written.rows, written.facts) == (False, (), None)
    assert written.checks
    assert len(written.document.pages) == 1


def test_format_and_version_are_written() -> None:
    written = certificate(STATEMENT.printed())
    assert (written.format, written.version, written.kernel_version) == ("tieout certificate", 1, 1)
    assert written.document.sha256 == SHA256
    assert written.proven


def test_what_is_written_is_of_the_version_that_is_read() -> None:
    written = certificate(STATEMENT.printed())
    assert from_json(to_json(written)) == written
