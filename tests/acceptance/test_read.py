"""`tieout read`: one file, no database, quick to start."""

import csv
import subprocess
import sys
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest

from db.formats.detect import read_source
from db.money import to_decimal, to_minor
from fixtures.catalogue import catalogue
from fixtures.demo import NAMES
from fixtures.truth import TrueStatement
from tests.support.process import Demo, Ran, tieout

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


TRUTH = {each.name: each.statements for each in catalogue() if each.name in NAMES}
LOCKED = {"TIEOUT_PDF_PASSWORDS": "melur-1984"}


def table(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(file.read_text("utf-8-sig"), newline="")))


#: A card's statement with a subtotal among its amounts, which a person says is no line.
LEFT_OPEN = "8820"


def true_rows(document: str, statements: Iterable[TrueStatement]) -> list[tuple[str, ...]]:
    return [
        (
            document,
            str(number),
            statement.mask,
            "unproven" if statement.mask == LEFT_OPEN else "proven",
            row.date.isoformat(),
            str(row.amount),
            "" if row.balance is None else str(row.balance),
        )
        for number, statement in enumerate(statements, start=1)
        for row in statement.rows
    ]


def read_rows(rows: Iterable[dict[str, str]]) -> list[tuple[str, ...]]:
    names = ("document", "statement", "account_digits", "status", "date", "amount", "balance")
    return [tuple(row[name] for name in names) for row in rows]


@pytest.fixture(scope="session")
def tampered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a statement that proves itself, and one whose totals its rows contradict."""
    folder = tmp_path_factory.mktemp("tampered")
    samples = {each.name: each.pdf for each in catalogue()}
    (folder / "honest.pdf").write_bytes(samples["nl_betaal"])
    (folder / "below").mkdir()
    (folder / "below" / "tampered.pdf").write_bytes(samples["es_tampered"])
    return folder


@pytest.fixture(scope="session")
def exported(made_demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """The demo's folder as one CSV file, and what the command said."""
    cwd = tmp_path_factory.mktemp("exported")
    statements = made_demo.folder / "statements"
    return tieout("read", statements, "--to", "csv", "-o", "all.csv", cwd=cwd), cwd


def test_a_folder_becomes_every_row_of_every_statement(exported: tuple[Ran, Path]) -> None:
    _, cwd = exported
    truth = {NAMES[name]: statements for name, statements in TRUTH.items()}

    expected = [row for name in sorted(truth) for row in true_rows(name, truth[name])]
    assert read_rows(table(cwd / "all.csv")) == expected


def test_a_bad_file_does_not_stop_the_others_and_says_why(exported: tuple[Ran, Path]) -> None:
    ran, _ = exported

    assert (ran.code, ran.out) == (4, "")
    assert "download-cut-short.pdf: No reader could open" in ran.err
    assert "[unreadable_pdf]" in ran.err
    assert "[password_needed]" in ran.err
    assert "polderbank-betaalrekening-2025-03.pdf: proven" in ran.err
    assert "Wrote 232 row(s) of 10 statement(s) to all.csv." in ran.err


def test_the_same_bytes_twice_are_written_once(exported: tuple[Ran, Path]) -> None:
    ran, cwd = exported

    assert "the-same-again.pdf is left out" in ran.err
    assert not any("again" in row["document"] for row in table(cwd / "all.csv"))


def test_what_is_unproven_is_written_and_marked(tampered: Path, tmp_path: Path) -> None:
    ran = tieout("read", tampered, "--to", "csv", "-o", "all.csv", cwd=tmp_path)

    assert (ran.code, "1 statement(s) are unproven" in ran.err) == (3, True)
    marks = {(row["document"], row["status"]) for row in table(tmp_path / "all.csv")}
    assert marks == {("honest.pdf", "proven"), ("below/tampered.pdf", "unproven")}


def test_only_proven_leaves_the_others_out_and_says_how_many(
    tampered: Path, tmp_path: Path
) -> None:
    ran = tieout("read", tampered, "--to", "csv", "-o", "out/", "--only-proven", cwd=tmp_path)

    assert (ran.code, "left out 1 statement(s)" in ran.err) == (3, True)
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["honest-1.csv"]


@pytest.mark.parametrize(
    ("kind", "file"),
    [
        ("ofx", "all.ofx"), ("qbo", "all.qbo"), ("qif", "all.qif"), ("camt053", "all.xml"),
        ("mt940", "all.sta"), ("beancount", "all.beancount"), ("hledger", "all.journal"),
    ],
)  # fmt: skip
def test_a_form_without_place_for_a_doubt_takes_what_is_proven(
    kind: str, file: str, tampered: Path, tmp_path: Path
) -> None:
    (statement,) = TRUTH["nl_betaal"]

    ran = tieout("read", tampered, "--to", kind, "-o", file, cwd=tmp_path)

    assert (ran.code, f"1 statement(s) are left out: {kind} takes" in ran.err) == (3, True)
    assert f"Wrote {len(statement.rows)} row(s) of 1 statement(s) to {file}." in ran.err
    if kind in ("ofx", "camt053", "mt940"):
        found = read_source(tmp_path / file)
        (account,) = found.accounts
        amounts = [to_decimal(each.amount_minor, 2) for each in found.entries]
        assert amounts == [row.amount for row in statement.rows]
        assert account.balance == (statement.end, to_minor(statement.closing, 2))
        assert account.opening_minor == to_minor(statement.opening, 2)
        assert all(each.ours for each in found.entries)


def test_such_a_file_is_not_written_if_nothing_is_proven(tampered: Path, tmp_path: Path) -> None:
    ran = tieout("read", tampered / "below", "--to", "ofx", "-o", "out/", cwd=tmp_path)

    assert (ran.code, "[nothing_proven]" in ran.err) == (3, True)
    assert not list(tmp_path.iterdir())


def test_if_every_document_fails_nothing_is_written(made_demo: Demo, tmp_path: Path) -> None:
    file = made_demo.statement_file("cut-short")

    ran = tieout("read", file, "--to", "csv", "-o", "all.csv", cwd=tmp_path)

    assert (ran.code, list(tmp_path.iterdir())) == (6, [])


@pytest.mark.parametrize(
    "words",
    [
        ("a.pdf", "a.pdf", "--certificate", "."),
        (".", "--json"),
        ("a.pdf", "-o", "all.csv"),
        ("a.pdf", "--only-proven"),
        ("a.pdf", "--to", "csv"),
        ("a.pdf", "--to", "csv", "-o", "all.xlsx"),
        ("a.pdf", "--to", "camt053", "-o", "all.camt053"),
        ("a.pdf", "--to", "csv", "-o", "-"),
        ("a.pdf", "--to", "csv", "-o", "all.csv", "--json"),
        ("a.pdf", "--to", "csv", "-o", "all.csv", "--certificate", "."),
        ("gone.pdf", "--to", "csv", "-o", "all.csv"),
    ],
)
def test_a_wrong_call_ends_with_2_and_writes_nothing(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-")

    ran = tieout("read", *words, cwd=tmp_path)

    assert (ran.code, ran.out) == (2, "")
    assert [each.name for each in tmp_path.iterdir()] == ["a.pdf"]


@pytest.mark.parametrize("kind", ["csv", "ofx"])
def test_no_database_is_loaded_to_export(kind: str, made_demo: Demo, tmp_path: Path) -> None:
    file, out = made_demo.statement_file("polderbank"), tmp_path / f"all.{kind}"
    found = loaded("read", file, "--to", kind, "-o", out)
    assert out.exists()
    assert found.isdisjoint({"sqlalchemy", "alembic", "openai", "pandas", "rich", "xlsxwriter"})


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
