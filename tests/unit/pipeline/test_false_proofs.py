"""Plain pages of which an earlier kernel proved signs, currencies or accounts that were not so.

Part A of what was measured on that kernel. Here each of these facts is an assumption until a
person, a layout or a ledger settles it, or the page is refused.
"""

from dataclasses import replace

import pytest

from pipeline.proof import Certificate, Column, KnownAccount, OtherAccount, PageProof, Witness
from tests.support.two_records import account, beside, locked, mirror, sources
from tests.support.typewritten import hypothesis, in_short, only, printed, read

PRINTED = printed("false_proofs")

ONE_COLUMN = PRINTED["one column"]
OWN_MONEY = PRINTED["own money"]
OWED = PRINTED["owed"]
PLAIN = PRINTED["plain"]
EMPTY = PRINTED["empty"]
DEBT = KnownAccount("EUR", "debt")


# A1: one column of amounts, and no word that says which way they go.


def turned_round(witness: Witness) -> Witness:
    """The witness that has every amount and both ends the other way round, as figures of a column
    that moves the balance down."""
    assert witness.opening is not None
    assert witness.closing is not None
    down = (Column(-1, witness.convention.columns[0].head),)
    return replace(
        witness,
        convention=replace(witness.convention, columns=down),
        opening=replace(witness.opening, column=0),
        closing=replace(witness.closing, column=0),
    )


def test_whose_money_a_balance_is_no_page_says_by_itself() -> None:
    draft = only(read(ONE_COLUMN))
    assert (draft.status, hypothesis(draft, "side")) == ("proven", ("money", "assumed"))


def test_two_readings_that_turn_each_other_round_differ_in_what_both_assume() -> None:
    draft = only(read(ONE_COLUMN))
    assert draft.proof is not None
    owed = replace(draft.witnesses[0].convention, side="debt")
    other = PageProof(draft.proof.document, (replace(draft.witnesses[0], convention=owed),))
    assert [line.amount for line in other.lines] == [-line.amount for line in draft.lines]
    for proof in (draft.proof, other):
        assert [each.source for each in proof.hypotheses if each.name == "side"] == ["assumed"]


def test_ends_in_the_only_column_of_amounts_get_no_sign_from_it() -> None:
    draft = only(read(ONE_COLUMN))
    assert draft.proof is not None
    other = PageProof(draft.proof.document, (turned_round(draft.witnesses[0]),))
    assert (other.state("parsed"), other.proven) == ("failed", False)


def test_marks_at_amounts_and_balances_alike_do_not_say_which_way_they_go() -> None:
    page = PRINTED["marks at amounts and balances alike do"]
    draft = only(read(page))
    assert draft.proof is not None
    how = draft.witnesses[0].convention
    marks = replace(how, marks=tuple((mark, -way) for mark, way in how.marks))
    other = PageProof(draft.proof.document, (replace(draft.witnesses[0], convention=marks),))
    assert [line.amount for line in other.lines] == [-line.amount for line in draft.lines]
    (direction,) = (each for each in other.hypotheses if each.name == "direction")
    assert direction.is_assumed or not other.proven


# A2 and A3: the holder's money on a card, and what the holder owes, without a word that is known.


@pytest.mark.parametrize(
    "title",
    [
        "Travel card statement",
        "Visa Debit",
        "Currency card",
        "Estratto conto carta prepagata",
        "Visa Debit Abrechnung",
    ],
)
def test_no_title_makes_a_balance_a_debt(title: str) -> None:
    draft = only(read(OWN_MONEY.format(title=title)))
    assert hypothesis(draft, "side") == ("money", "assumed")
    assert [in_short(line) for line in draft.lines][:2] == ["2025-03-02 50000", "2025-03-05 -18000"]
    assert beside(draft, mirror(draft)).verdict == "matched"
    assert beside(draft, mirror(draft, turned=True, known=DEBT)).verdict == "unproven"


@pytest.mark.parametrize(
    ("title", "due"),
    [
        ("PayPal Credit", "You owe us"),
        ("Klarna", "Amount due"),
        ("Store account, APR 24.9%", "Amount due"),
        ("Trade account", "You owe us"),
    ],
)
def test_what_is_owed_is_never_proven_to_be_money(title: str, due: str) -> None:
    draft = only(read(OWED.format(title=title, due=due)))
    assert hypothesis(draft, "side")[1] == "assumed"
    unknown = KnownAccount("EUR", None)
    for turned in (False, True):  # an account of which nobody said whose money it holds
        found = beside(draft, mirror(draft, turned=turned, known=unknown))
        assert (found.verdict, sources(found)["side"]) == ("unproven", "assumed")
    found = beside(draft, mirror(draft, turned=True, known=DEBT))
    assert (found.verdict, locked(found)) == ("unproven", None)


def test_page_and_account_that_disagree_settle_nothing() -> None:
    draft = only(read(OWED.format(title="Trade account", due="You owe us")))
    found = beside(draft, mirror(draft, known=DEBT))
    (side,) = (each for each in found.hypotheses if each.name == "side")
    assert (side.is_assumed, side.detail) == (True, "person says debt")
    assert found.verdict == "unproven"


# A6: a country, a code of a branch or a sign names no currency.


@pytest.mark.parametrize(
    ("first", "sign"),
    [
        ("Harbour Credit Union, Vancouver", "$"),
        ("Bank of Bridgetown, Barbados", "$"),
        ("Wellington Savings Bank, New Zealand", "$"),
        ("Sort code 90-00-17, Dublin", ""),
        ("Sort code 05-15-24, Lagos", ""),
        ("Sort code 03-01-00, Accra", ""),
        ("Maple Bank, Toronto. US dollar account", "$"),
        ("Our own account is IBAN DE89 3704 0044 0532 0130 00", ""),
        ("A summary in English", "¥"),
    ],
)
def test_a_currency_that_is_printed_beside_no_balance_is_assumed(first: str, sign: str) -> None:
    draft = only(read(PLAIN.format(first=first, sign=sign)))
    assert hypothesis(draft, "currency")[1] == "assumed"
    assert len(draft.lines) == 3


def test_a_code_beside_a_balance_is_printed() -> None:
    draft = only(read(PLAIN.format(first="Harbour Credit Union", sign="NZD ")))
    assert hypothesis(draft, "currency") == ("NZD", "printed")


@pytest.mark.parametrize(
    ("first", "sign"),
    [
        ("Maple Bank, Toronto. US dollar account", "$"),
        ("Monnaie du compte : Dollar US", ""),
        ("Les montants sont exprimés en francs suisses", ""),
        ("valori espressi in Dollari USA", ""),
        ("MONEDA: YENES", ""),
        ("단위: 원", ""),
        ("（単位：円）", ""),
        ("Bank of Manama", "BD "),
    ],
)
def test_a_name_elsewhere_that_is_not_the_accounts_keeps_it_open(first: str, sign: str) -> None:
    draft = only(read(PLAIN.format(first=first, sign=sign)))
    canadian = mirror(draft, currency="CAD", known=KnownAccount("CAD", "money"))
    found = beside(draft, canadian)
    assert (found.verdict, sources(found)["currency"]) == ("unproven", "assumed")


# A7: the number of an account that pays the card.


def test_the_number_of_the_account_that_pays_is_not_proven_to_be_the_cards() -> None:
    title = """Card statement        Card number XXXX XXXX XXXX 4412
    Direct debit from your settlement account DE89 3704 0044 0532 0130 00"""
    draft = only(read(OWED.format(title=title, due="Please pay")))
    assert draft.account_mask == "4412"
    card = OtherAccount(8, "4412", 4, 4, None, None)
    payer = KnownAccount("EUR", "money", number="3000")
    found = beside(draft, mirror(draft, known=payer, others=(card,)))
    assert (found.verdict, sources(found)["account"]) == ("unproven", "assumed")


# A10: a page without entries, whose four digits may be anybody's.


@pytest.mark.parametrize(
    ("whose", "institution"),
    [
        ("Other Bank   Account number XXXX4412", "Nordbank"),
        ("Other Bank   Account number XXXX4412", None),
        ("Nordbank   Card number XXXX XXXX XXXX 4412", "Nordbank"),
        ("Nordbank   Account number XXXX4412", "Nordbank"),
        ("Nordbank", "Nordbank"),
    ],
)
def test_an_empty_page_at_zero_is_nobodys_by_four_digits(
    whose: str, institution: str | None
) -> None:
    draft = only(read(EMPTY.format(whose=whose)))
    side = account(opening=0, known=KnownAccount("EUR", "money", "4412", institution))
    found = beside(draft, side)
    assert (found.verdict, sources(found)["account"]) == ("unproven", "assumed")
    by_ann = beside(draft, replace(side, chosen_by="Ann"))
    assert (by_ann.verdict, locked(by_ann)) == ("matched", None)


# A12: what the reader says of the bank and of the account's name.


def test_what_only_the_reader_says_is_in_no_certificate() -> None:
    draft = only(read(PLAIN.format(first="Nordbank", sign="")))
    assert draft.proof is not None
    named = replace(draft, institution="Westbank", account_name="Holiday fund")
    assert named.proof is not None
    text = Certificate.of("0" * 64, named.proof).text()
    assert "Westbank" not in text
    assert "Holiday fund" not in text
    proven = {each.name for each in named.proof.hypotheses}
    assert not proven & {"institution", "account_name", "name"}


# A13: several accounts fit, whichever of them a model names.


def test_an_account_of_another_currency_is_not_matched_though_all_amounts_are_its() -> None:
    draft = only(read(PLAIN.format(first="Nordbank", sign="USD ")))
    found = beside(draft, mirror(draft))
    assert (found.verdict, sources(found)["currency"]) == ("unproven", "assumed")
    dollars = mirror(draft, currency="USD", known=KnownAccount("USD", "money"))
    assert beside(draft, dollars).verdict == "matched"
