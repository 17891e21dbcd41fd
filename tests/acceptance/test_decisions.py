"""`tieout accept`, `reject`, `undo`, `unlock` and `coverage`: what a person decides, and sees."""

from typing import Any

from tests.support.process import Demo, tieout


def ledger_of(demo: Demo, mask: str = "4471") -> list[dict[str, Any]]:
    found = tieout("ledger", "entries", mask, "--json", cwd=demo.folder).json
    return [{**entry, "statement_id": None} for entry in found]


def harrow(demo: Demo) -> str:
    return str(demo.document("harrow-vale")["import_id"])


def test_a_yes_does_what_the_dry_run_showed_and_the_dry_run_does_nothing(demo: Demo) -> None:
    before = ledger_of(demo)
    shown = tieout("accept", harrow(demo), "--dry-run", "--json", cwd=demo.folder)
    assert ledger_of(demo) == before

    done = tieout("accept", harrow(demo), "--json", cwd=demo.folder)

    assert done.json == shown.json
    assert [change["op"] for change in done.json[0]["changes"]] == ["amend", "add"]
    assert {entry["amount"] for entry in ledger_of(demo)} >= {"-54.30", "-6.50"}


def test_what_a_yes_leaves_open_is_said_by_the_exit_code_and_still_listed(demo: Demo) -> None:
    ran = tieout("accept", harrow(demo), cwd=demo.folder)
    assert ran.code == 3

    waiting = tieout("review", "--json", cwd=demo.folder).json
    assert int(harrow(demo)) in {review["import_id"] for review in waiting}


def test_a_no_takes_it_off_the_list_and_changes_nothing(demo: Demo) -> None:
    before = ledger_of(demo)
    ran = tieout("reject", harrow(demo), "--reason", "checked by hand", cwd=demo.folder)
    assert ran.code == 0

    waiting = tieout("review", "--json", cwd=demo.folder).json
    assert int(harrow(demo)) not in {review["import_id"] for review in waiting}
    assert ledger_of(demo) == before


def test_a_no_needs_a_reason(demo: Demo) -> None:
    assert tieout("reject", harrow(demo), cwd=demo.folder).code == 2
