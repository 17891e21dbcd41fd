"""A statement that the bank sent again is shown against the one that it sent before."""

from sqlalchemy import Engine, select

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import unlock
from db.models import Proposal, Statement
from db.session import read_only
from db.words import Verdict
from pipeline.drafts import StatementDraft
from pipeline.review.beside import Version, other_versions
from tests.support.books import (
    JUNE,
    LINES,
    account,
    all_imported,
    all_of,
    verdicts,
)
from tests.support.statements import draft, line


def brought_in(engine: Engine, **known: StatementDraft) -> None:
    all_imported(engine, {name: [each] for name, each in known.items()})


def versions(engine: Engine, import_id: int) -> list[Version]:
    with read_only(engine) as session:
        of_import = select(Statement).where(Statement.import_id == import_id)
        return other_versions(session, session.scalars(of_import).one())


def test_the_rows_that_only_one_of_the_two_has_are_told(engine: Engine) -> None:
    account(engine)
    brought_in(engine, first=draft(LINES[:2]), again=JUNE)
    (there,) = versions(engine, 1)
    assert (there.import_id, there.file) == (2, "again")
    assert (there.only_here, [row[1] for row in there.only_there]) == ((), [-80_000])
    (here,) = versions(engine, 2)
    assert ([row[1] for row in here.only_here], here.only_there) == ([-80_000], ())


def test_equal_rows_confirm_the_earlier_one_and_are_no_other_version(engine: Engine) -> None:
    account(engine)
    brought_in(engine, first=JUNE, again=JUNE)
    assert versions(engine, 1) == versions(engine, 2) == []
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.MATCHED]


def test_once_a_person_chose_there_is_but_one(engine: Engine) -> None:
    account(engine)
    brought_in(engine, first=draft(LINES[:2]), again=JUNE)
    state_facts(engine, 1, StatedByPerson(stands=False))
    assert versions(engine, 2) == []


def test_a_later_version_changes_nothing_in_the_locked_month(engine: Engine) -> None:
    account(engine)
    brought_in(engine, first=JUNE, again=draft(LINES[:2]))
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.DIFFERENCES]


def test_a_version_of_a_locked_month_proposes_nothing_of_what_the_other_holds(
    engine: Engine,
) -> None:
    account(engine)
    brought_in(engine, first=JUNE, again=draft([*LINES, line(4, 29, -1_111, "Cinema")]))
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.DIFFERENCES]
    assert changes(engine) == [[]]


def test_once_the_month_is_unlocked_it_proposes_again(engine: Engine) -> None:
    account(engine)
    brought_in(engine, first=JUNE, again=draft([*LINES, line(4, 29, -1_111, "Cinema")]))
    unlock(engine, 1, "the second one is right")
    assert [[each["op"] for each in proposed] for proposed in changes(engine)] == [["add"]]


def changes(engine: Engine) -> list[list[dict[str, object]]]:
    return all_of(engine, select(Proposal.changes))
