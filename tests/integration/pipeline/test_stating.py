"""What a person states of a statement is taken where the page does not deny it, and no further."""

import pytest
from sqlalchemy import Engine, select

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import unlock
from db.ledger.locks import PeriodLocked
from db.models import Import, Proposal, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.words import ImportStatus, ProposalStatus, Verdict
from pipeline.drafts import StatementDraft
from pipeline.record.standing import standing
from pipeline.review.beside import Version, other_versions
from pipeline.review.errors import AnswersDisagree, WhichStatement
from tests.support.books import JUNE, LINES, account, all_imported, all_of, dump, imported, verdicts
from tests.support.ledgers import kept_statement, kept_verdict
from tests.support.statements import day, draft, line

WITHOUT_PERIOD = draft(LINES, start=None, end=None)


def test_an_account_of_another_number_is_so_by_a_persons_word_alone(engine: Engine) -> None:
    account(engine, LINES[:2], name="One", mask="9999")
    assert imported(engine, draft(LINES[:2])).status is ImportStatus.NEEDS_REVIEW
    assert state_facts(engine, 1, StatedByPerson(account="One")).verdict is Verdict.MATCHED
    assert sources(engine)["account"] == "person"


def test_a_period_that_is_not_printed_is_taken_from_a_person(engine: Engine) -> None:
    account(engine)
    imported(engine, WITHOUT_PERIOD)
    assert sources(engine)["period"] == "rows"
    done = state_facts(engine, 1, StatedByPerson(period=(day(1), day(30))))
    assert (done.verdict, done.period_start, done.period_end) == ("matched", day(1), day(30))
    assert sources(engine)["period"] == "person"


def test_a_period_that_leaves_a_row_out_is_not_believed(engine: Engine) -> None:
    account(engine, LINES[:2])
    imported(engine, WITHOUT_PERIOD)
    before = dump(engine)
    with pytest.raises(AnswersDisagree, match="has a line of 2026-06-28"):
        state_facts(engine, 1, StatedByPerson(period=(day(1), day(20))))
    assert dump(engine) == before


def test_days_that_leave_locked_ones_out_are_refused(engine: Engine) -> None:
    account(engine)
    imported(engine, WITHOUT_PERIOD)
    with pytest.raises(PeriodLocked):
        state_facts(engine, 1, StatedByPerson(period=(day(10), day(30))))


def sources(engine: Engine) -> dict[str, str]:
    """What settles each hypothesis, by its name."""
    with read_only(engine) as session:
        found = session.scalars(select(Reconciliation.hypotheses)).one()
        return {each["name"]: each["source"] for each in found or ()}


def test_an_answer_settles_nothing_else_that_is_open(engine: Engine) -> None:
    """Nobody said whether 03.06. is in June: what the page looks like is not remembered so."""
    account(engine, [])
    imported(engine, draft([line(1, 3, -350), line(2, 5, 900)], start=None, end=None))
    assert sources(engine)["order"] == "assumed"
    state_facts(engine, 1, StatedByPerson(account="Everyday", balance="have"))
    assert (sources(engine)["side"], sources(engine)["order"]) == ("person", "assumed")
    state_facts(engine, 1, StatedByPerson(order="dmy"))
    assert (sources(engine)["side"], sources(engine)["order"]) == ("person", "person")


def test_a_dry_run_says_the_same_and_writes_nothing(engine: Engine) -> None:
    account(engine)
    imported(engine, WITHOUT_PERIOD)
    before = dump(engine)
    said = StatedByPerson(period=(day(1), day(30)))
    shown = state_facts(engine, 1, said, dry_run=True)
    assert dump(engine) == before
    assert state_facts(engine, 1, said) == shown


def test_what_is_locked_is_not_stated_otherwise(engine: Engine) -> None:
    account(engine)
    account(engine, [], name="Other", mask=None)
    imported(engine, JUNE)
    with pytest.raises(PeriodLocked):
        state_facts(engine, 1, StatedByPerson(account="Other"))


def test_of_two_versions_of_a_month_a_person_says_which_stands(engine: Engine) -> None:
    """The bank sent June again, with a line that the first one had not."""
    account(engine)
    all_imported(engine, {"june.pdf": [draft(LINES[:2])], "again.pdf": [JUNE]})
    assert verdicts(engine) == ["differences", "matched"]
    done = state_facts(engine, 1, StatedByPerson(stands=False), reason="the bank sent it again")
    assert (done.stands, done.status) == (False, "left")
    again = state_facts(engine, 1, StatedByPerson(stands=True))
    assert (again.stands, again.status) == (True, "needs_review")


def test_of_several_statements_one_has_to_be_named(engine: Engine) -> None:
    account(engine)
    july = draft(
        [line(1, 2, -350, month=7)],
        opening=JUNE.closing_balance, start=day(1, 7), end=day(31, 7),
    )  # fmt: skip
    imported(engine, JUNE, july)
    with pytest.raises(WhichStatement):
        state_facts(engine, 1, StatedByPerson(account="Everyday"))
    done = state_facts(engine, 1, StatedByPerson(account="Everyday"), number=2)
    assert done.period_start == day(1, 7)


MATCHED, DIFFERS = Verdict.MATCHED, Verdict.DIFFERENCES
PENDING = ProposalStatus.PENDING
YES, NO = ProposalStatus.ACCEPTED, ProposalStatus.REJECTED


@pytest.mark.parametrize(
    ("statements", "wanted"),
    [
        ([(MATCHED, [])], ImportStatus.MATCHED),
        ([(MATCHED, [YES]), (MATCHED, [])], ImportStatus.DONE),
        ([(MATCHED, [NO])], ImportStatus.DONE),  # mended by hand since
        ([(DIFFERS, [NO])], ImportStatus.LEFT),
        ([(DIFFERS, [YES, NO]), (MATCHED, [])], ImportStatus.LEFT),
        ([(DIFFERS, [])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [NO]), (DIFFERS, [])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [NO, PENDING])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [YES])], ImportStatus.NEEDS_REVIEW),  # and nobody has said no to the rest
    ],
)
def test_an_import_stands_as_its_statements_and_decisions_say(
    engine: Engine,
    statements: list[tuple[Verdict, list[ProposalStatus]]],
    wanted: ImportStatus,
) -> None:
    with unit_of_work(engine) as session:
        work = Import(source_name="june.pdf")
        session.add(work)
        session.flush()
        for ordinal, (verdict, decided) in enumerate(statements):
            row = kept_verdict(kept_statement(import_id=work.id, ordinal=ordinal), verdict)
            session.add(row)
            session.flush()
            session.add_all(_proposal(row, ordinal, n, each) for n, each in enumerate(decided))
        assert standing(session, work.id) is wanted


def _proposal(row: Reconciliation, ordinal: int, number: int, status: ProposalStatus) -> Proposal:
    return Proposal(
        reconciliation_id=row.id,
        request_id=f"{ordinal}:{number}",
        ledger_etag="1:0",
        changes=[],
        reason="",
        evidence=[],
        status=status,
    )


def named(engine: Engine, **known: StatementDraft) -> None:
    all_imported(engine, {name: [each] for name, each in known.items()})


def versions(engine: Engine, import_id: int) -> list[Version]:
    with read_only(engine) as session:
        of_import = select(Statement).where(Statement.import_id == import_id)
        return other_versions(session, session.scalars(of_import).one())


def test_the_rows_that_only_one_of_the_two_has_are_told(engine: Engine) -> None:
    account(engine)
    named(engine, first=draft(LINES[:2]), again=JUNE)
    (there,) = versions(engine, 1)
    assert (there.import_id, there.file) == (2, "again")
    assert (there.only_here, [row[1] for row in there.only_there]) == ((), [-80_000])
    (here,) = versions(engine, 2)
    assert ([row[1] for row in here.only_here], here.only_there) == ([-80_000], ())


def test_equal_rows_confirm_the_earlier_one_and_are_no_other_version(engine: Engine) -> None:
    account(engine)
    named(engine, first=JUNE, again=JUNE)
    assert versions(engine, 1) == versions(engine, 2) == []
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.MATCHED]


def test_once_a_person_chose_there_is_but_one(engine: Engine) -> None:
    account(engine)
    named(engine, first=draft(LINES[:2]), again=JUNE)
    state_facts(engine, 1, StatedByPerson(stands=False))
    assert versions(engine, 2) == []


def test_a_later_version_changes_nothing_in_the_locked_month(engine: Engine) -> None:
    account(engine)
    named(engine, first=JUNE, again=draft(LINES[:2]))
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.DIFFERENCES]


def test_a_version_of_a_locked_month_proposes_nothing_of_what_the_other_holds(
    engine: Engine,
) -> None:
    account(engine)
    named(engine, first=JUNE, again=draft([*LINES, line(4, 29, -1_111, "Cinema")]))
    assert verdicts(engine) == [Verdict.MATCHED, Verdict.DIFFERENCES]
    assert changes(engine) == [[]]


def test_once_the_month_is_unlocked_it_proposes_again(engine: Engine) -> None:
    account(engine)
    named(engine, first=JUNE, again=draft([*LINES, line(4, 29, -1_111, "Cinema")]))
    unlock(engine, 1, "the second one is right")
    assert [[each["op"] for each in proposed] for proposed in changes(engine)] == [["add"]]


def changes(engine: Engine) -> list[list[dict[str, object]]]:
    return all_of(engine, select(Proposal.changes))
