"""What a person corrects becomes part of what is cited, and the statement is proven so."""

import pytest

from pipeline.drafts import StatementDraft, prove_draft
from pipeline.proof import Document
from pipeline.record.correcting import CannotCorrect, Correction, corrected
from tests.support.typewritten import document, in_short, only, read

PAGE = """
    Date         Description              Amount        Balance
                 Opening balance                          100.00
    03/03/2025   Wages                    330.00          430.00
    10/03/2025   Tea house                -20.00          {second}
    19/03/2025   Baker                     -7.50          402.50
    20/03/2025   Cinema                    -9.25          393.25
    21/03/2025   Books                    -11.75          381.50
                 Closing balance                          381.50
    {below}
    """


def page(second: str = "410.00", below: str = "") -> StatementDraft:
    """The statement as it was read, proven from its words."""
    text = PAGE.format(second=second, below=below)
    draft = only(read(text))
    return prove_draft(draft, Document(document(text).pages), draft.witnesses[0])


def after(draft: StatementDraft, *corrections: Correction) -> StatementDraft:
    return corrected(draft, corrections, 1)


def test_a_misprinted_balance_is_none() -> None:
    wrong = page(second="416.00")
    assert wrong.status == "unproven"
    right = after(wrong, Correction("balance", line=2))
    assert right.status == "proven"
    assert [line.balance for line in right.lines] == [43_000, None, 40_250, 39_325, 38_150]


def test_what_the_picture_shows_is_typed_over_what_was_read() -> None:
    wrong = page(second="416.00")
    right = after(wrong, Correction("balance", line=2, text="410.00"))
    assert right.status == "proven"
    assert right.lines[1].balance == 41_000


def test_words_of_the_row_that_read_so_are_pointed_at() -> None:
    draft = page()
    same = after(draft, Correction("amount", line=2, text="-20.00"))
    assert same.witness == draft.witness


def test_an_advert_that_could_be_a_line_is_none() -> None:
    """Also where a line has an amount of the same text: what nothing cites is meant."""
    advert = page(below="Since 01/01/2025 members save 330.00 a month")
    assert advert.status == "unproven"
    right = after(advert, Correction("no_figure", text="330.00"))
    assert (right.status, len(right.lines)) == ("proven", 5)


def test_a_line_that_is_none_goes_and_another_one_comes() -> None:
    short = after(page(), Correction("no_line", line=2))
    assert [in_short(line) for line in short.lines][:2] == ["2025-03-03 33000", "2025-03-19 -750"]
    assert short.status == "unproven"
    again = Correction("line", line=1, text="-20.00", day="10/03/2025", balance="410.00")
    whole = after(page(), Correction("no_line", line=2), again)
    assert [in_short(line) for line in whole.lines][1] == "2025-03-10 -2000"


def test_an_end_that_reads_so_already_stays_as_it_is() -> None:
    draft = page()
    assert after(draft, Correction("closing", text="381.50")).witness == draft.witness


@pytest.mark.parametrize(
    "wrong",
    [
        Correction("amount", line=9, text="1.00"),
        Correction("amount", line=1),
        Correction("no_figure", text="77.77"),
        Correction("line", line=7, text="1.00"),
    ],
    ids=["no such line", "a line without an amount", "no such figure", "beyond the lines"],
)
def test_what_cannot_be_is_refused_with_a_remedy(wrong: Correction) -> None:
    with pytest.raises(CannotCorrect, match="tieout review"):
        after(page(), wrong)
