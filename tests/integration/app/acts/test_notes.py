"""What a person notes on a line stays with it through another reading, and goes with the import."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, select

from app.acts import correcting as acts
from app.acts.imports import reprocess, undo
from app.queries.history import acts as logged
from app.queries.reviews import one_import
from app.samples import KEPT
from db.errors import TieoutError
from db.log import LogFilter
from db.models import Line, LineNote
from db.session import unit_of_work
from db.statements.notes import MAX_ATTACHED, Attached, Noted
from jobs.options import ImportOptions
from tests.support.books import all_of, files_imported

_MARCH = KEPT / "statements" / "harrow-vale-current-account-2025-03.pdf"
RECEIPT = Attached("receipt für März.pdf", b"%PDF-1.7")
WHOLE = Noted(" asked the shop ", "query", RECEIPT)


@pytest.fixture
def march(engine: Engine) -> Engine:
    """Import 1 of a real page."""
    files_imported(engine, _MARCH)
    return engine


def lines(engine: Engine) -> list[int | None]:
    return [each.line for each in acts.notes_on(engine, 1).notes]


def test_a_note_has_a_text_a_tag_and_a_file_and_is_in_the_review_and_the_log(
    march: Engine,
) -> None:
    acts.note_line(march, 1, 30, WHOLE, dry_run=True)
    assert lines(march) == []
    (made,) = acts.note_line(march, 1, 30, WHOLE, actor="sam").notes
    assert one_import(march, 1).statements[0].notes == (made,)
    said = (made.line, made.text, made.tag, made.file, made.size, made.actor)
    assert said == (30, "asked the shop", "query", RECEIPT.name, len(RECEIPT.data), "sam")
    assert acts.attached_to(march, 1, made.id) == RECEIPT
    (act,) = logged(march, LogFilter(limit=1, actions=("note",))).acts
    assert (act.actor, act.reason, act.import_id) == ("sam", "asked the shop", 1)


def test_it_survives_another_reading_and_goes_with_its_import(march: Engine) -> None:
    acts.note_line(march, 1, 30, WHOLE)
    reprocess(march, 1, ImportOptions(), _MARCH)
    assert lines(march) == [30]
    assert all_of(march, select(LineNote.file)) == [RECEIPT.data]
    undo(march, 1, dry_run=False)
    assert all_of(march, select(LineNote.id)) == []


def test_it_follows_its_line_to_another_number_and_is_kept_without_one(march: Engine) -> None:
    acts.note_line(march, 1, 30, WHOLE)
    with unit_of_work(march) as session:
        session.scalars(select(Line).where(Line.ordinal == 30)).one().ordinal = 99
    assert lines(march) == [99]
    with unit_of_work(march) as session:
        session.scalars(select(Line).where(Line.ordinal == 99)).one().amount_minor = 1
    assert lines(march) == [None]


def test_one_note_is_removed_and_the_log_keeps_its_words(march: Engine) -> None:
    first, second = (acts.note_line(march, 1, 30, Noted(each)).notes[-1].id for each in "ab")
    assert [n.text for n in acts.remove_note_of(march, 1, first, dry_run=False).notes] == ["b"]
    (act,) = logged(march, LogFilter(limit=1, actions=("unnote",))).acts
    assert act.before["reason"] == "a"
    assert second in {each.id for each in acts.notes_on(march, 1).notes}


@pytest.mark.parametrize(
    ("line", "noted", "code"),
    [
        (30, Noted(" ", ""), "nothing_noted"),
        (99, Noted("x"), "no_such_line"),
        (30, Noted("x" * 2001), "note_too_long"),
        (30, Noted(tag="x" * 41), "note_too_long"),
        (30, Noted(file=Attached("a", bytes(MAX_ATTACHED + 1))), "attachment_too_large"),
    ],
)
def test_what_cannot_be_noted_is_refused(march: Engine, line: int, noted: Noted, code: str) -> None:
    with pytest.raises(TieoutError) as refused:
        acts.note_line(march, 1, line, noted)
    assert refused.value.code == code
    assert lines(march) == []
