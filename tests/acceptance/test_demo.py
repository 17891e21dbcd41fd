"""`tieout demo` shows every outcome there is, on a machine with nothing set up."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.process import Demo, tieout

MATCHED = ("sparbank-girokonto-2025-03.pdf", "littoral", "sahyadri", "polderbank",
           "cedar-ridge", "northmoor", "coolabah", "seri-melur")  # fmt: skip


@pytest.mark.parametrize("part", MATCHED)
def test_what_ties_out_is_matched_and_not_read_in_full(made_demo: Demo, part: str) -> None:
    record = made_demo.document(part)

    assert record["status"] == "matched", record["statements"]
    assert all(statement["extraction_skipped"] for statement in record["statements"])


def test_the_three_planted_mistakes_are_the_three_differences(made_demo: Demo) -> None:
    record = made_demo.document("harrow-vale")
    (statement,) = record["statements"]

    assert (record["status"], statement["verdict"]) == ("needs_review", "differences")
    assert not statement["extraction_skipped"]
    assert {
        (each["kind"], each["expected"], each["found"]) for each in statement["differences"]
    } == {
        ("missing_in_statement", None, "-18.00"),
        ("amount_differs", "-54.30", "-45.30"),
        ("missing_in_ledger", "-6.50", None),
    }


def test_a_damaged_file_fails_with_a_remedy_and_the_batch_goes_on(made_demo: Demo) -> None:
    record = made_demo.document("download-cut-short")

    assert (record["status"], record["error_code"]) == ("failed", "unreadable_pdf")
    assert "again" in record["error"]


def test_the_demo_can_be_made_again_in_the_same_place(demo: Demo) -> None:
    ran = tieout("demo", demo.folder, cwd=demo.folder.parent)

    assert ran.code == 0, ran.err
    assert "nothing new" in ran.out
    assert ran.out.count("--dry-run --database") == 1


def test_the_demo_never_clears_away_a_folder_that_it_did_not_make(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "thesis.txt").write_text("years of work")

    ran = tieout("demo", cwd=tmp_path)

    assert (ran.code, "[folder_taken]" in ran.err) == (7, True)
    assert (tmp_path / "demo" / "thesis.txt").read_text() == "years of work"


def test_the_commands_it_names_at_the_end_work(demo: Demo) -> None:
    ran = tieout("demo", demo.folder, cwd=demo.folder.parent)
    named = [line.split() for line in ran.out.split("What to try next:")[1].splitlines()]
    commands = [words[1:] for words in named if words and words[0].endswith("tieout")]

    assert [words[0] for words in commands] == ["review", "web", "accept", "read"]
    # The pages are served until a person ends them, which tests/acceptance/test_web.py does.
    ending = [words for words in commands if words[0] != "web"]
    assert [tieout(*words, cwd=demo.folder.parent).code for words in ending] == [0, 3, 0]


def test_a_tieout_without_its_samples_says_how_to_have_them(tmp_path: Path) -> None:
    code = "import app.samples, pathlib, sys; app.samples.KEPT = pathlib.Path('/nowhere');"
    code += "from app.cli.main import run; sys.exit(run(['demo']))"

    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)

    assert (ran.returncode, "[samples_missing]" in ran.stderr) == (7, True)
