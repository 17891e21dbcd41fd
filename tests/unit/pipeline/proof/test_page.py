"""A page is proven if every obligation passed and nobody objects; assumptions are named with it."""

import pickle
from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof import (
    KERNEL_VERSION,
    Answer,
    CheckState,
    Fact,
    KnownAccount,
    Layout,
    Objection,
    Other,
    PageProof,
    Restated,
)
from pipeline.proof.page import question
from pipeline.words import Seen
from tests.support.kernel_pages import Printed, printed

PAGE = printed(
    """
             |dddddddddd  ssssssssss  tttttttttttttttt  1111111  2222222  bbbbbbbb
             |Northgate Bank
    head     |Date        Value       Text                  Out       In   Balance
    opening  |                        Opening balance                      100.00
    line     |03.06.2026  04.06.2026  Coffee               3.50              96.50
    line     |05.06.2026              Wages                         50.00   146.50
    closing  |                        Closing balance                      146.50
    """
)

STATES = ("parsed", "seen", "sums", "covered", "restated", "ordered")


def one_failed(page: Printed, name: str) -> bool:
    """Whether this obligation failed, and no other did not pass."""
    proof = page.proof()
    wrong = {c.name: c.state for c in proof.obligations if c.state is not CheckState.PASSED}
    return wrong == {name: CheckState.FAILED} and not proof.proven and not proof.holds


def test_the_kernel_has_the_version_that_the_certificates_page_names() -> None:
    assert KERNEL_VERSION == 2


class TestProven:
    def test_a_page_of_which_every_obligation_passed_is_proven(self) -> None:
        proof = PAGE.proof()
        assert [(c.name, c.state.value) for c in proof.obligations] == [
            (name, "passed") for name in STATES
        ]
        assert proof.proven
        assert proof.holds

    def test_one_that_failed_keeps_it_from_that(self) -> None:
        assert one_failed(PAGE.looking("3.50", Seen.DOUBTED), "seen")
        assert one_failed(PAGE.reading("146.50", "146.60", nth=1), "sums")
        assert one_failed(PAGE.citing(other=(Other(0, "layout"),)), "covered")
        restated = (Restated(PAGE.find("50.00"), ("opening",)),)
        page = PAGE.without_line(1).citing(restated=restated)
        assert page.state("restated") == "failed"
        assert one_failed(PAGE.reading("05.06.2026", "05.05.2026"), "ordered")

    def test_where_words_cannot_be_read_nothing_else_is_asked(self) -> None:
        proof = PAGE.reading("3.50", "?").proof()
        assert [check.state.value for check in proof.obligations] == [
            "failed", *["unavailable"] * 5
        ]  # fmt: skip
        assert [check.name for check in proof.obligations] == [*STATES]
        assert (proof.read, proof.lines, proof.opening, proof.closing) == (None, (), None, None)
        assert (proof.layout, proof.matching, proof.span, proof.hypotheses) == (None, (), None, ())
        assert not proof.proven

    def test_a_word_that_serves_twice_cannot_be_read_as_either(self) -> None:
        proof = PAGE.line(0, text=(PAGE.find("3.50"),)).proof()
        assert (proof.state("parsed"), proof.read) == (CheckState.FAILED, None)

    def test_an_objection_keeps_it_from_that_and_fails_nothing(self) -> None:
        proof = PAGE.proof(objections=[Objection("count", "3 payments")])
        assert not proof.proven
        assert proof.holds
        assert proof.passed_but_for()

    def test_what_is_unavailable_is_not_passed(self) -> None:
        page = PAGE.line(0, balance=None).citing(opening=None)
        proof = page.proof()
        assert (proof.state("sums").value, proof.state("covered").value) == (
            "unavailable",
            "failed",
        )
        assert not proof.proven

    def test_a_page_holds_without_a_balance_that_the_ledger_may_give(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttttttttt  1111111
            line     |03.06.2026  Coffee               3.50
            closing  |            Closing balance     96.50
            """
        )
        proof = page.proof()
        assert proof.state("sums") is CheckState.UNAVAILABLE
        assert proof.holds
        assert not proof.proven
        assert proof.passed_but_for("sums")
        assert not proof.passed_but_for("covered")
        assert not page.unseen().proof().holds
        wrong = page.citing(other=(Other(0, "layout"),)).proof()
        assert not wrong.holds

    def test_a_failed_sum_does_not_hold(self) -> None:
        assert not PAGE.reading("146.50", "146.60", nth=1).proof().holds


class TestWhatItSays:
    def test_lines_in_the_holders_sign(self) -> None:
        first, second = PAGE.proof().lines
        assert (first.day, first.second) == (date(2026, 6, 3), date(2026, 6, 4))
        assert (first.amount, first.balance) == (-350, 9650)
        assert (second.second, second.amount, second.balance) == (None, 5000, 14650)

    def test_on_a_debt_what_moves_the_balance_up_is_the_holders_loss(self) -> None:
        proof = PAGE.under(side="debt").proof()
        assert [line.amount for line in proof.lines] == [350, -5000]
        assert [line.balance for line in proof.lines] == [-9650, -14650]
        assert (proof.opening, proof.closing) == (-10000, -14650)
        assert proof.proven

    def test_ends_and_lines_without_balances(self) -> None:
        proof = PAGE.line(0, balance=None).proof()
        assert (proof.opening, proof.closing) == (10000, 14650)
        assert proof.lines[0].balance is None

    def test_an_amount_of_nothing_is_a_line(self) -> None:
        page = PAGE.reading("3.50", "0.00").reading("96.50", "100.00")
        assert page.proof().lines[0].amount == 0

    def test_where_a_line_has_no_day_none_is_told(self) -> None:
        proof = PAGE.line(0, day=None).proof()
        assert proof.lines == ()
        assert proof.read is not None

    def test_the_statement_that_it_is_about(self) -> None:
        two = Printed(PAGE.pages, (PAGE.witness, PAGE.citing(section=(0, 1), lines=()).witness))
        assert two.proof(0).witness is two.witnesses[0]
        assert two.proof(1).witness is two.witnesses[1]

    def test_what_settles_it_is_kept(self) -> None:
        answer = Answer(1, "side", "money", "Anna", "2026-07-01T10:00:00Z")
        account = KnownAccount("EUR", "money")
        proof = PAGE.proof(answers=(answer,), account=account)
        assert (proof.answers, proof.account) == ((answer,), account)
        assert question(proof).account is account
        other = KnownAccount("USD", None)
        assert question(proof, other).account is other

    def test_a_proof_cannot_be_pickled(self) -> None:
        with pytest.raises(TypeError, match="a PageProof cannot be pickled"):
            pickle.dumps(PAGE.proof())

    def test_its_layout_and_the_layouts_that_match(self) -> None:
        layout = PAGE.proof().layout
        assert layout is not None
        assert layout.heads == ("out", "in")
        others = (replace(layout, id=7), replace(layout, id=8, heads=("out", "plus")))
        assert [each.id for each in PAGE.proof(layouts=others).matching] == [7]


class TestSpan:
    def test_the_days_of_the_lines(self) -> None:
        assert PAGE.proof().span == (date(2026, 6, 3), date(2026, 6, 5))
        turned = PAGE.reading("03.06.2026", "06.06.2026")
        assert turned.proof().span == (date(2026, 6, 5), date(2026, 6, 6))

    def test_the_period_where_something_settles_it(self) -> None:
        page = printed(
            """
                     |dddddddddd  ssssssssss  tttttttttttttttt  1111111
            period   |01.06.2026  30.06.2026  Period
            line     |03.06.2026              Coffee               3.50
            """
        )
        assert page.proof().span == (date(2026, 6, 1), date(2026, 6, 30))
        assert page.reading("Period", "Days").proof().span == (date(2026, 6, 3), date(2026, 6, 3))
        assert page.citing(lines=()).reading("Period", "Days").proof().span is None

    def test_without_lines_and_period_there_is_none(self) -> None:
        assert PAGE.citing(lines=()).proof().span is None

    def test_a_line_without_a_day_is_left_aside(self) -> None:
        assert PAGE.line(0, day=None).proof().span == (date(2026, 6, 5), date(2026, 6, 5))


class TestSeen:
    """Each word that is relied on looks, as the page is displayed, as its text says."""

    @pytest.mark.parametrize("look", [Seen.SEEN, Seen.TWICE, Seen.PERSON])
    def test_a_figure_that_was_seen_is_sure(self, look: Seen) -> None:
        assert PAGE.looking("3.50", look).state("seen") == "passed"
        assert PAGE.looking("03.06.2026", look).state("seen") == "passed"

    @pytest.mark.parametrize("look", [Seen.DOUBTED, Seen.UNJUDGED])
    def test_one_that_looks_otherwise_or_cannot_be_compared_is_not(self, look: Seen) -> None:
        page = PAGE.looking("3.50", look)
        assert page.faults() == {"seen": "3.50 on page 1 does not look so"}

    def test_one_reading_of_a_picture_is_enough_where_balances_bind_it(self) -> None:
        for text in ("3.50", "96.50", "100.00"):
            assert PAGE.looking(text, Seen.ONCE).state("seen") == "passed"
        assert PAGE.looking("03.06.2026", Seen.ONCE).state("seen") == "failed"
        assert PAGE.looking("04.06.2026", Seen.ONCE).state("seen") == "failed"
        assert PAGE.line(0, balance=None).looking("3.50", Seen.ONCE).state("seen") == "failed"

    def test_where_noughts_are_left_out_no_reading_of_a_picture_is_enough(self) -> None:
        short = PAGE.under(short=True)
        for look, state in {
            Seen.SEEN: "passed", Seen.PERSON: "passed", Seen.TWICE: "failed", Seen.ONCE: "failed",
            Seen.DOUBTED: "failed",
        }.items():  # fmt: skip
            assert short.looking("3.50", look).state("seen") == state

    def test_a_word_without_digits_needs_print_that_nobody_doubts(self) -> None:
        page = PAGE.citing(currency=Fact(PAGE.find("Bank")))
        for look in Seen:
            wrong = look in (Seen.DOUBTED, Seen.UNJUDGED)
            assert page.looking("Bank", look).state("seen") == ("failed" if wrong else "passed")
        assert page.under(short=True).looking("Bank", Seen.ONCE).state("seen") == "passed"

    def test_texts_labels_and_heads_may_look_otherwise(self) -> None:
        page = PAGE
        for text in ("Coffee", "Opening balance", "Out", "Northgate Bank"):
            page = page.looking(text, Seen.DOUBTED)
        assert page.state("seen") == "passed"

    def test_where_nobody_looked_it_is_unavailable(self) -> None:
        assert PAGE.unseen().faults() == {"seen": "nobody looked at the pages"}
        assert PAGE.unseen().state("seen") == "unavailable"

    def test_where_nobody_compared_figures_it_is_unavailable(self) -> None:
        page = PAGE.looking("3.50", Seen.INK)
        assert page.state("seen") == "unavailable"
        assert page.faults() == {"seen": "nobody compared figures and print"}
        doubted = page.looking("96.50", Seen.DOUBTED)
        assert doubted.faults() == {"seen": "96.50 on page 1 does not look so"}

    def test_each_page_has_its_own_looks(self) -> None:
        two = printed(
            "         |dddddddddd  1111111  bbbbbbbb\nopening  |                       100.00",
            "line     |03.06.2026    -3.50     96.50",
        )
        assert two.proof().state("seen").value == "passed"
        assert two.unseen(2).state("seen") == "unavailable"
        assert two.looking("-3.50", Seen.DOUBTED).faults() == {
            "seen": "-3.50 on page 2 does not look so"
        }


class TestSeveralStatements:
    TWO = printed(
        """
                 |dddddddddd  tttttttttttttttt  1111111
        opening  |            Opening balance     10.00
        line     |03.06.2026  Coffee               3.00
        closing  |            Closing balance     13.00
        next     |            Savings
        opening  |            Opening balance     20.00
        line     |03.06.2026  Gift                 7.00
        closing  |            Closing balance     27.00
        """
    )

    def test_each_accounts_for_its_own_rows(self) -> None:
        assert self.TWO.proof(0).proven
        assert self.TWO.proof(1).proven
        assert [line.amount for line in self.TWO.proof(1).lines] == [700]

    def test_one_that_does_not_add_up_accounts_for_nothing(self) -> None:
        page = self.TWO.reading("13.00", "14.00")
        assert page.proof(1).state("sums") is CheckState.PASSED
        assert page.proof(1).state("covered") is CheckState.PASSED
        assert not page.proof(0).proven
        page = self.TWO.reading("7.00", "3.00").reading("27.00", "23.00")
        assert page.proof(0).state("covered") is CheckState.PASSED
        page = self.TWO.reading("7.00", "3.00")
        assert page.proof(0).state("covered") is CheckState.FAILED

    def test_one_that_cannot_be_read_accounts_for_nothing(self) -> None:
        page = self.TWO.reading("7.00", "3.00").reading("27.00", "23.00")
        first, second = page.witnesses
        how = replace(second.convention, year=page.find("Savings"))
        page = replace(page, witnesses=(first, replace(second, convention=how)))
        assert page.proof(0).state("parsed") is CheckState.PASSED
        assert page.proof(0).state("covered") is CheckState.FAILED

    def test_one_without_lines_accounts_for_nothing(self) -> None:
        page = self.TWO.reading("7.00", "3.00").reading("27.00", "20.00")
        first, second = page.witnesses
        assert second.opening is not None
        opening = replace(second.opening, column=None)
        closing = replace(opening, figure=page.find("3.00", 1))
        empty = replace(second, lines=(), opening=opening, closing=closing)
        bare = replace(page, witnesses=(first, empty))
        assert bare.reading("20.00", "3.00").proof(0).state("covered") is CheckState.FAILED

    def test_one_of_which_a_word_serves_twice_accounts_for_nothing(self) -> None:
        page = self.TWO.reading("7.00", "3.00").reading("27.00", "23.00")
        first, second = page.witnesses
        twice = replace(second, number=Fact(page.find("23.00")))
        page = replace(page, witnesses=(first, twice))
        assert page.proof(0).state("parsed") is CheckState.PASSED
        assert page.proof(0).state("covered") is CheckState.FAILED

    def test_rows_that_a_layout_knows_are_no_lines(self) -> None:
        layout = PAGE.proof().layout
        assert layout is not None
        page = PAGE.citing(other=(Other(0, "layout"),))
        known: Layout = replace(layout, other=("northgate bank",))
        assert PageProof(page.document, page.witnesses, layouts=(known,)).proven
        assert not page.proof(layouts=(layout,)).proven
