"""The packages of integrations/, each in the program that it is for, over real statements."""

import os
import re
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from db.formats import detect
from tests.support.how_to import plain_text_ledger
from tests.support.process import TIEOUT, tieout

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[3]
UNPROVEN = ROOT / "app" / "demo" / "statements" / "larkspur-card-2025-01.pdf"
ENV = {**os.environ, "PATH": f"{TIEOUT.parent}{os.pathsep}{os.environ['PATH']}"}


def ran(*words: str | Path, cwd: Path, **env: str) -> tuple[int, str, str]:
    typed = list(map(str, words))
    done = subprocess.run(typed, cwd=cwd, env={**ENV, **env}, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the two hosts and our packages, without tieout."""
    home = tmp_path_factory.mktemp("hosts")
    venv.create(home / "venv", with_pip=True)
    pip = home / "venv" / "bin" / "pip"
    hosts = "beangulp", "ofxstatement", "setuptools>=77"
    code, _, said = ran(pip, "install", "-q", *hosts, cwd=home)
    if code:
        pytest.skip(f"the hosts cannot be had: {said[-200:]}")
    for name in ("beangulp-tieout", "ofxstatement-tieout"):
        shutil.copytree(ROOT / "integrations" / name, home / name)
        words = "install", "-q", "--no-deps", "--no-build-isolation", home / name
        code, _, said = ran(pip, *words, cwd=home)
        assert code == 0, said
    return pip.parent


def extracted(programs: Path, folder: Path, importer: str) -> str:
    """What the `import.py` of the README makes of the statements, with this importer."""
    readme = (ROOT / "integrations" / "beangulp-tieout" / "README.md").read_text()
    (script,) = re.findall(r"^```python\n(.*?)^```", readme, re.M | re.S)
    script = re.sub(r"\[Importer\(.*\)\]", lambda _: f"[{importer}]", script)
    (folder / "import.py").write_text(script)
    words = programs / "python", "import.py", "extract", "-x", "statements"
    code, out, said = ran(*words, cwd=folder)
    assert code == 0, said
    return out


@pytest.mark.slow
def test_beancount_takes_what_the_importer_extracts(programs: Path, tmp_path: Path) -> None:
    plain_text_ledger(tmp_path)
    importer = 'Importer("Assets:Household", "4471", other="Equity:Other")'
    made = extracted(programs, tmp_path, importer)
    assert re.findall(r"balance .*", made) == [
        "balance Assets:Household                                3100.00 ~ 0 GBP",
        "balance Assets:Household                                4152.59 ~ 0 GBP",
    ]
    assert made.count(' * "') == made.count('document: "2025-01-31.january.pdf"') == 8
    first = (tmp_path / "main.beancount").read_text().partition("2025-01-01")[0]
    (tmp_path / "made.beancount").write_text(first + made)
    assert ran(programs / "bean-check", "made.beancount", cwd=tmp_path)[0] == 0
    # By their mark the rows are known as read from the page, of which they are no witness.
    assert {each.ours for each in detect.read_source(tmp_path / "made.beancount").entries} == {True}


@pytest.mark.slow
def test_rows_that_are_not_proven_are_flagged(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "statements").mkdir()
    shutil.copy(UNPROVEN, tmp_path / "statements")
    made = extracted(programs, tmp_path, 'Importer("Liabilities:Card", "8820")')
    assert (made.count(' ! "') > 3, ' * "' in made, " balance " in made) == (True, False, False)
    assert '"' not in extracted(programs, tmp_path, 'Importer("Liabilities:Other", "8821")')


@pytest.mark.slow
def test_ofxstatement_converts_what_is_proven(programs: Path, tmp_path: Path) -> None:
    plain_text_ledger(tmp_path)
    convert = programs / "ofxstatement", "convert", "-t", "tieout-read"
    code, _, said = ran(*convert, "statements/january.pdf", "january.ofx", cwd=tmp_path)
    assert code == 0, said
    found = detect.read_source(tmp_path / "january.ofx", None)
    assert [(each.number, each.currency) for each in found.accounts] == [("4471", "GBP")]
    assert (len(found.entries), sum(each.amount_minor for each in found.entries)) == (8, 105_259)
    code, _, said = ran(*convert, UNPROVEN, "card.ofx", cwd=tmp_path)
    assert (code != 0, "is not proven" in said) == (True, True), said


@pytest.mark.parametrize(("tags", "imported"), [("2025,Statement", 1), ("invoice", 0), ("", 0)])
def test_paperless_hands_on_what_has_the_tag(tmp_path: Path, tags: str, imported: int) -> None:
    plain_text_ledger(tmp_path)
    tieout("init", cwd=tmp_path)
    script = ROOT / "integrations" / "paperless-tieout" / "paperless_tieout.py"
    given = {
        "DOCUMENT_TAGS": tags,
        "DOCUMENT_SOURCE_PATH": str(tmp_path / "statements" / "january.pdf"),
        "TIEOUT_DATABASE_URL": str(tmp_path / "tieout.db"),
    }
    for _ in ("when it comes", "when it is known"):
        assert ran(script, cwd=tmp_path, **given)[0] == 0
    known = tieout("import", "statements", "--json", cwd=tmp_path)
    assert (known.code == 5) == bool(imported), known.out


def test_a_script_of_paperless_fails_where_a_document_does(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_text("seven red chairs")
    tieout("init", cwd=tmp_path)
    script = ROOT / "integrations" / "paperless-tieout" / "paperless_tieout.py"
    given = {"DOCUMENT_TAGS": "statement", "DOCUMENT_SOURCE_PATH": str(tmp_path / "bad.pdf")}
    assert ran(script, cwd=tmp_path, **given)[0] not in (0, 3, 5)


def test_tieout_needs_none_of_them() -> None:
    locked = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"^(beangulp|beancount|ofxstatement)\b", locked, re.M)
