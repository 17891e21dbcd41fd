"""What was done is shown in a person's words, and nothing of an act nobody knows is left out."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest

from app.cli.output import console
from app.cli.screens.history import log_screen
from app.shapes.decisions import LogShape, act_shape
from db.log import Past
from db.models import AuditLog

ENTRY = {
    "id": 12, "account_id": 3, "booked_on": "2026-06-28", "amount_minor": -80_000,
    "currency": "EUR", "description": "Rent", "state": "cleared",
}  # fmt: skip
ACCOUNT = {
    "account_id": 3, "opening_balance_minor": 100_000, "opened_on": None, "currency": "EUR",
    "name": "Everyday", "institution": "Northgate Bank",
}  # fmt: skip


def row(action: str, before: Any = None, after: Any = None) -> AuditLog:
    at = datetime(2026, 7, 1, 9, 30, tzinfo=UTC)
    return AuditLog(
        id=7, at=at, actor="alex", action=action, subject="things:5", before=before, after=after
    )


def printed(action: str, before: Any = None, after: Any = None, older: int | None = None) -> str:
    past = Past(row=row(action, before, after), import_id=4, file="june.pdf", accounts={3: ""})
    return shown(LogShape(acts=(act_shape(past),), before=older))


def shown(log: LogShape) -> str:
    out = io.StringIO()
    terminal = console(file=out, width=100)
    for part in log_screen(log):
        terminal.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def test_who_when_what_and_to_which_file_and_account() -> None:
    assert printed("accept", after={"import": 4}) == (
        "7. 2026-07-01 09:30 UTC  alex: accept things:5\n"
        "   june.pdf (import 4)\n"
        "   account: number 3, which no longer exists"
    )


def test_what_an_entry_said_before_and_says_after() -> None:
    cheaper = {**ENTRY, "amount_minor": -70_000}
    applied = [
        {"op": "amend", "entry": 12, "before": ENTRY, "after": cheaper},
        {"op": "remove", "entry": 13, "before": ENTRY, "after": None},
    ]
    said = printed("accept", after={"applied": applied, "states": {"12": "cleared"}})
    assert "   amend: 2026-06-28 -800.00 EUR Rent → 2026-06-28 -700.00 EUR Rent\n" in said
    assert "   remove: 2026-06-28 -800.00 EUR Rent → (no entry)\n" in said
    assert "   entries reconciled: 1" in said
    assert "applied" not in said


def test_an_account_that_was_edited_shows_what_its_line_has_no_room_for() -> None:
    edited = {**ACCOUNT, "opening_balance_minor": 0, "institution": "Southgate Bank"}
    said = printed("edit", ACCOUNT, edited)
    assert "1000.00 EUR Everyday → from the beginning 0.00 EUR Everyday\n" in said
    assert "   institution: Northgate Bank → Southgate Bank" in said


def test_the_reason_is_the_last_line() -> None:
    assert printed("reject", after={"reason": "it was cash"}).endswith("   reason: it was cash")


def test_an_act_nobody_knows_is_shown_whole() -> None:
    said = printed(
        "teleport",
        {"from": "here", "import": 9, "both": 1},
        {"to": ["there", {"deep": True}], "reason": ["odd"], "both": 2, "file": 8},
    )
    for line in (
        "from: here → -",
        "import: 9 → -",
        "both: 1 → 2",
        'to: ["there", {"deep": true}]',
        'reason: ["odd"]',
        "file: 8",
    ):
        assert f"   {line}" in said.splitlines()


@pytest.mark.parametrize(("before", "after"), [("a", None), (None, 3), (["x"], {"y": 1})])
def test_what_it_kept_need_not_be_an_object(before: object, after: object) -> None:
    assert " → " in printed("invent", before, after)


@pytest.mark.parametrize(
    "changes",
    [
        {"before": ENTRY},
        {"before": ENTRY, "after": {"booked_on": "2026-06-28"}},
        {"before": ENTRY, "after": None, "because": "why"},
        {"before": None, "after": None},
    ],
)
def test_what_only_looks_like_a_change_is_shown_as_it_is(changes: dict[str, Any]) -> None:
    said = printed("invent", after={"applied": [changes]})
    assert '   applied: [{"before"' in said


def test_no_text_passes_for_a_line_of_the_log_or_acts_on_the_terminal() -> None:
    evil = "x\n8. 2026-07-01 09:31 UTC  sam: accept\x1b[2J\u202e"
    said = printed("reject", {"evil": evil}, {"reason": evil, "applied": [evil]})
    assert not any(line.strip().startswith("8.") for line in said.splitlines())
    assert not {"\x1b", "\u202e"} & set(said)


def test_it_says_how_to_see_older_acts() -> None:
    assert printed("accept", older=7).endswith("tieout log --before 7")


def test_an_empty_log_says_so() -> None:
    assert shown(LogShape(acts=(), before=None)) == "Nothing was done."
