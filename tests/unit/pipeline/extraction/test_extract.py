"""A model points at words, and the kernel reads their values: it can add nothing of its own."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from db.words import ReadingStatus
from evals.bank_page import Printed, Truth, truth
from evals.kinds.doubtful_rows import ODD, table
from evals.kinds.unknown_layout import LAYOUTS
from evals.page_case import copied
from evals.typewriter import typed
from pipeline.claims import FactName
from pipeline.drafts import StatementDraft
from pipeline.extraction.copying import MOST_QUESTIONS
from pipeline.extraction.extract import Extracted, extract, read_whole
from pipeline.reading import read_statements
from pipeline.reading.objections.pages import TORN
from pipeline.words import DocumentPages
from tests.support.books import pages_of
from tests.support.statements import draft, line
from tests.support.typewritten import hypothesis
from tools.loop.errors import ProviderUnreachableError
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits
from tools.providers.base import FinishReason, ModelRequest, ModelResponse
from tools.providers.replay import ScriptedProvider, Step, says

SAID = truth(seed=1, count=12)
ODD_ROWS = dict(ODD)


def ragged(said: Truth = SAID) -> list[Printed]:
    """The statement without columns, of which the reader is sure of no row."""
    return list(dict(LAYOUTS)["ragged without balances"](said))


def unlike(said: Truth = SAID) -> list[Printed]:
    """A table in which the third row, and every fifth from it, is printed unlike the others."""
    return list(table(said, ODD_ROWS["figures behind the text"], range(2, len(said.rows), 5)))


def pages(lines: Sequence[Printed]) -> DocumentPages:
    return typed([each.text for each in lines])


def asked(
    lines: Sequence[Printed], *steps: Step, limits: Limits | None = None
) -> tuple[Extracted, ScriptedProvider]:
    """What comes of a statement that the reader leaves unproven, and a model that says this."""
    provider = ScriptedProvider(steps)
    loop = ToolLoop(provider, limits=limits)
    document = pages(lines)
    found = read_statements(document).statements
    done = extract(found[0], document, loop) if found else read_whole(document, loop)
    assert done is not None
    return done, provider


def changed(lines: Sequence[Printed], change: Callable[[list[list[str]]], object]) -> Step:
    """A good answer whose rows are then changed."""

    def step(request: ModelRequest) -> ModelResponse:
        answer = json.loads(copied(lines, request).text)
        change(answer["rows"])
        return says(json.dumps(answer))

    return step


def good(lines: Sequence[Printed]) -> Step:
    return lambda request: copied(lines, request)


def rows_of(found: StatementDraft) -> list[tuple[object, int]]:
    return [(row.date, row.amount) for row in found.lines]


TRUE = [(row.date, row.amount) for row in SAID.rows]


def test_a_proven_reading_with_a_period_costs_nothing() -> None:
    proven = draft((line(1, 3, -350, balance=99_650),))
    provider = ScriptedProvider([])
    assert extract(proven, pages_of([proven]), ToolLoop(provider)).draft is proven
    assert provider.requests == []


def test_without_a_model_the_reading_stays_what_it_is() -> None:
    document = pages(ragged())
    (doubtful,) = read_statements(document).statements
    assert extract(doubtful, document, None).draft is doubtful


@pytest.mark.parametrize("name", [name for name, _ in LAYOUTS])
def test_a_layout_that_the_reader_does_not_know_is_proven_by_what_a_model_points_at(
    name: str,
) -> None:
    lines = list(dict(LAYOUTS)[name](SAID))
    assert all(
        each.status is ReadingStatus.UNPROVEN for each in read_statements(pages(lines)).statements
    )
    found, provider = asked(lines, good(lines), good(lines))
    assert found.draft.status is ReadingStatus.PROVEN
    assert sorted(rows_of(found.draft)) == sorted(TRUE)
    assert {row.method for row in found.draft.lines} <= {"model", "layout"}
    assert len(provider.requests) == 1


def test_rows_that_the_reader_is_sure_of_are_not_asked_about() -> None:
    lines = unlike()
    found, provider = asked(lines, good(lines))
    assert found.draft.status is ReadingStatus.PROVEN
    assert rows_of(found.draft) == TRUE
    sent = provider.requests[0].messages[-1].content
    assert lines[4].text.split()[1] in SAID.rows[0].payee  # the first row, which is like the others
    assert SAID.rows[2].payee in sent
    assert [row.method for row in found.draft.lines].count("layout") > 0


def test_a_row_whose_words_are_not_there_is_asked_for_again_and_no_other_is() -> None:
    lines = ragged()

    def wrong(rows: list[list[str]]) -> None:
        rows[3][2 if rows[3][2] else 3] = "9,999.99"

    found, provider = asked(lines, changed(lines, wrong), good(lines))
    first, second = provider.requests
    assert "does not stand on line" in second.messages[-1].content
    assert SAID.rows[3].payee in second.messages[-1].content
    assert second.messages[-1].content.count("/2026") == 1
    assert len(second.messages[-1].content) < len(first.messages[-1].content) / 2
    assert found.draft.status is ReadingStatus.PROVEN


def test_a_row_that_was_left_out_is_named_and_asked_for_again() -> None:
    lines = ragged()
    found, provider = asked(lines, changed(lines, lambda rows: rows.pop(5)), good(lines))
    assert "and is in no row" in provider.requests[1].messages[-1].content
    assert found.draft.status is ReadingStatus.PROVEN
    assert rows_of(found.draft) == TRUE


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.pop(),
        lambda rows: [row.__setitem__(0, str(int(row[0]) + 1)) for row in rows],
        lambda rows: rows.append(rows[0]),
        lambda rows: rows.clear(),
        lambda rows: [row.__setitem__(1, rows[0][1]) for row in rows],
        lambda rows: [row.__setitem__(slice(None), ["1", "2"]) for row in rows],
        lambda rows: [row.__setitem__(0, "9" * 5000) for row in rows],
    ],
    ids=[
        "a row left out",
        "the next line",
        "a row twice",
        "nothing",
        "one date",
        "too few cells",
        "a line beyond all",
    ],
)
def test_whatever_a_model_points_at_wrongly_proves_nothing_that_is_not_so(
    change: Callable[[list[list[str]]], object],
) -> None:
    lines = ragged()
    found, _ = asked(lines, changed(lines, change), changed(lines, change))
    assert found.draft.status is ReadingStatus.UNPROVEN or rows_of(found.draft) == TRUE


def test_in_for_out_is_another_side_which_stays_assumed() -> None:
    """The page prints a minus where money went, and does not say whose balance goes down by it."""

    def exchange(rows: list[list[str]]) -> None:
        for row in rows:
            row.insert(2, row.pop(3))

    lines = ragged()
    found, _ = asked(lines, changed(lines, exchange))
    assert found.draft.status is ReadingStatus.PROVEN
    assert rows_of(found.draft) == [(day, -amount) for day, amount in TRUE]
    assert hypothesis(found.draft, "side") == ("debt", "assumed")


@pytest.mark.parametrize("text", ["nonsense", "{}", '{"rows": 3}', ""])
def test_an_answer_without_rows_leaves_the_readers_for_a_person(text: str) -> None:
    lines = unlike()
    (doubtful,) = read_statements(pages(lines)).statements
    found, _ = asked(lines, *[says(text)] * 8)
    assert found.draft.status is ReadingStatus.UNPROVEN
    assert [row.raw for row in found.draft.lines] == [row.raw for row in doubtful.lines]


def test_parts_are_as_long_as_an_answer_has_room() -> None:
    lines = ragged()
    found, provider = asked(lines, *[good(lines)] * 20, limits=Limits(answer_tokens=330))
    assert len(provider.requests) > 2
    assert found.draft.status is ReadingStatus.PROVEN
    assert rows_of(found.draft) == TRUE


def test_an_answer_that_is_cut_is_asked_for_in_halves() -> None:
    lines = ragged()
    cut = ModelResponse(text='{"rows":[["4",', finish_reason=FinishReason.LENGTH)
    found, provider = asked(lines, cut, cut, good(lines), good(lines))
    asked_for = [each.messages[-1].content.splitlines() for each in provider.requests[2:]]
    assert [len(each) for each in asked_for] == [len(lines) // 2, len(lines) - len(lines) // 2]
    assert found.draft.status is ReadingStatus.PROVEN


def test_account_numbers_go_out_by_their_last_digits() -> None:
    lines = ragged()
    _, provider = asked(lines, good(lines))
    assert f"4400{SAID.mask}" in lines[0].text
    long = [replace(lines[0], text=lines[0].text.replace("4400", "440012")), *lines[1:]]
    _, provider = asked(long, good(long))
    sent = provider.requests[0].messages[-1].content
    assert f"440012{SAID.mask}" not in sent
    assert f"…{SAID.mask}" in sent


def test_a_document_that_is_no_statement_stays_none() -> None:
    document = typed(["Dear guest,", "welcome to the house."])
    provider = ScriptedProvider([says('{"rows": [], "facts": []}')])
    assert read_whole(document, ToolLoop(provider)) is None


def test_a_page_without_a_word_is_not_asked_about() -> None:
    provider = ScriptedProvider([])
    assert read_whole(typed([]), ToolLoop(provider)) is None
    assert provider.requests == []


def test_a_document_that_could_be_cut_otherwise_is_not_offered_again() -> None:
    lines = ragged()
    (doubtful,) = read_statements(pages(lines)).statements
    in_doubt = replace(doubtful, objections=(TORN,))
    provider = ScriptedProvider([])
    assert extract(in_doubt, pages(lines), ToolLoop(provider)).draft is in_doubt
    assert provider.requests == []


def test_a_period_that_nothing_proves_is_cited_and_not_taken() -> None:
    lines = [each for each in ragged() if "period" not in each.text]
    first, last = SAID.start.strftime("%d/%m/%Y"), SAID.end.strftime("%d/%m/%Y")
    days = (("period_start", first), ("period_end", last))
    lines.insert(
        1, Printed(f"What happened on your account between {first} and {last}:", facts=days)
    )
    found, _ = asked(lines, good(lines), good(lines))
    assert found.draft.status is ReadingStatus.PROVEN
    assert hypothesis(found.draft, "period")[1] == "rows"
    assert {(each.name, each.value, each.page) for each in found.cited} == {
        (FactName.PERIOD_START, SAID.start.isoformat(), 1),
        (FactName.PERIOD_END, SAID.end.isoformat(), 1),
    }


def test_a_server_that_is_away_is_not_asked_for_the_rest() -> None:
    lines = ragged()

    def away(_request: ModelRequest) -> ModelResponse:
        raise ProviderUnreachableError

    found, provider = asked(lines, *[away] * 9, limits=Limits(answer_tokens=330))
    assert len(provider.requests) == 1
    assert [use.status for use in found.uses] == ["unavailable"]
    assert found.draft.status is ReadingStatus.UNPROVEN


def test_a_statement_without_end_is_put_to_a_model_as_far_as_is_reasonable() -> None:
    lines = ragged(truth(seed=3, count=200))
    found, provider = asked(lines, *[good(lines)] * 99, limits=Limits(answer_tokens=240))
    assert len(provider.requests) == MOST_QUESTIONS
    assert found.draft.status is ReadingStatus.UNPROVEN
