"""Where entries come from: what other programs send, and the files and books that are followed."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter
from pydantic import Base64Bytes, Field, field_validator
from pydantic import StringConstraints as Text
from starlette.responses import Response

from app.acts import feeding
from app.acts import sources as acts
from app.acts.accounts import Wishes
from app.api.problems import NotRecorded, documented
from app.api.requests import (
    Amount,
    Body,
    Caller,
    Day,
    Decides,
    DryRun,
    Fenced,
    Looks,
    Name,
    RowInPath,
    Trial,
    Words,
)
from app.api.route import USUAL, ApiRoute, Cursor, Limit, PageShape, answer, number_of, paged
from app.queries.sources import SentFile, one_source, sources_after
from app.shapes.sources import DisconnectedShape, FedShape, SourceShape, SyncShape, SyncUndoneShape
from db.words import AccountKind

router: Final = APIRouter(
    prefix="/sources", tags=["sources"], route_class=ApiRoute, responses=documented()
)
_LIST: Final = "sources"
entries_router: Final = APIRouter(
    prefix="/accounts", tags=["accounts"], route_class=ApiRoute, responses=documented()
)
_MOST_ROWS: Final = 10_000
#: It names a file in one folder, which is made for it.
FileName = Annotated[str, Text(strict=True, pattern=r"^[^/\\\x00-\x1f]{1,200}$")]
RowName = Annotated[str, Text(strict=True, pattern=r"^[ -~]{1,200}$")]


class SentEntry(Body):
    """An entry as the caller has it; `id` is its own name for it, and never given to another."""

    id: RowName
    date: Day
    amount: Amount
    description: Words
    value_date: Day | None = None


class SentEntries(Trial):
    """Entries that the account is to have. Those that were sent before and are not here stay."""

    entries: list[SentEntry] = Field(min_length=1, max_length=_MOST_ROWS)

    @field_validator("entries")
    @classmethod
    def _each_once(cls, entries: list[SentEntry]) -> list[SentEntry]:
        seen: set[str] = set()
        for each in entries:
            if each.id in seen:
                raise ValueError(f"the id {each.id} is there twice")
            seen.add(each.id)
        return entries


class TakenBack(Trial):
    """The ids of entries that the account is to have no more."""

    ids: list[RowName] = Field(min_length=1, max_length=_MOST_ROWS)


@entries_router.post("/{account_id}/entries", response_model=FedShape)
def send_entries(caller: Decides, account_id: RowInPath, wanted: SentEntries) -> Response:
    """Add entries, and change those whose ids are known. A row that a lock refuses is listed and
    kept as a discrepancy; of the others, all are done or none."""
    entries = [
        feeding.FedEntry(each.id, each.date, each.amount, each.description, each.value_date)
        for each in wanted.entries
    ]
    return answer(feeding.feed(caller.engine, account_id, entries, **wanted.how(caller)))


@entries_router.delete("/{account_id}/entries", response_model=FedShape)
def take_entries_back(caller: Decides, account_id: RowInPath, wanted: TakenBack) -> Response:
    """Delete entries that were sent, by their ids. What a lock refuses is listed and stays."""
    return answer(feeding.take_out(caller.engine, account_id, wanted.ids, **wanted.how(caller)))


class SourceFile(Fenced):
    """A file in which a ledger is kept."""

    file_name: FileName = Field(description="Its name, without a folder.")
    content: Base64Bytes = Field(description="The bytes of the file, in base64.")

    @property
    def sent(self) -> SentFile:
        return SentFile(self.file_name, self.content)


class NewSource(SourceFile):
    """A source that is yet unknown, and what its file does not say itself."""

    name: Name
    account: Name | None = Field(
        default=None, description="The account here that the only account of the file is."
    )
    currency: Name | None = None
    kind: AccountKind | None = Field(default=None, description="That of accounts without a kind.")
    dates: Literal["day-first", "month-first", "year-first"] | None = Field(
        default=None, description="The order of a CSV file's dates, where they do not show it."
    )
    decimal: Literal["point", "comma"] | None = Field(
        default=None, description="The mark before a CSV file's decimals."
    )
    signs: Literal["in", "out"] | None = Field(
        default=None, description="Which way the first amount of a CSV file went."
    )


class Viewed(Fenced):
    """What was shown, and is now to be done."""


@router.get("", response_model=PageShape[SourceShape])
def list_sources(caller: Looks, limit: Limit = USUAL, cursor: Cursor = None) -> Response:
    """The files, books and programs that the ledger is kept in step with, by number."""
    found = sources_after(caller.engine, number_of(_LIST, cursor) or 0, limit + 1)
    return answer(paged(found, limit, _LIST, lambda each: [each.id]))


@router.post("", response_model=SyncShape)
def connect_source(caller: Decides, wanted: NewSource) -> Response:
    """Keep the ledger in step with a file that is sent, and sent again when it changed. The dry run
    answers what it would bring, with `seen`; then that is done, if it is still exactly that."""
    csv = {name: getattr(wanted, name) for name in ("currency", "dates", "decimal", "signs")}
    said = {name: value for name, value in csv.items() if value is not None}
    wishes = Wishes(kind=wanted.kind, account=wanted.account, options=said)
    done = acts.connect(caller.engine, wanted.name, wanted.sent, wishes, **wanted.how(caller))
    return answer(done)


@router.post("/{source_id}/file", response_model=SyncShape)
def send_source(caller: Decides, source_id: RowInPath, wanted: SourceFile) -> Response:
    """Bring the ledger in step with a source whose file is sent as it is now, as `sync` does."""
    return _synced(caller, source_id, wanted, wanted.sent)


@router.delete("/{source_id}", response_model=DisconnectedShape)
def disconnect_source(caller: Decides, source_id: RowInPath, dry_run: DryRun = False) -> Response:
    """Follow the source no more. Its entries stay."""
    name = _source(caller, source_id).name
    return answer(acts.disconnect(caller.engine, name, dry_run=dry_run, actor=caller.name))


@router.get("/{source_id}", response_model=SourceShape)
def get_source(caller: Looks, source_id: RowInPath) -> Response:
    """One source, with its accounts."""
    return answer(_source(caller, source_id))


@router.post("/{source_id}/sync", response_model=SyncShape)
def sync_source(caller: Decides, source_id: RowInPath, wanted: Viewed) -> Response:
    """Read the source, and bring the ledger in step with it. The dry run answers what would change,
    with `seen`, row by row; then that is done, if it is still exactly that."""
    return _synced(caller, source_id, wanted, None)


def _synced(caller: Caller, source_id: int, wanted: Fenced, sent: SentFile | None) -> Response:
    done = acts.sync(
        caller.engine, _source(caller, source_id).name, location=sent, **wanted.how(caller)
    )
    return answer(done)


@router.post("/{source_id}/undo", response_model=SyncUndoneShape)
def undo_sync(caller: Decides, source_id: RowInPath, wanted: Viewed) -> Response:
    """Take the last sync of the source back, if it is the one that the dry run named."""
    name = _source(caller, source_id).name
    return answer(acts.undo(caller.engine, name, **wanted.how(caller)))


def _source(caller: Caller, source_id: int) -> SourceShape:
    """Raises ``NotRecorded``."""
    found = one_source(caller.engine, source_id)
    if found is None:
        raise NotRecorded(what="source", number=source_id)
    return found
