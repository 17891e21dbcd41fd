"""What no arithmetic sees of a page, and what settles it: or nothing does, and it is assumed."""

from dataclasses import replace

import pytest

from pipeline.proof import KnownAccount, Other, Place
from tests.support.kernel_pages import OUT_AND_IN as PAGE
from tests.support.kernel_pages import (
    RUNNING,
    Printed,
    answer,
    answered,
    laid_out,
    layout_of,
    printed,
)

EUR = KnownAccount("EUR", None)


def test_a_page_has_its_hypotheses_in_order() -> None:
    def names(page: Printed) -> list[str]:
        return [each.name for each in page.proof().hypotheses]

    plain = ["ends", "direction", "side", "scale", "order", "currency", "period"]
    assert names(PAGE) == plain
    assert names(PAGE.reading("03.06.2026", "03.06.")) == [*plain[:5], "year", *plain[5:]]


class TestSources:
    def test_without_any_it_is_assumed(self) -> None:
        found = PAGE.hypothesis("side")
        assert (found.value, found.source, found.words, found.detail) == (
            "money",
            "assumed",
            (),
            "",
        )
        assert found.is_assumed
        assert not PAGE.hypothesis("ends").is_assumed

    def test_a_persons_last_answer_counts(self) -> None:
        assert answered(PAGE, "side", "money") == ("money", "person")
        assert PAGE.settled("side", answers=(answer("order", "dmy"),)) == ("money", "assumed")
        both = (answer("side", "debt"), answer("side", "money", 2))
        assert PAGE.settled("side", answers=both) == ("money", "person")
        found = PAGE.hypothesis("side", answers=both[::-1])
        assert (found.source, found.detail) == ("assumed", "person says debt")

    def test_sources_that_disagree_settle_nothing_and_are_named_once(self) -> None:
        debt = KnownAccount(None, "debt")
        found = PAGE.hypothesis("side", answers=(answer("side", "money"),), account=debt)
        assert (found.value, found.source, found.detail) == ("money", "assumed", "person says debt")
        both = PAGE.hypothesis("side", answers=(answer("side", "debt"),), account=debt)
        assert both.detail == "person says debt"

    def test_a_person_comes_before_a_layout_and_that_before_arithmetic(self) -> None:
        layout = layout_of(PAGE)
        given = {"layouts": (layout,)}
        assert PAGE.settled("direction", **given) == ("1: down, 2: up", "layout")
        said = (answer("direction", "1: down, 2: up"),)
        assert PAGE.settled("direction", answers=said, **given)[1] == "person"
        assert PAGE.settled("direction")[1] == "arithmetic"

    def test_the_words_are_given_if_they_are_printed(self) -> None:
        labels = PAGE.find("Opening balance"), PAGE.find("Closing balance")
        assert PAGE.hypothesis("ends").words == labels
        assert PAGE.hypothesis("ends", layouts=(layout_of(PAGE),)).words == ()
        assert PAGE.hypothesis("period").words == (PAGE.find("Period"),)


class TestEnds:
    BOTH = "opening cited, closing cited"

    def test_a_label_of_the_list_beside_each_cited_end(self) -> None:
        assert PAGE.settled("ends") == (self.BOTH, "label")
        for text in ("Opening", "Closing"):
            assert PAGE.reading(text, "Some").settled("ends") == (self.BOTH, "assumed")

    def test_the_label_is_of_its_own_kind_and_on_its_row(self) -> None:
        swapped = PAGE.reading("Opening", "Was").reading("Closing", "Opening")
        assert swapped.reading("Was", "Closing").settled("ends")[1] == "assumed"
        opening = PAGE.witness.opening
        assert opening is not None
        elsewhere = PAGE.citing(opening=replace(opening, label=PAGE.find("Closing balance")))
        assert elsewhere.settled("ends")[1] == "assumed"
        bare = PAGE.citing(opening=replace(opening, label=None))
        assert bare.settled("ends")[1] == "assumed"
        row = PAGE.reading("Coffee", "Beginsaldo")
        row = row.citing(opening=replace(opening, label=row.find("Beginsaldo")))
        assert row.settled("ends")[1] == "assumed"
        below = (
            PAGE.reading("Closing", "Some").reading("Wages", "Opening").reading("Some", "balance")
        )
        both = Place(1, below.find("Opening", 1).words + below.find("balance", 1).words)
        two_rows = below.citing(opening=replace(opening, label=both))
        assert two_rows.settled("ends")[1] == "assumed"

    def test_a_label_of_the_other_end_beside_it_contradicts(self) -> None:
        page = PAGE.reading("Closing", "Opening")
        found = page.hypothesis("ends")
        assert (found.source, found.detail) == ("assumed", "label says the other")
        assert answered(page, "ends", self.BOTH) == (self.BOTH, "assumed")
        page = PAGE.reading("Opening", "Closing")
        assert page.hypothesis("ends").detail == "label says the other"
        named = page.reading("100.00", "EUR100.00")
        assert named.hypothesis("ends").detail == "label says the other"

    def test_one_cited_end_needs_one_label(self) -> None:
        page = PAGE.citing(opening=None)
        assert page.settled("ends") == ("opening not printed, closing cited", "label")
        page = PAGE.citing(closing=None)
        assert page.settled("ends") == ("opening cited, closing not printed", "label")

    def test_a_balance_beside_each_line_leads_there(self) -> None:
        derived = "opening derived, closing derived"
        assert RUNNING.settled("ends") == (derived, "arithmetic")
        assert RUNNING.line(0, balance=None).settled("ends")[1] == "assumed"
        bare = PAGE.reading("Opening", "Some").citing(lines=())
        assert bare.settled("ends")[1] == "assumed"

    def test_lines_that_are_in_order_both_ways_may_run_the_other_way(self) -> None:
        page = RUNNING.reading("50.00", "3.50").reading("146.50", "100.00")
        assert page.state("sums") == "passed"
        for day, source in {"03": "assumed", "13": "assumed", "14": "arithmetic"}.items():
            dated = page.reading("15.06.2026", f"{day}.06.2026")
            assert dated.settled("ends")[1] == source

    def test_a_person_and_a_layout_that_labels_both(self) -> None:
        page = PAGE.reading("Opening", "Some").reading("Closing", "Other")
        assert answered(page, "ends", self.BOTH) == (self.BOTH, "person")
        assert answered(page, "ends", "otherwise") == (self.BOTH, "assumed")
        assert laid_out(page, "ends") == (self.BOTH, "layout")
        for end in ("opening", "closing"):
            cited = getattr(page.witness, end)
            one = page.citing(**{end: replace(cited, label=None)})
            assert laid_out(one, "ends") == (self.BOTH, "assumed")


class TestDirection:
    def test_lines_of_one_day_go_the_same_way_in_either_order(self) -> None:
        page = PAGE.reading("15.06.2026", "03.06.2026")
        assert page.settled("direction") == ("1: down, 2: up", "arithmetic")

    def test_one_known_balance_does_not_tell(self) -> None:
        assert PAGE.citing(opening=None).settled("direction")[1] == "assumed"
        assert RUNNING.without_line(1).settled("direction")[1] == "assumed"
        noughts = PAGE.reading("3.50", "0.00").reading("50.00", "0.00")
        assert noughts.citing(closing=None).settled("direction")[1] == "assumed"
        both = noughts.reading("146.50", "100.00")
        assert both.settled("direction")[1] == "arithmetic"
        empty = noughts.reading("146.50", "0.00").reading("100.00", "0.00")
        assert empty.settled("direction")[1] == "assumed"

    def test_without_lines_there_is_no_direction_to_settle(self) -> None:
        page = PAGE.citing(lines=(), opening=None, closing=None)
        assert page.settled("direction")[1] == "arithmetic"


class TestSide:
    def test_the_kind_that_a_person_or_the_source_gave(self) -> None:
        assert PAGE.settled("side", account=KnownAccount(None, "money")) == ("money", "person")
        assert PAGE.settled("side", account=KnownAccount(None, "debt")) == ("money", "assumed")
        assert PAGE.settled("side", account=EUR) == ("money", "assumed")
        assert PAGE.under(side="debt").settled("side") == ("debt", "assumed")

    @pytest.mark.parametrize(
        ("opening", "closing", "source"),
        [
            ("100.00", "146.50", "person"),
            ("-100.00", "-53.50", "assumed"),
            ("-46.50", "0.00", "assumed"),
            ("-40.00", "6.50", "person"),
            ("0.00", "0.00", "person"),
            ("100.00CR", "146.50CR", "assumed"),
        ],
    )
    def test_a_debt_by_its_kind_alone_only_where_no_sign_may_say_so_already(
        self, opening: str, closing: str, source: str
    ) -> None:
        page = PAGE.reading("100.00", opening).reading("146.50", closing)
        page = page.under(side="debt", marks=(("CR", 1),))
        assert page.settled("side", account=KnownAccount(None, "debt")) == ("debt", source)
        assert page.under(side="money").settled("side", account=KnownAccount(None, "money"))[1] == (
            "person"
        )

    def test_balances_beside_lines_tell_whether_it_may_be_a_debt_as_ends_do(self) -> None:
        for sign, source in (("", "person"), ("-", "assumed")):
            page = printed(
                f"""
                      |dddddddddd  1111111  bbbbbbbbb
                line  |03.06.2026    -3.50  {sign + "96.50":>9}
                """
            ).under(side="debt")
            found = page.settled("side", account=KnownAccount(None, "debt"))
            assert found == ("debt", source)


class TestCurrency:
    PAGE = printed(
        """
                  |dddddddddd  tttttttttttttttt  1111111  bbbbbbbbbbbb
        currency  |Currency EUR
        head      |Date        Text               Amount       Balance
        opening   |            Opening balance                  100.00
        line      |03.06.2026  Coffee              -3.50         96.50
        line      |15.06.2026  Wages               50.00        146.51
        line      |16.06.2026  Interest             0.01        146.52
        closing   |            Closing balance                  146.52
        """
    )

    @pytest.mark.parametrize(
        ("text", "nth", "settles"),
        [("100.00", 0, True), ("96.50", 0, True), ("146.51", 0, False), ("146.52", 1, True)],
    )
    def test_a_code_at_an_end_or_at_the_first_balance(
        self, text: str, nth: int, settles: bool
    ) -> None:
        page = self.PAGE.citing(currency=None).reading(text, f"{text}EUR", nth=nth)
        expected = ("EUR", "printed") if settles else ("", "assumed")
        assert page.settled("currency") == expected

    def test_a_cited_code_elsewhere_settles_nothing(self) -> None:
        assert self.PAGE.settled("currency") == ("EUR", "assumed")
        assert self.PAGE.settled("currency", account=EUR) == ("EUR", "assumed")
        both = self.PAGE.reading("100.00", "EUR100.00")
        assert both.settled("currency") == ("EUR", "printed")
        assert both.hypothesis("currency").words == (self.PAGE.find("EUR"),)
        assert both.citing(currency=None).hypothesis("currency").words == ()

    def test_the_accounts_currency_is_the_value_and_another_printed_one_says_so(self) -> None:
        usd = KnownAccount("USD", None)
        for page in (self.PAGE, self.PAGE.citing(currency=None).reading("100.00", "EUR100.00")):
            found = page.hypothesis("currency", account=usd)
            assert (found.value, found.source) == ("USD", "assumed")
            assert found.detail == "printed says EUR"

    @pytest.mark.parametrize(
        ("cited", "said"),
        {"EUR-Konto": "EUR", "Kontowährung:EUR": "EUR", "Betrag/CHF": "CHF", "USD/EUR": "USD",
         "Eurokonto": None, "euro2usd": "EUR"}.items(),
    )  # fmt: skip
    def test_a_code_joined_to_other_letters_is_one(self, cited: str, said: str | None) -> None:
        page = self.PAGE.reading("EUR", cited)
        assert page.hypothesis("currency").value == (said or "")
        found = page.hypothesis("currency", account=KnownAccount("GBP", None))
        assert (found.value, found.source) == ("GBP", "assumed")
        assert found.detail == (f"printed says {said}" if said else "")

    def test_two_codes_at_balances_settle_nothing(self) -> None:
        page = self.PAGE.citing(currency=None).reading("100.00", "EUR100.00")
        page = page.reading("96.50", "USD96.50")
        assert page.settled("currency") == ("EUR", "assumed")
        assert page.hypothesis("currency").detail == "printed says USD"

    def test_a_sign_at_a_balance_only_contradicts(self) -> None:
        page = self.PAGE.citing(currency=None).reading("100.00", "$100.00")
        assert page.settled("currency") == ("", "assumed")
        own = page.hypothesis("currency", account=KnownAccount("USD", None))
        assert (own.value, own.source, own.detail) == ("USD", "assumed", "")
        found = page.hypothesis("currency", account=EUR)
        assert (found.value, found.source, found.detail) == ("EUR", "assumed", "printed says $")
        assert answered(page, "currency", "") == ("", "person")
        for sign, codes in {"US$": ("USD", "CAD"), "zł": ("PLN", "EUR")}.items():
            joined = self.PAGE.citing(currency=None).reading("100.00", f"{sign}100.00")
            for code, said in zip(codes, ("", f"printed says {sign}"), strict=True):
                found = joined.hypothesis("currency", account=KnownAccount(code, None))
                assert found.detail == said

    @pytest.mark.parametrize(
        ("sign", "codes"), [("£", "GBP EGP"), ("(£)", "GBP"), ("Kč", "CZK"), ("kr", "SEK NOK")]
    )
    def test_a_cited_sign_only_contradicts_as_well(self, sign: str, codes: str) -> None:
        page = self.PAGE.reading("EUR", sign)
        assert page.settled("currency") == ("", "assumed")
        says = dict.fromkeys(codes.split(), "") | {"EUR": f"printed says {sign}"}
        for code, said in says.items():
            found = page.hypothesis("currency", account=KnownAccount(code, None))
            assert (found.value, found.source, found.detail) == (code, "assumed", said)

    def test_names_of_currencies_and_words_that_are_none(self) -> None:
        assert self.PAGE.reading("EUR", "Euro").settled("currency")[0] == "EUR"
        assert self.PAGE.reading("EUR", "Coffee").settled("currency") == ("", "assumed")
        assert PAGE.settled("currency") == ("", "assumed")
        found = PAGE.hypothesis("currency", account=EUR)
        assert (found.value, found.source, found.detail) == ("EUR", "assumed", "")

    def test_a_person_and_a_layout(self) -> None:
        assert answered(self.PAGE, "currency", "EUR") == ("EUR", "person")
        assert laid_out(self.PAGE, "currency") == ("EUR", "layout")
        assert laid_out(self.PAGE, "currency", currency=None) == ("EUR", "assumed")
        assert laid_out(self.PAGE, "currency", currency="USD") == ("EUR", "assumed")
        page = self.PAGE.reading("100.00", "EUR100.00")
        assert laid_out(page, "currency", currency=None) == ("EUR", "printed")


class TestLayouts:
    def test_what_a_page_looks_like(self) -> None:
        page = TestCurrency.PAGE.citing(other=(Other(0, "person"),))
        layout = page.proof().layout
        assert layout is not None
        assert (layout.id, layout.source, layout.heads, layout.balance_head) == (
            0, "", ("amount",), "balance",
        )  # fmt: skip
        assert (layout.opening, layout.closing, layout.period) == (
            "openingbalance".replace("gb", "g b"), "closing balance", None
        )  # fmt: skip
        assert (layout.currency, layout.other) == ("EUR", ("currency eur",))
        assert all(column.head == () for column in layout.convention.columns)
        assert (layout.convention.balance_head, layout.convention.year) == ((), None)
        assert PAGE.under(year=PAGE.find("Value")).witness.convention.year is not None

    def test_it_names_no_places(self) -> None:
        layout = PAGE.reading("Value", "2026").under(year=PAGE.find("Value")).proof().layout
        assert layout is not None
        assert layout.convention.year is None
        assert layout.period == "period"

    def test_the_first_head_of_a_column_counts(self) -> None:
        columns = PAGE.witness.convention.columns
        twice = replace(columns[0], head=(*columns[0].head, PAGE.find("Value")))
        layout = PAGE.under(columns=(twice, columns[1])).proof().layout
        assert layout is not None
        assert layout.heads == ("out", "in")

    def test_without_words_over_each_column_there_is_none(self) -> None:
        columns = PAGE.witness.convention.columns
        page = PAGE.under(columns=(columns[0], replace(columns[1], head=())))
        assert page.proof().layout is None
        assert page.proof(layouts=(layout_of(PAGE),)).matching == ()
        assert page.settled("side", layouts=(layout_of(PAGE),)) == ("money", "assumed")

    def test_days_and_figures_in_words_are_a_sign(self) -> None:
        page = printed("     |1111111111111\nhead |Out 2026 (EUR)\nline |3.50")
        layout = page.proof().layout
        assert layout is not None
        assert layout.heads == ("out # eur",)
