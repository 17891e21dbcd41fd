"""`tieout read`: one file, no database, quick to start."""

import subprocess
import sys
from pathlib import Path

from tests.support.process import Demo, tieout

HEAVY = {"sqlalchemy", "alembic", "openai", "pandas", "rapidfuzz", "pypdf", "pdfplumber"}


def test_a_proven_statement_ends_with_0_and_its_figures(made_demo: Demo, tmp_path: Path) -> None:
    ran = tieout("read", made_demo.statement_file("polderbank"), "--json", cwd=tmp_path)
    (statement,) = ran.json["statements"]

    assert (ran.code, statement["status"]) == (0, "proven")
    assert (statement["currency"], statement["account_mask"]) == ("EUR", "6615")
    assert list(tmp_path.iterdir()) == []


def test_standard_input_reads_like_a_file(made_demo: Demo, tmp_path: Path) -> None:
    file = made_demo.statement_file("littoral")
    named = tieout("read", file, "--json", cwd=tmp_path).json
    piped = tieout("read", "-", "--json", cwd=tmp_path, given=file.read_bytes()).json

    assert (named["statements"], named["document"]["sha256"]) == (
        piped["statements"],
        piped["document"]["sha256"],
    )


def test_a_person_sees_each_line_and_the_checks(made_demo: Demo, tmp_path: Path) -> None:
    ran = tieout("read", made_demo.statement_file("polderbank"), cwd=tmp_path)

    assert "proven" in ran.out
    assert "checks passed:" in ran.out


def test_bytes_that_are_no_pdf_end_with_6_and_a_remedy(tmp_path: Path) -> None:
    ran = tieout("read", "-", cwd=tmp_path, given=b"MZ\x90\x00 not a statement")

    assert (ran.code, ran.out) == (6, "")
    assert "[not_a_pdf]" in ran.err


def test_a_locked_file_asks_for_its_password_by_name_of_the_setting(
    made_demo: Demo, tmp_path: Path
) -> None:
    locked = made_demo.statement_file("locked")

    assert "[password_needed]" in tieout("read", locked, cwd=tmp_path).err
    opened = tieout("read", locked, cwd=tmp_path, env={"TIEOUT_PDF_PASSWORDS": "melur-1984"})
    assert opened.code == 0, opened.err


def loaded(*arguments: str | Path) -> set[str]:
    """The packages that a command loads."""
    code = "import sys; from app.cli.main import run; run(sys.argv[1:]);"
    code += "print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    return {name.split(".")[0] for name in ran.stderr.split()}


def test_nothing_heavy_is_loaded_to_read_or_to_verify(made_demo: Demo, tmp_path: Path) -> None:
    file = made_demo.statement_file("polderbank")
    found = loaded("read", file, "--json")
    assert "pipeline" in found
    assert found.isdisjoint(HEAVY | {"rich", "pydantic"})

    tieout("read", file, "--certificate", tmp_path, cwd=tmp_path)
    (certificate,) = tmp_path.glob("*.certificate.json")
    found = loaded("verify", certificate, file)
    assert "pydantic" in found
    assert found.isdisjoint(HEAVY)


def test_a_folder_is_a_row_a_statement_with_the_reason_where_one_is_unproven(
    made_demo: Demo,
) -> None:
    ran = tieout("read", "statements", cwd=made_demo.folder)
    assert ran.code == 4
    assert "9 of 10 statement(s) proven." in ran.out
    assert "2 rows elsewhere have a day and an amount" in " ".join(ran.out.split())
    assert "download-cut-short.pdf: No reader could open this PDF" in ran.err

    why = tieout("read", made_demo.statement_file("larkspur"), "--why", cwd=made_demo.folder)
    assert why.code == 3
    assert "whether the balance is money or a debt" in " ".join(why.out.split())
