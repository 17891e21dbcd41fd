"""Where entries come from: what other programs send, and the files and books that are followed."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import Field, field_validator
from pydantic import StringConstraints as Text
from starlette.requests import Request
from starlette.responses import Response

from app.acts import feeding
from app.api.problems import documented
from app.api.requests import Amount, Body, Day, Decides, RowInPath, Trial, Words
from app.api.route import ApiRoute, answer
from app.shapes.sources import FedShape
from app.web.desk import desk

entries_router: Final = APIRouter(
    prefix="/accounts", tags=["accounts"], route_class=ApiRoute, responses=documented()
)
_MOST_ROWS: Final = 10_000
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
def send_entries(
    request: Request, caller: Decides, account_id: RowInPath, wanted: SentEntries
) -> Response:
    """Add entries, and change those whose ids are known. A row that a lock refuses is listed and
    kept as a discrepancy; but for these, all of the request is done or nothing."""
    entries = [
        feeding.FedEntry(each.id, each.date, each.amount, each.description, each.value_date)
        for each in wanted.entries
    ]
    at, dry_run = desk(request), wanted.dry_run
    done = feeding.feed(at.engine, account_id, entries, dry_run=dry_run, actor=caller.name)
    return answer(done)


@entries_router.delete("/{account_id}/entries", response_model=FedShape)
def take_entries_back(
    request: Request, caller: Decides, account_id: RowInPath, wanted: TakenBack
) -> Response:
    """Delete entries that were sent, by their ids. What a lock refuses is listed and stays."""
    at, dry_run = desk(request), wanted.dry_run
    done = feeding.take_out(at.engine, account_id, wanted.ids, dry_run=dry_run, actor=caller.name)
    return answer(done)
