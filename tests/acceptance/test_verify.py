"""`tieout read --certificate` and `tieout verify`: a proof that anybody can make again."""

import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.process import Demo, tieout

FIGURES = ("proven", "obligations", "lines", "opening", "closing")
#: A document of two accounts, one that ties out, and one that does not; every sample is verified
#: in tests/unit/pipeline/verify/test_round_trip.py.
PROVEN = ("cedar", "coolabah", "harrow")


def certified(demo: Demo, part: str, folder: Path) -> list[Path]:
    """The certificates of a demo statement, made in that folder."""
    ran = tieout("read", demo.statement_file(part), "--certificate", folder, cwd=folder)
    assert ran.code in (0, 3), ran.err
    return sorted(folder.glob("*.certificate.json"))


def test_a_certificate_is_a_private_file_named_after_its_document(
    made_demo: Demo, tmp_path: Path
) -> None:
    files = certified(made_demo, "cedar", tmp_path)

    assert [file.name for file in files] == [
        "cedar-ridge-checking-and-savings-2025-03-1.certificate.json",
        "cedar-ridge-checking-and-savings-2025-03-2.certificate.json",
    ]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_file_can_be_named_and_nothing_is_written_over(made_demo: Demo, tmp_path: Path) -> None:
    pdf, file = made_demo.statement_file("littoral"), tmp_path / "proof.json"
    first = tieout("read", pdf, "--certificate", file, cwd=tmp_path)
    written = file.read_bytes()
    second = tieout("read", pdf, "--certificate", file, cwd=tmp_path)

    assert first.code == 0
    assert "[certificate_there]" in second.err
    assert file.read_bytes() == written


def test_a_certificate_that_cannot_be_written_says_so(made_demo: Demo, tmp_path: Path) -> None:
    pdf = made_demo.statement_file("littoral")
    ran = tieout("read", pdf, "--certificate", tmp_path / "no" / "proof.json", cwd=tmp_path)

    assert (ran.code, "[certificate_unwritable]" in ran.err) == (7, True)


@pytest.mark.parametrize("part", PROVEN)
def test_every_statement_of_the_demo_is_verified_alone_and_in_its_ledger(
    made_demo: Demo, tmp_path: Path, part: str
) -> None:
    pdf = made_demo.statement_file(part)
    imports = made_demo.document(part)["statements"]
    files = certified(made_demo, part, tmp_path)
    assert len(files) == len(imports)
    for file, imported in zip(files, imports, strict=True):
        alone = tieout("verify", file, pdf, "--json", cwd=tmp_path)
        # By itself a page may print no number: then somebody says whose it is.
        number = imported["account_mask"]
        named = () if alone.json["account_mask"] else ("--account", number)
        ledger = ("--ledger", made_demo.folder / "tieout.db", *named)
        held = tieout("verify", file, pdf, *ledger, "--json", cwd=tmp_path)

        assert (alone.code, alone.json["proven"], alone.json["ledger"]) == (0, True, None)
        facts = ("period_start", "closing_balance", "line_count")
        assert [alone.json[name] for name in facts] == [imported[name] for name in facts]
        assert alone.json["account_mask"] in (None, number)
        assert alone.json["currency"] in (None, imported["currency"])
        assert held.json["ledger"]["verdict"] == imported["verdict"]
        assert held.json["ledger"]["account"] == imported["account"]
        assert held.code == (0 if imported["verdict"] == "matched" else 3)


def test_a_page_that_is_not_proven_is_verified_as_that(made_demo: Demo, tmp_path: Path) -> None:
    (file,) = certified(made_demo, "larkspur", tmp_path)
    ran = tieout("verify", file, made_demo.statement_file("larkspur"), "--json", cwd=tmp_path)

    assert (ran.code, ran.json["proven"]) == (3, False)


def test_the_screen_names_what_was_checked_and_what_was_not(
    made_demo: Demo, tmp_path: Path
) -> None:
    (file,) = certified(made_demo, "littoral", tmp_path)
    ran = tieout("verify", file, made_demo.statement_file("littoral"), cwd=tmp_path)

    assert ran.code == 0
    assert "Checked again:" in ran.out
    assert "Not checked:" in ran.out
    assert "--ledger" in ran.out


def test_an_account_can_be_named_and_one_that_is_unclear_is_refused(
    made_demo: Demo, tmp_path: Path
) -> None:
    (file,) = certified(made_demo, "littoral", tmp_path)
    line = ("verify", file, made_demo.statement_file("littoral"), "--json")
    ledger = ("--ledger", made_demo.folder / "tieout.db")

    named = tieout(*line, *ledger, "--account", "0185", cwd=tmp_path)
    other = tieout(*line, *ledger, "--account", "4471", cwd=tmp_path)
    unclear = tieout(*line, *ledger, "--account", "nobody", cwd=tmp_path)
    alone = tieout(*line, "--account", "0185", cwd=tmp_path)

    assert (named.code, named.json["ledger"]["verdict"]) == (0, "matched")
    assert (other.code, other.json["ledger"]["verdict"]) == (3, "unproven")
    assert (unclear.code, "[account_unclear]" in unclear.err) == (7, True)
    assert alone.code == 2


def test_a_locked_document_is_verified_with_its_password(made_demo: Demo, tmp_path: Path) -> None:
    pdf, secret = made_demo.statement_file("locked"), tmp_path / "passwords"
    secret.write_text("melur-1984\n", encoding="utf-8")
    made = tieout("read", pdf, "--certificate", "c/d", "--password-file", secret, cwd=tmp_path)
    assert made.code == 0, made.err

    # A folder that was not there is made.
    (kept,) = (tmp_path / "c" / "d").glob("*-1.certificate.json")
    assert tieout("verify", kept, pdf, "--password-file", secret, cwd=tmp_path).code == 0
    assert "[password_needed]" in tieout("verify", kept, pdf, cwd=tmp_path).err


def test_a_forged_or_foreign_certificate_ends_with_3_and_a_broken_one_with_6(
    made_demo: Demo, tmp_path: Path
) -> None:
    (file,) = certified(made_demo, "littoral", tmp_path)
    pdf, honest = made_demo.statement_file("littoral"), json.loads(file.read_text(encoding="utf-8"))

    def said(values: Any) -> tuple[int, str]:
        forged = tmp_path / "forged.json"
        forged.write_text(json.dumps(values), encoding="utf-8")
        ran = tieout("verify", forged, pdf, cwd=tmp_path)
        assert ran.out == ""
        return ran.code, ran.err.rpartition("[")[2].strip("]\n")

    page = honest["page"]
    assert said({**honest, "page": {**page, "proven": False}}) == (3, "certificate_differs")
    lines = {**page, "lines": page["lines"][1:]}
    assert said({**honest, "page": lines}) == (3, "certificate_differs")
    assert said({**honest, "version": 1}) == (6, "certificate_refused")
    assert said({}) == (6, "certificate_refused")
    other = tieout("verify", file, made_demo.statement_file("harrow"), cwd=tmp_path)
    assert (other.code, "[certificate_differs]" in other.err) == (3, True)
    assert tieout("verify", tmp_path / "none.json", pdf, cwd=tmp_path).code == 2


def test_verifying_writes_nothing_to_the_ledger(demo: Demo, tmp_path: Path) -> None:
    (file,) = certified(demo, "littoral", tmp_path)
    ledger = demo.folder / "tieout.db"
    with closing(sqlite3.connect(ledger)) as past:  # what the next import would settle
        past.execute("UPDATE accounts SET version = version + 1")
        past.commit()
    before = ledger.read_bytes()
    ran = tieout("verify", file, demo.statement_file("littoral"), "--ledger", ledger, cwd=tmp_path)
    assert (ran.code, ledger.read_bytes() == before) == (0, True)


@pytest.mark.parametrize("with_ledger", [False, True])
def test_verifying_loads_no_reader_no_extraction_and_no_tool(
    made_demo: Demo, tmp_path: Path, with_ledger: bool
) -> None:
    (file,) = certified(made_demo, "littoral", tmp_path)
    line: list[str | Path] = [file, made_demo.statement_file("littoral")]
    line += ["--ledger", made_demo.folder / "tieout.db"] if with_ledger else []
    code = "import sys; from app.cli.main import run;"
    code += "run(['verify', *sys.argv[1:], '--json']);"
    code += "print(*sys.modules, file=sys.stderr)"

    ran = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, text=True)

    loaded = ran.stderr.split()
    assert "pipeline.proof.certificate" in loaded
    rooms = [
        "pipeline.extraction",
        "pipeline.account.choosing",
        "pipeline.account.new_account",
        "tools",
        "jobs",
    ]
    # Matching knows a period as the reader's.
    rooms += [] if with_ledger else ["pipeline.reading", "pipeline.account", "pipeline.matching"]
    for room in rooms:
        assert [name for name in loaded if name == room or name.startswith(f"{room}.")] == []


def test_what_the_ledger_keeps_is_handed_out_and_holds(made_demo: Demo, tmp_path: Path) -> None:
    number = str(made_demo.document("harrow-vale")["import_id"])
    ran = tieout("review", number, "--certificate", tmp_path, cwd=made_demo.folder)
    (file,) = tmp_path.glob("*.certificate.json")
    pdf = made_demo.statement_file("harrow")

    assert ran.code == 0
    assert file.name in ran.err
    assert tieout("verify", file, pdf, cwd=tmp_path).code == 0
    (tmp_path / "read").mkdir()
    (read,) = certified(made_demo, "harrow", tmp_path / "read")
    kept, again = (json.loads(each.read_text()) for each in (file, read))
    assert again["agreement"] is None
    assert kept["agreement"]["verdict"] == "differences"
    assert [kept["page"][name] for name in FIGURES] == [again["page"][name] for name in FIGURES]


def test_a_certificate_of_no_import_is_a_matter_of_usage(made_demo: Demo) -> None:
    ran = tieout("review", "--certificate", ".", cwd=made_demo.folder)

    assert (ran.code, "tieout review IMPORT --certificate" in ran.err) == (2, True)
