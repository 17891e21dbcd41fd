"""Shows what waits for a person, and what is wrong with it."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from app.cli.output import TableColumn, table
from app.queries.reviews import ToReview
from app.shapes.differences import FoundShape, ReviewedDifferenceShape
from app.shapes.imports import DifferenceShape, TiedStatementShape
from app.shapes.reading import ExplainedShape
from app.shapes.review import NotesShape, ReviewedShape, ReviewShape
from app.shapes.sources import CheckShape, LedgerRowShape
from app.shapes.writing import by_name
from app.texts import accounts as texts_accounts
from app.texts import deciding as texts_deciding
from app.texts import proof as texts_proof
from app.texts import terminal as texts
from app.texts.differences import (
    asked_in_vain,
    before_texts,
    hint_texts,
    left_text,
    model_proposal_texts,
    note_texts,
    number_text,
    opinion_texts,
    settled_texts,
    way_as_before,
    way_to_take,
    ways_to_settle,
)
from app.texts.sentences import (
    about_text,
    account_text,
    by_date,
    cut,
    day_text,
    difference_text,
    file_text,
    money_text,
    objection_text,
    period_text,
    reasons_of,
    recorded_verdict,
    unproven_texts,
    verdict_text,
)
from db.text import one_line
from pipeline.proof import Check, CheckState

WAITING = (
    TableColumn(texts.ID, "right"),
    TableColumn(texts.FILE_AND_ACCOUNT),
    TableColumn(texts.PERIOD),
    TableColumn(texts.VERDICT),
    TableColumn(texts.DIFFERENCES, "right"),
)
#: What the columns but the second need, with the space between them.
OTHER_COLUMNS = 42
NARROWEST = 24
#: The most of a file's name that a sentence takes.
NAME = 60
LINES = (
    TableColumn(texts.LINE, "right", cell=lambda line: str(line.ordinal)),
    TableColumn(texts.PAGE, "right", cell=lambda line: str(line.page)),
    TableColumn(texts.DATE, cell=lambda line: day_text(line.date)),
    TableColumn(texts.DESCRIPTION, whole=False, cell=attrgetter("description")),
    TableColumn(texts.AMOUNT, "right", cell=lambda line: money_text(line.amount)),
    TableColumn(
        texts.ENTRY, "right", cell=lambda line: ", ".join(map(str, line.entries)) or texts.NONE
    ),
)


def waiting_screen(found: ToReview, width: int) -> Iterator[RenderableType]:
    """One row a statement, what follows from it, and what to type next."""
    reviews = found.reviews
    if not reviews:
        yield texts.REVIEW_NOTHING
        return
    names = max(NARROWEST, width - OTHER_COLUMNS)
    yield table(WAITING, [row for review in reviews for row in _rows(review, names)])
    readable = next((each for each in reviews if each.statements), reviews[0])
    if any(review.explains for review in reviews):
        yield f"\n{texts_deciding.NEED_NOBODY}"
    yield texts.REVIEW_NEXT.format(import_id=readable.import_id)
    if any(statement.differences for review in reviews for statement in review.statements):
        yield texts_deciding.SAFE_NEXT


def review_screen(review: ReviewShape) -> Iterator[RenderableType]:
    """One import: its error, or each statement's remarks and lines."""
    yield Text(texts.REVIEW_TITLE.format(**by_name(review)), style="bold")
    if review.error:
        yield Text(f"{review.error} [{review.error_code}]", style="red")
    if review.about:
        yield Text(about_text(review.about))
    for warning in review.warnings:
        yield Text(warning, style="yellow")
    for statement in review.statements:
        period = period_text(statement.period_start, statement.period_end)
        title = Text(f"\n{account_text(statement)}  {period}  ", style="bold")
        yield title.append_text(recorded_verdict(statement, review.import_id))
        lines = remarks(statement.verdict, statement.checks, statement.differences)
        yield from indented(lines)
        yield from indented(Text(each) for each in asked_in_vain(statement, review.import_id))
        yield from indented(Text(each) for each in settled_texts(statement))
        yield from indented(Text(each, style="cyan") for each in note_texts(statement.notes))
        proposed = model_proposal_texts(statement, review.import_id)
        yield from indented(Text(each, style="cyan") for each in proposed)
        yield from indented(Text(each) for each in _versions(statement, review.import_id))
        yield from indented(Text(each) for each in hint_texts(statement, review.import_id))
        yield table(LINES, statement.lines)
    if ways := ways_to_settle(review):
        yield Text(f"\n{texts_deciding.SETTLE}")
        yield from indented(map(Text, [*ways, *way_as_before(review), *way_to_take(review)]))
        yield texts_deciding.FIND_WAY.format(import_id=review.import_id)


def explained_screen(found: ExplainedShape) -> Iterator[RenderableType]:
    """Of each statement what keeps it from being matched, what helps, and the command for it."""
    yield Text(f"{found.file} ({found.import_id})", "bold")
    if not found.statements:
        yield texts.READ_NO_STATEMENT
    for each in found.statements:
        name = each.account or texts.UNKNOWN
        yield Text(f"{each.number}. {name}  ").append_text(verdict_text(each.state))
        if not each.reasons:
            yield Padding(texts_proof.EXPLAIN_NOTHING, (0, 0, 0, 2))
        for reason in each.reasons:
            detail = f" ({one_line(reason.detail)})" if reason.detail else ""
            yield Padding(Text(f"{reason.text}{detail}"), (0, 0, 0, 2))
            yield Padding(Text(reason.remedy), (0, 0, 0, 6))
            yield Padding(Text(reason.command, "cyan"), (0, 0, 0, 6))


FOUND = (
    TableColumn(texts.LINE, "right", cell=lambda each: str(each.line or "")),
    TableColumn(texts.ENTRY, "right", cell=lambda each: str(each.entry or "")),
    TableColumn(texts.DATE, cell=lambda each: day_text(each.day)),
    TableColumn(texts.DESCRIPTION, whole=False, cell=attrgetter("description")),
    TableColumn(texts.AMOUNT, "right", cell=lambda each: money_text(each.amount)),
    TableColumn(texts.ACCOUNT, cell=lambda each: each.account or ""),
)


def found_screen(found: FoundShape, import_id: int) -> Iterator[RenderableType]:
    """What a difference may be paired with, and how that is done."""
    yield Text(
        texts_deciding.FIND_TITLE.format(
            number=found.number,
            day=day_text(found.day),
            amount=money_text(found.amount),
            description=found.description,
        )
    )
    if not found.found:
        yield texts_deciding.FIND_NOTHING
        return
    yield table(FOUND, found.found)
    if found.more:
        yield texts_deciding.FIND_MORE
    own = [f"--line {each}" for each in found.lines] + [f"--entry {each}" for each in found.entries]
    named = " ".join([*own, "--entry ID" if found.lines else "--line N"])
    yield texts_deciding.FIND_NEXT.format(import_id=import_id, number=found.number, named=named)


def notes_screen(found: NotesShape) -> Iterator[RenderableType]:
    if not found.notes:
        yield texts_deciding.NO_NOTES.format(import_id=found.import_id)
    yield from map(Text, note_texts(found.notes))


def _versions(statement: ReviewedShape, import_id: int) -> Iterator[str]:
    """What the bank sent again, with the rows that only one of the two has, and how to choose."""
    for each in statement.versions:
        yield texts_accounts.VERSION.format(
            import_id=each.import_id, file=file_text(each.file, NAME)
        )
        for title, rows in (
            (texts_accounts.ONLY_HERE, each.only_here),
            (texts_accounts.ONLY_THERE, each.only_there),
        ):
            for row in rows:
                amount, day = money_text(row.amount), day_text(row.date)
                yield title.format(day=day, amount=amount, description=row.description)
        yield texts_accounts.CHOOSE.format(import_id=import_id)


def _rows(review: ReviewShape, width: int) -> Iterator[tuple[str | Text, ...]]:
    number, file = str(review.import_id), file_text(review.file, width)
    if not review.statements:
        yield (number, file, "", verdict_text(review.status), "")
    for place, statement in enumerate(review.statements):
        account = f"  {account_text(statement, width - 2)}"
        name = account if place else f"{file}\n{account}"
        period = period_text(statement.period_start, statement.period_end, "\n")
        verdict = recorded_verdict(statement, review.import_id, short=True)
        count = str(len(statement.differences))
        stake = money_text(statement.at_stake) if statement.differences else ""
        yield ("" if place else number, name, period, verdict, f"{count}\n{stake}".rstrip())
    for cause in _causes(review):
        yield ("", f"  {cut(cause, width - 2)}", "", "", "")


def _causes(review: ReviewShape) -> Iterator[str]:
    if review.explains:
        imports = ", ".join(map(str, review.explains))
        yield texts_deciding.EXPLAINS.format(count=len(review.explains), imports=imports)
    if review.explained_by is not None:
        yield texts_deciding.EXPLAINED_BY.format(import_id=review.explained_by)


SHOWN = 12
_BESIDE = " " * 6


def remarks(
    verdict: str, checks: Sequence[Check], differences: Sequence[DifferenceShape]
) -> Iterator[Text]:
    """Everything a person has to know, a line each; nothing for a matched statement."""
    if verdict != "matched":
        yield from (Text(text, style="yellow") for text in unproven_texts(verdict, checks))
        width = max((len(_figure(each)) for each in differences), default=0)
        for each in by_date(differences):
            yield _difference(each, width)
            yield from (Text(f"{_BESIDE}{said}", style="italic") for said in opinion_texts(each))
            if isinstance(each, ReviewedDifferenceShape):
                yield from (Text(f"{_BESIDE}{said}", style="cyan") for said in before_texts(each))


def first_ones(lines: Iterable[Text], import_id: int | None) -> Iterator[Text]:
    """So many that a table above them stays in sight, and how to see the others."""
    known = list(lines)
    yield from known[:SHOWN]
    if len(known) > SHOWN:
        more = texts.MORE if import_id else texts.MORE_IN_JSON
        yield Text(more.format(count=len(known) - SHOWN, import_id=import_id))


def indented(lines: Iterable[Text]) -> Iterator[Padding]:
    """Each two columns in, also where it is broken."""
    return (Padding(line, (0, 0, 0, 2)) for line in lines)


def _difference(difference: DifferenceShape, width: int) -> Text:
    day = day_text(difference.date)
    said = difference_text(difference)
    text = f"{difference.description or texts.NONE}: {said}{_place(difference)}"
    number, left = number_text(difference), left_text(difference)
    return Text(f"{number}{day:10}  {_figure(difference):>{width}}  {text}{left}")


def checked_lines(found: CheckShape) -> Iterator[str]:
    """A line for each row that is wrong, with file and line of the ledger and page of the
    statement, and then the verdict on each statement."""
    rows = {row.entry: row for row in found.rows}
    for document in found.documents:
        for statement in document.statements:
            if not _is_doubtful(statement):
                yield from _rows_that_differ(statement, rows, document.file)
    for remark in found.remarks:
        at = f"{remark.file}:{remark.line}" if remark.line else remark.file
        yield f"{at}: {remark.reason}"
    for document in found.documents:
        if document.error:
            yield f"{document.file}: {document.error} [{document.error_code}]"
        for statement in document.statements:
            yield f"{document.file}: {_outcome(statement)}"
            yield from (f"  {text}" for text in unproven_texts(statement.verdict, statement.checks))
            if statement.verdict == "unproven":
                yield from (f"  {text}" for text in _still_open(statement))
            else:
                yield from (f"  {objection_text(each)}" for each in statement.objections)
            if _is_doubtful(statement) and statement.differences:
                yield f"  {texts.IF_READ_RIGHT}"
                yield from _rows_that_differ(statement, rows, document.file)


def _is_doubtful(statement: TiedStatementShape) -> bool:
    """Whether its days, rows or figures may be misread, and so what differs."""
    return statement.verdict == "unproven" and statement.reading != "proven"


def _rows_that_differ(
    statement: TiedStatementShape, rows: Mapping[int, LedgerRowShape], document: str
) -> Iterator[str]:
    for each in by_date(statement.differences):
        yield f"{_where(each, rows, document)}: {_in_full(each)}"


def _still_open(statement: TiedStatementShape) -> Iterator[str]:
    """What could not be checked, what nothing settles, and what else the page says, a sentence
    each; a check that failed was said."""
    failed = {each.name for each in statement.checks if each.state is CheckState.FAILED}
    where = {"import_id": None, "number": None, "account_id": statement.account_id}
    for reason in reasons_of(statement.checks, statement.hypotheses, statement.objections, **where):
        if reason.kind != "check" or reason.name not in failed:
            yield f"{reason.text} ({one_line(reason.detail)})" if reason.detail else reason.text


def _where(difference: DifferenceShape, rows: Mapping[int, LedgerRowShape], document: str) -> str:
    """The place to go to: in the ledger if it has the row, else on the page."""
    places = (rows[entry] for entry in difference.entries if entry in rows)
    row = next((row for row in places if row.file and row.line), None)
    if row is not None:
        return f"{os.path.relpath(str(row.file))}:{row.line}"
    return document


def _in_full(difference: DifferenceShape) -> str:
    figure = f"{day_text(difference.date)} {_figure(difference)}"
    what = f"{difference.description or texts.NONE}: {difference_text(difference)}"
    return f"{figure} {what}{_place(difference)}{left_text(difference)}"


def _outcome(statement: TiedStatementShape) -> str:
    period = period_text(statement.period_start, statement.period_end)
    verdict = texts.VERDICTS[statement.verdict]
    return f"{account_text(statement)}, {period}: {verdict}"


def _figure(difference: DifferenceShape) -> str:
    stated = difference.found if difference.expected is None else difference.expected
    return money_text(stated, "")


def _place(difference: DifferenceShape) -> str:
    if not difference.evidence:
        return ""
    return " " + texts.ON_PAGE.format(page=difference.evidence[0].page)
