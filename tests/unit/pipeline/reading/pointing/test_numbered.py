"""A line has one number, whoever speaks of it: rows that are cut in two count as two."""

import json

from pipeline.account.lookups import page_texts
from pipeline.claims import FactName
from pipeline.extraction.extract import extract, read_whole
from pipeline.reading import read_statements
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.pointing.numbered import citations
from pipeline.reading.pointing.offering import without_rows
from pipeline.reading.pointing.places import CopiedFact
from tests.support.typewritten import document
from tools.loop.loop import ToolLoop
from tools.loop.messages import Role
from tools.providers.replay import ScriptedProvider, says

#: Two dates with a figure each, as two entries side by side have.
PAGE = """
Harbour Bank
On 01/03/2026 you had 1,000.00   and on 31/03/2026 you had 970.00
Kept at our house   5.00
Seen again at the end   970.00
"""


def test_what_is_cited_below_two_entries_side_by_side_is_its_own_line() -> None:
    pages = LexedPages(document(PAGE).pages)
    fact = CopiedFact(FactName.CLOSING_BALANCE, 5, "970.00")
    (cited,) = citations(without_rows(pages), [fact], pages)
    assert (cited.value, cited.text) == ("970.00", "Seen again at the end 970.00")


def test_a_model_is_given_the_numbers_by_which_it_is_understood() -> None:
    pages = document(PAGE)
    provider = ScriptedProvider([says(json.dumps({"rows": [], "facts": []}))] * 2)
    read_whole(pages, ToolLoop(provider))
    asked = next(m.content for m in provider.requests[0].messages if m.role is Role.USER)
    assert "5: Seen again at the end 970.00" in asked
    (shown,) = page_texts("1", without_rows(LexedPages(pages.pages)), pages)
    assert shown.lines[4] == "5: Seen again at the end 970.00"


def test_rows_of_several_entries_each_are_asked_about() -> None:
    pages = document("05/03/2026 City gym 5.00 06/03/2026 Rent 10.00 07/03/2026 Bar 2.00")
    (draft,) = read_statements(pages).statements
    provider = ScriptedProvider([says(json.dumps({"rows": [], "facts": []}))] * 2)
    extract(draft, pages, ToolLoop(provider))
    asked = next(m.content for m in provider.requests[0].messages if m.role is Role.USER)
    assert "2: 06/03/2026 Rent 10.00" in asked
