"""What a certificate says that a person stated is read as strictly as the rest of it."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pipeline.proof.certificate import (
    Fact,
    SecondWitness,
    all_second_witnesses,
    certificate_of,
)
from pipeline.proof.certificate_errors import CertificateDiffers, CertificateRefused
from pipeline.proof.certificate_json import from_json, to_json
from pipeline.proof.page import prove_page
from pipeline.proof.period import Period
from pipeline.proof.recheck import prove_certificate, stated_of
from pipeline.proof.restated import stated_in
from pipeline.proof.stated import Before, Stated
from pipeline.record.certificates import (
    certificate_from_stored,
    proven_from,
    stored_pages,
    stored_witness,
)
from tests.support.kernel import held

PAGE = held("""
    Northgate Bank
    Current account

    Opening balance                                100.00

    Date         Description           Money out   Money in
    03/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                              1,150.00
    """).printed()
MARCH = Period(datetime.date(2025, 3, 1), datetime.date(2025, 3, 31))
STATED = Stated(MARCH, 10_000, 115_000, "Ann, from the bank's letter")
PROOF = prove_page(PAGE.pages, PAGE.witness, STATED)
SHA256 = "ab" * 32
CERTIFICATE = certificate_of(SHA256, PROOF)


def person(fact: Fact, value: str, note: str = "Ann") -> SecondWitness:
    return SecondWitness(fact=fact, value=value, source="person", note=note)


def test_what_a_person_stated_is_named_in_the_certificate() -> None:
    assert [(w.fact, w.value, w.source, w.note) for w in CERTIFICATE.second_witnesses] == [
        ("opening", "100.00", "person", STATED.source),
        ("closing", "1150.00", "person", STATED.source),
        ("period_start", "2025-03-01", "person", STATED.source),
        ("period_end", "2025-03-31", "person", STATED.source),
    ]
    assert stated_of(CERTIFICATE) == STATED
    assert certificate_of(SHA256, PAGE).second_witnesses == ()


@pytest.mark.parametrize(
    "stated",
    [
        Stated(MARCH, source="Ann"),
        Stated(opening=10_000, source="Ann"),
        Stated(closing=-5, source="Ann"),
        Stated(opening=0, closing=-123_456),
    ],
)
def test_each_fact_is_stated_alone(stated: Stated) -> None:
    said = all_second_witnesses(prove_page(PAGE.pages, PAGE.witness, stated))
    assert stated_in(said, 2) == stated


def test_nothing_stated_is_nothing_said() -> None:
    assert stated_in((), 2) is None
    assert all_second_witnesses(prove_page(PAGE.pages, PAGE.witness, Stated())) == ()
    before = SecondWitness(fact="opening", value="1.00", source="previous_statement")
    named = (before, person("account", "Everyday"), person("currency", "EUR"))
    assert stated_in(named, 2) is None
    locked = SecondWitness(fact="closing", value="1.00", source="locked_balance")
    assert stated_in((locked,), 2) is None


def test_a_persons_word_is_taken_from_the_proof_and_from_nobody_else() -> None:
    before = SecondWitness(fact="opening", value="100.00", source="previous_statement")
    others = (person("opening", "7.00"), before, person("account", "Everyday"))
    said = all_second_witnesses(PROOF, others)
    assert said == (*CERTIFICATE.second_witnesses, before, person("account", "Everyday"))
    assert all_second_witnesses(PAGE, others) == (before, person("account", "Everyday"))


def test_two_sources_are_both_named() -> None:
    said = (
        person("opening", "1.00", "Ann"),
        person("closing", "2.00", "Bob"),
        person("period_start", "2025-03-01", "Ann"),
        person("period_end", "2025-03-31", ""),
    )
    found = stated_in(said, 2)
    assert found == Stated(MARCH, 100, 200, "Ann; Bob")


def test_a_source_is_no_longer_than_a_note_may_be() -> None:
    proof = prove_page(PAGE.pages, PAGE.witness, Stated(MARCH, source="x" * 2_000))
    assert {len(each.note) for each in all_second_witnesses(proof)} == {1_000}


@pytest.mark.parametrize(
    ("fact", "value", "exponent"),
    [
        ("opening", "1.0", 2),
        ("opening", "1", 2),
        ("opening", "1.000", 2),
        ("opening", "1.00", 0),
        ("opening", "1.00", 3),
        ("opening", "1,00", 2),
        ("opening", "+1.00", 2),
        ("opening", "1.00 ", 2),
        ("opening", "1.00\n", 2),
        ("opening", "٣.00", 2),
        ("opening", "", 2),
        ("opening", "1e2", 0),
        ("closing", "1234567890123456.00", 2),
    ],
)
def test_a_stated_balance_is_an_amount_of_the_pages_decimals(
    fact: Fact, value: str, exponent: int
) -> None:
    with pytest.raises(CertificateRefused) as raised:
        stated_in((person(fact, value),), exponent)
    assert raised.value.facts["why"] == "a balance that a person states of it is no amount"


@pytest.mark.parametrize(
    "day", ["2025-02-30", "20250301", "2025-3-1", "2025-W09-6", "01/03/2025", "", "2025-03-01T00"]
)
def test_a_stated_day_is_one(day: str) -> None:
    said = (person("period_start", day), person("period_end", "2025-03-31"))
    with pytest.raises(CertificateRefused) as raised:
        stated_in(said, 2)
    assert raised.value.facts["why"] == "a day that a person states of it is none"


def test_a_period_is_stated_whole_and_a_fact_once() -> None:
    for fact in ("period_start", "period_end"):
        with pytest.raises(CertificateRefused) as raised:
            stated_in((person(fact, "2025-03-01"),), 2)
        assert raised.value.facts["why"] == "a person states one end of its period alone"
    for other in ("1.00", "2.00"):
        with pytest.raises(CertificateRefused) as raised:
            stated_in((person("opening", "1.00"), person("opening", other)), 2)
        assert raised.value.facts["why"] == "a person states a fact of it twice"


def test_a_certificate_is_proven_again_with_what_a_person_stated() -> None:
    again = from_json(to_json(CERTIFICATE))
    proof = prove_certificate(again)
    assert (proof.checks, proof.rows, proof.facts) == (PROOF.checks, PROOF.rows, PROOF.facts)
    assert proof.stated == STATED
    assert proof.proven
    assert again == CERTIFICATE


@pytest.mark.parametrize("gone", range(2, 4))
def test_without_the_persons_word_the_certificate_is_refused(gone: int) -> None:
    """Half a period is none, and no period is another fact."""
    rest = CERTIFICATE.second_witnesses[:gone]
    changed = CERTIFICATE.model_copy(update={"second_witnesses": rest})
    with pytest.raises(CertificateRefused):
        prove_certificate(changed)


@pytest.mark.parametrize(
    ("fact", "value"),
    [("opening", "100.01"), ("closing", "1150.01"), ("period_end", "2025-03-30")],
)
def test_a_forged_word_of_a_person_is_another_answer(fact: Fact, value: str) -> None:
    said = [
        person(w.fact, value if w.fact == fact else w.value) for w in CERTIFICATE.second_witnesses
    ]
    changed = CERTIFICATE.model_copy(update={"second_witnesses": tuple(said)})
    with pytest.raises(CertificateDiffers):
        prove_certificate(changed)


def test_what_the_database_keeps_proves_the_very_same() -> None:
    before = SecondWitness(fact="opening", value="100.00", source="previous_statement")
    words, stored = stored_pages(PROOF.pages.pages), stored_witness(PROOF, (before,))
    proof = proven_from(words, stored)
    assert (proof.checks, proof.facts, proof.stated) == (PROOF.checks, PROOF.facts, STATED)
    whole = certificate_from_stored(SHA256, words, stored)
    assert whole == certificate_of(SHA256, PROOF, (before,))
    assert prove_certificate(whole).proven
    assert proven_from(words, stored_witness(PAGE)).facts != PROOF.facts


def test_what_the_database_keeps_of_a_person_may_be_damaged() -> None:
    words, stored = stored_pages(PROOF.pages.pages), stored_witness(PROOF)
    said: list[dict[str, Any]] = stored["second_witnesses"]
    for change in ({"value": "never"}, {"source": "a friend"}):
        damaged = {**stored, "second_witnesses": [{**said[0], **change}]}
        with pytest.raises(CertificateRefused):
            proven_from(words, damaged)


DATED = held("""
    Northgate Bank
    Account number 12345678
    Statement date 31 March 2025

    Opening balance                                100.00

    Date         Description           Money out   Money in
    03/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00

    Closing balance                              1,150.00
    """).printed()
FEBRUARY = Period(datetime.date(2025, 2, 1), datetime.date(2025, 2, 28))
FOLLOWED = prove_page(
    DATED.pages, DATED.witness, Stated(before=Before(FEBRUARY, 10_000, "5678", source="Feb"))
)


def before(**said: str) -> list[SecondWitness]:
    """What the statement before says; what is empty is left out."""
    all_ = {"previous_period": "2025-02-01/2025-02-28", "opening": "100.00", "account": "5678"}
    return [
        SecondWitness.model_validate(
            {"fact": fact, "value": value, "source": "previous_statement", "note": "Feb"}
        )
        for fact, value in (all_ | said).items()
        if value
    ]


def test_the_statement_before_is_named_in_the_certificate_and_held_to_it() -> None:
    certificate = certificate_of(SHA256, FOLLOWED)
    assert list(certificate.second_witnesses) == before()
    again = prove_certificate(from_json(to_json(certificate)))
    assert again.facts == FOLLOWED.facts
    assert again.facts is not None
    assert again.facts.period == Period(datetime.date(2025, 3, 1), datetime.date(2025, 3, 31))


def test_without_it_the_certificate_tells_otherwise() -> None:
    certificate = certificate_of(SHA256, FOLLOWED)
    with pytest.raises(CertificateDiffers):
        prove_certificate(certificate.model_copy(update={"second_witnesses": ()}))


def test_what_it_says_is_read_back_as_it_was() -> None:
    found = stated_in(before(currency="EUR", opening="-7.05"), 2)
    assert found == Stated(before=Before(FEBRUARY, -705, "5678", "EUR", "Feb"))
    assert stated_in(before(previous_period=""), 2) is None
    both = stated_in([*before(), person("closing", "1.00")], 2)
    assert both is not None
    assert (both.closing, both.before) == (100, Before(FEBRUARY, 10_000, "5678", None, "Feb"))


def test_a_balance_that_the_ledger_named_is_not_named_twice() -> None:
    others = before(previous_period="", account="")
    assert list(all_second_witnesses(FOLLOWED, others)) == before()
    assert list(all_second_witnesses(DATED, others)) == others


@pytest.mark.parametrize(
    "said",
    [
        before(opening=""),
        before(account=""),
        before(opening="100"),
        before(previous_period="2025-02-01"),
        before(previous_period="2025-02-01/2025-02-28/2025-03-01"),
        before(previous_period="2025-02-01/2025-02-30"),
        before(previous_period="2025-02-28/2025-02-01"),
        [*before(), *before(previous_period="", account="")],
    ],
)
def test_half_a_statement_before_is_refused(said: list[SecondWitness]) -> None:
    with pytest.raises(CertificateRefused):
        stated_in(said, 2)
