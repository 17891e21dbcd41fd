"""`tieout log`, `locks`, `discrepancies`, `dismiss`: what was done, and what was refused."""

from pathlib import Path

from db.engine import make_engine
from tests.support.databases import past_the_triggers
from tests.support.how_to import locked_and_refused
from tests.support.process import Demo, tieout


def harrow(demo: Demo) -> str:
    return str(demo.document("harrow-vale")["import_id"])


def test_a_decision_is_in_the_log_with_its_reason_and_file(demo: Demo) -> None:
    tieout("reject", harrow(demo), "--reason", "checked by hand", cwd=demo.folder)

    (act,) = tieout("log", "--import", harrow(demo), "--json", cwd=demo.folder).json["acts"]
    assert (act["action"], act["reason"]) == ("reject", "checked by hand")
    assert "harrow-vale" in act["file"]
    assert act["accounts"][0]["name"].endswith("*4471")
    shown = tieout("log", "--account", "4471", cwd=demo.folder).out
    assert "reason: checked by hand" in shown


def test_a_discrepancy_waits_until_it_is_dismissed(demo: Demo) -> None:
    locked_and_refused(demo.folder)
    waiting = tieout("discrepancies", "--json", cwd=demo.folder)
    assert (waiting.code, [each["id"] for each in waiting.json]) == (3, [1])
    assert "Discrepancies: 1" in tieout("locks", cwd=demo.folder).out

    assert tieout("dismiss", "1", "--reason", "so it is", cwd=demo.folder).code == 0

    left = tieout("discrepancies", "--json", cwd=demo.folder)
    assert (left.code, left.json) == (0, [])
    kept = tieout("discrepancies", "--all", "--json", cwd=demo.folder)
    assert (kept.code, kept.json[0]["dismissed_reason"]) == (0, "so it is")


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
