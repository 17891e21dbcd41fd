"""`tieout accept`, `reject`, `undo`, `unlock` and `coverage`: what a person decides, and sees."""

import re
from pathlib import Path
from typing import Any

from db.engine import make_engine
from tests.support.databases import past_the_triggers
from tests.support.process import Demo, Ran, tieout


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
    (advised,) = re.findall(r"waits\. .*: tieout (.+)", ran.err)
    assert "only in the ledger" in tieout(*advised.split(), cwd=demo.folder).out

    waiting = tieout("review", "--json", cwd=demo.folder).json
    assert int(harrow(demo)) in {review["import_id"] for review in waiting}


def test_a_no_needs_a_reason(demo: Demo) -> None:
    assert tieout("reject", harrow(demo), cwd=demo.folder).code == 2


def test_what_needs_a_person_is_listed_and_nothing_else(made_demo: Demo) -> None:
    ran = tieout("review", "--json", cwd=made_demo.folder)

    assert ran.code == 3
    needed = ("needs_review", "failed")
    expected = {name for name, each in made_demo.documents.items() if each["status"] in needed}
    assert {review["file"] for review in ran.json} == expected
    assert len(expected) < len(made_demo.documents)


def test_a_person_sees_the_differences_in_words(made_demo: Demo) -> None:
    import_id = str(made_demo.document("harrow-vale")["import_id"])

    ran = tieout("review", import_id, cwd=made_demo.folder)

    said = " ".join(ran.out.split())
    assert "the ledger says -45.30 (page" in said
    assert "only in the ledger" in said
    assert f"only in the ledger: tieout resolve {import_id} 3 outstanding | move" in said


def test_a_decision_is_in_the_log_with_its_reason_and_file(demo: Demo) -> None:
    tieout("reject", harrow(demo), "--reason", "checked by hand", cwd=demo.folder)

    (act,) = tieout("log", "--import", harrow(demo), "--json", cwd=demo.folder).json["acts"]
    assert (act["action"], act["reason"]) == ("reject", "checked by hand")
    assert "harrow-vale" in act["file"]
    assert act["accounts"][0]["name"].endswith("*4471")
    shown = tieout("log", "--account", "4471", cwd=demo.folder).out
    assert "reason: checked by hand" in shown


def test_the_log_is_checked_against_a_head_that_was_kept(demo: Demo) -> None:
    kept = tieout("log", "--verify", "--json", cwd=demo.folder).json
    tieout("reject", harrow(demo), "--reason", "checked by hand", cwd=demo.folder)
    whole = tieout("log", "--verify", "--head", kept["head"], cwd=demo.folder)
    assert (whole.code, kept["flaws"], "as it was written" in whole.out) == (0, [], True)
    engine = make_engine(str(demo.folder / "tieout.db"))
    past_the_triggers(engine, ["UPDATE audit_log SET actor = 'kim' WHERE action = 'reject'"])
    engine.dispose()
    changed = tieout("log", "--verify", cwd=demo.folder)
    assert (changed.code, "was changed (place" in changed.out) == (3, True)
    assert tieout("log", "--head", kept["head"], cwd=demo.folder).code == 2


def test_a_backup_keeps_the_chain(demo: Demo, tmp_path: Path) -> None:
    tieout("backup", tmp_path / "backup", cwd=demo.folder)
    head = tieout("log", "--verify", "--json", cwd=demo.folder).json["head"]
    tieout("reject", harrow(demo), "--reason", "too late for it", cwd=demo.folder)
    later = tieout("log", "--verify", "--json", cwd=demo.folder).json["head"]
    assert tieout("restore", tmp_path / "backup", "--replace", cwd=demo.folder).code == 0
    assert tieout("log", "--verify", "--head", head, cwd=demo.folder).code == 0
    assert tieout("log", "--verify", "--head", later, cwd=demo.folder).code == 3


def resolve(demo: Demo, *words: str) -> Ran:
    return tieout("resolve", harrow(demo), *words, cwd=demo.folder)


def numbers(demo: Demo) -> dict[str, str]:
    """The number of each difference, by its kind."""
    (statement,) = tieout("review", harrow(demo), "--json", cwd=demo.folder).json["statements"]
    return {each["kind"]: str(each["number"]) for each in statement["differences"]}


def waiting(demo: Demo) -> set[Any]:
    reviews = tieout("review", "--json", cwd=demo.folder).json
    return {review["import_id"] for review in reviews}


def test_an_account_is_named_by_its_digits_and_an_amount_in_its_currency(demo: Demo) -> None:
    alone = numbers(demo)["missing_in_statement"]
    split = resolve(demo, alone, "split", "--amount", "-10.00", "--amount", "-8.00", "--json")
    said = [change["now"].split(" ", 2)[1] for change in split.json["changes"]]
    assert said == ["-10.00", "-8.00"]
    wrong = resolve(demo, alone, "split", "--amount", "-10.001", "--amount", "-7.999")
    assert "[too_many_decimals]" in wrong.err
    nowhere = resolve(demo, alone, "move", "--to-account", "nowhere")
    assert "[account_unclear]" in nowhere.err
