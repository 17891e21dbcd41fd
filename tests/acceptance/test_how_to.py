"""A reader can type every command of these how-to pages, from top to bottom, and none fails."""

import gzip
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest

from app.texts import terminal as texts
from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.locks import lock
from db.ledger.views import NewAccount, NewEntry
from db.session import unit_of_work
from db.words import AccountKind
from pipeline.record.settling import settle_stale
from tests.acceptance.test_next_month import PROVEN, statement
from tests.acceptance.test_patched_there import SLIPS
from tests.integration.app.acts.test_patches import LEDGERS, PRODUCTS, changed
from tests.support.how_to import (
    FOLDER,
    commands,
    locked_and_refused,
    month_to_close,
    plain_text_ledger,
    typed,
)
from tests.support.kept import KINDS, OPENING
from tests.support.loops import words as said_by_a_model
from tests.support.model_server import model_server
from tests.support.process import Demo, tieout
from tests.support.slips import MARCH, with_slips

DOCS = FOLDER.parent
#: Pages that tests of their own follow, here and in test_embed.
FOLLOWED = {
    "tutorial", "what-a-discrepancy-is", "correct-a-statement", "correct-an-account", "embed",
    "close-a-month", "first-statement", "several-books", "check-a-ledger", "feed-entries",
    "find-and-match", "note-on-a-line",
    *(page.stem for page in (DOCS / "ledgers").iterdir()),
}  # fmt: skip
#: Their sections do not follow each other: each begins with the folder as it was.
APART = {"connect-a-ledger", "decide"}
#: What these lines need is far away: a registry, a cluster, weights of a gigabyte, a checkout; or
#: other tests make it: a suggestion of a model, a CSV file that can be read in two ways.
ELSEWHERE = re.compile(
    r"^(docker|kubectl|make|git|\.venv|(\w+=\S+ )*python|TIEOUT_(EXAMPLES|STATEMENTS)|  --from).*\n"
    r"|^tieout (models|health|accept .* --(suggested|from-ask)|ledger connect bank).*\n"
    r"|^tieout .*--model small\n",
    re.M,
)
TOML = re.compile(r"^```toml\n(.*?)^```", re.M | re.S)
#: Done, somebody has to look, nothing new: what may follow from a command that worked.
GOOD = {0, 3, 5}
#: As the page shows it.
SLIP = "main.beancount:14: 2025-01-04 -84.37 Greengate Grocers: the ledger says -84.73 (page 1)"


def as_it_is(folder: Path) -> None:
    """The demo's ledger as the demo made it."""
    assert (folder / "tieout.db").exists()


def a_receipt(folder: Path) -> None:
    """A file beside the demo's ledger."""
    (folder / "receipt.pdf").write_text("paid")


def a_fee_in_two_parts(folder: Path) -> None:
    """Entries 283 and 284 of the demo's ledger, the second on another account."""
    with unit_of_work(make_engine(str(folder / "tieout.db"))) as session:
        for account, amount, which in (
            (1, -400, "first"),
            (7, -250, "second"),
        ):
            fee = NewEntry(date(2025, 4, 30), amount, f"Fee, {which} part")
            add_transactions(session, account, [fee])
        settle_stale(session)


@pytest.mark.parametrize(
    ("page", "prepare"),
    [
        ("what-a-discrepancy-is.md", locked_and_refused),
        ("decide.md#Settle one difference after the other", as_it_is),
        ("correct-a-statement.md", as_it_is),
        ("note-on-a-line.md", a_receipt),
        ("find-and-match.md", a_fee_in_two_parts),
    ],
)
def test_every_command_of_the_page_works(
    demo: Demo, page: str, prepare: Callable[[Path], None]
) -> None:
    prepare(demo.folder)
    typed = commands(page)
    assert len(typed) > 3
    for words in typed:
        ran = tieout(*words, cwd=demo.folder)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"


def accounts_to_correct(folder: Path) -> None:
    """Two more cards with an entry each, one of which began with a debt of its own, and a lock."""
    tieout("init", cwd=folder)
    with unit_of_work(make_engine(str(folder / "tieout.db"))) as session:
        for name, day, opening in (("Old card", 3, 0), ("Second card", 4, -5_000)):
            new = NewAccount(name, AccountKind.CARD, "GBP", opening_balance_minor=opening)
            fee = NewEntry(date(2025, 2, day), -900, "Annual fee")
            add_transactions(session, add_account(session, new), [fee])
        savings = add_account(session, NewAccount("Savings", AccountKind.SAVINGS, "GBP"))
        lock(session, savings, date(2025, 1, 1), date(2025, 1, 31), "person")


def test_an_account_is_corrected(tmp_path: Path) -> None:
    accounts_to_correct(tmp_path)
    ran = [tieout(*words, cwd=tmp_path) for words in commands("correct-an-account.md")]
    assert {done.words: done.err for done in ran if done.code} == {}
    names = [each["name"] for each in tieout("ledger", "accounts", "--json", cwd=tmp_path).json]
    # The second card was merged, and is there again.
    assert names == ["Second card", "Savings", "Blue credit card"]


def test_a_month_is_closed(tmp_path: Path) -> None:
    month_to_close(tmp_path)
    said: dict[str, list[str]] = {}
    for words in commands("close-a-month.md"):
        ran = tieout(*(word.replace("~", str(tmp_path)) for word in words), cwd=tmp_path)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"
        said.setdefault(" ".join(words), []).append(ran.out)
    assert [texts.REVIEW_NOTHING in out for out in said["review"]] == [
        False, False, True, True, True
    ]  # fmt: skip
    (covered,) = said["coverage --since 2025-01-01 --until 2025-04-30"]
    assert ("2025-02  missing" in covered, "2025-03  covered" in covered) == (True, True)
    locks = tieout("locks", "--json", cwd=tmp_path).json
    assert sorted((each["period_start"], each["import_id"]) for each in locks) == [
        ("2025-01-01", 1), ("2025-01-28", 5), ("2025-02-28", 2), ("2025-03-28", 3)
    ]  # fmt: skip
    assert {each["verdict"] for each in locks} == {"matched"}


def test_the_first_statement_of_an_account_asks_once(demo: Demo, tmp_path: Path) -> None:
    shutil.copy(demo.statement_file("harrow-vale"), tmp_path / "march.pdf")
    tieout("init", cwd=tmp_path)
    for words in commands("first-statement.md"):
        ran = tieout(*words, cwd=tmp_path)
        assert ran.code in GOOD, f"tieout {' '.join(words)}: {ran.code} {ran.err}"
        if words[0] == "accept":
            assert tieout("review", "1", "--json", cwd=tmp_path).json["status"] == "done"


def test_several_books_are_kept(tmp_path: Path) -> None:
    (tmp_path / "new.txt").write_text("seven red chairs\n")
    for words in commands("several-books.md"):
        ran = tieout(*words, cwd=tmp_path)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"
    listed = tieout("book", "list", "--json", cwd=tmp_path).json
    assert [each["address"] for each in listed] == [None, "client-a"]


@pytest.mark.parametrize(
    ("page", "file"),
    [("beancount", "main.beancount"), ("hledger", "main.journal"), ("ledger", "main.ledger")],
)
def test_what_was_accepted_goes_back_into_a_journal(tmp_path: Path, page: str, file: str) -> None:
    journal = with_slips(tmp_path, file)
    (tmp_path / "march.pdf").write_bytes(MARCH.pdf)
    before = journal.read_text()
    for words in commands(f"../ledgers/{page}.md"):
        ran = tieout(*words, cwd=tmp_path)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"
    assert (ran.code, "Extra" in before, "Extra" in journal.read_text()) == (5, True, False)
    assert tieout("ledger", "patch", cwd=tmp_path).code == 5


@pytest.mark.parametrize(("page", "file"), [("gnucash", "main.gnucash"), ("actual", "db.sqlite")])
def test_a_book_that_is_never_written_is_followed(tmp_path: Path, page: str, file: str) -> None:
    ledgers = Path(__file__).parents[1] / "data" / "ledgers"
    shutil.copy(ledgers / "book.gnucash", tmp_path / "main.gnucash")
    (tmp_path / "db.sqlite").write_bytes(
        gzip.decompress((ledgers / "actual-db.sqlite.gz").read_bytes())
    )
    typed = commands(f"../ledgers/{page}.md")
    assert [words[:2] for words in typed].count(["ledger", "patch"]) == 1
    assert file in typed[1]
    for words in (each for each in typed if each[0] in ("init", "ledger")):
        ran = tieout(*words, cwd=tmp_path)
        assert ran.code in GOOD, f"tieout {' '.join(words)}: {ran.code} {ran.err}"


@pytest.mark.parametrize(
    ("section", "kind"),
    [("OFX, QFX and QBO", "ofx"), ("QIF", "qif"), ("CAMT", "camt"), ("MT940", "mt940")],
)
def test_a_file_of_a_bank_is_followed(tmp_path: Path, section: str, kind: str) -> None:
    KINDS[kind].keep(tmp_path, SLIPS)
    (tmp_path / "january.pdf").write_bytes(statement(PROVEN, OPENING))
    for words in commands(f"../ledgers/bank-files.md#{section}"):
        if words[:2] == ["ledger", "sync"]:
            KINDS[kind].keep(tmp_path, PROVEN)
        ran = tieout(*words, cwd=tmp_path)
        failed = ran.code not in GOOD or re.search(r"\[\w+\]$", ran.err, re.M)
        assert not failed, f"tieout {' '.join(words)}: {ran.code} {ran.err}"
    assert "1 changed, 1 gone, 1 recognised" in ran.out
    assert tieout("ledger", "patch", cwd=tmp_path).code == 5


@pytest.mark.parametrize("product", PRODUCTS)
def test_an_export_of_a_product_is_followed(tmp_path: Path, product: str) -> None:
    connect, patch = commands(f"../ledgers/csv-exports.md#{product}")
    export = PRODUCTS[product][0]
    data = export if isinstance(export, bytes) else (LEDGERS / "csv" / export).read_bytes()
    (tmp_path / connect[3]).write_bytes(data)
    tieout("init", cwd=tmp_path)
    assert tieout(*connect, cwd=tmp_path).code == 0
    assert tieout(*patch, cwd=tmp_path).code == 5
    own = make_engine(str(tmp_path / "tieout.db"))
    changed(own)
    own.dispose()
    ran = tieout(*patch, cwd=tmp_path)
    assert (ran.code, "left: change" in ran.err) == (3, True)
    assert (tmp_path / patch[-1]).exists()


@pytest.mark.parametrize(
    ("slip", "code", "said"),
    [(0, 0, "2025-01: matched"), (-36, 3, SLIP)],
)
def test_a_plain_text_ledger_is_checked(tmp_path: Path, slip: int, code: int, said: str) -> None:
    plain_text_ledger(tmp_path, slip)
    (typed,) = commands("check-a-ledger.md")
    ran = tieout(*typed, cwd=tmp_path)
    assert (ran.code, said in ran.out) == (code, True), ran.out
    assert SLIP in (FOLDER / "check-a-ledger.md").read_text(encoding="utf-8")
    assert {each.name for each in tmp_path.iterdir()} == {"main.beancount", "statements"}


@pytest.mark.thorough
def test_the_tutorial_leads_from_an_empty_folder_to_a_matched_month(tmp_path: Path) -> None:
    page = (DOCS / "tutorial.md").read_text("utf-8")
    ran = typed(page, tmp_path)
    assert [each for each in ran if each.code not in GOOD] == []
    printed = "".join(each.out for each in ran)
    shown = "".join(re.findall(r"^```text\n(.*?)^```", page, re.M | re.S)).splitlines()
    days = re.compile(r"  20\d\d-\d\d-\d\d  march")
    assert [line for line in shown if days.sub("", line) not in days.sub("", printed)] == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "page",
    [page for page in sorted(DOCS.rglob("*.md"))
     if page.stem not in FOLLOWED and "```sh" in page.read_text("utf-8")],
    ids=lambda page: page.stem,
)  # fmt: skip
def test_every_other_page_can_be_typed(
    lived_in: Path, tmp_path: Path, page: Path, redis_url: str
) -> None:
    written = page.read_text("utf-8")
    failed = []
    for n, text in enumerate(written.split("\n## ") if page.stem in APART else [written]):
        folder = Path(shutil.copytree(lived_in, tmp_path / str(n)))
        (folder / "schedules.toml").write_text("".join(TOML.findall(written)))
        if re.search("^tieout init", text, re.M):
            (folder / "tieout.db").unlink()
        with model_server(*[said_by_a_model("They are of one day.")] * 20) as model:
            for far, near in {
                "redis://queue:6379/0": redis_url,
                "postgresql://tieout:secret@db/tieout": f"sqlite:///{folder / 'other.db'}",
                "http://localhost:11434/v1": model.base_url,
                "/srv/": "~/", "/mnt/": "~/", "/etc/tieout/": "~/",
            }.items():  # fmt: skip
                text = text.replace(far, near)
            ran = typed(ELSEWHERE.sub("", text), folder)
        failed += [each for each in ran if each.code not in GOOD]
    assert not failed, "\n".join(f"{each.line}: {each.code} {each.out}" for each in failed)


@pytest.fixture(scope="module")
def lived_in(
    made_demo: Demo, tmp_path_factory: pytest.TempPathFactory, certificate: tuple[str, str]
) -> Path:
    """The demo's folder, with all that the pages name; for each page a copy of it."""
    folder = tmp_path_factory.mktemp("lived") / "in"
    demo = Demo(Path(shutil.copytree(made_demo.folder, folder)), made_demo.documents)
    statement = demo.statement_file("harrow-vale")
    shutil.copytree(folder / "ledger", folder / "books")
    plain_text_ledger(folder / "books")
    shutil.copy(folder / "tieout.db", folder / "books")
    for file in ("march.pdf", "statement.pdf", "inbox/may.pdf", "Downloads/statements/may.pdf"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(statement, folder / file)
    shutil.copytree(folder / "inbox", folder / "share" / "statements")
    demo.statement_file("locked").rename(folder / "locked.pdf")
    for other in (folder / "statements").iterdir():
        if other != statement:
            other.unlink()
    (folder / ".statement-passwords").write_text("melur-1984\n")
    (folder / "new.txt").write_text("seven red chairs\n")
    for pem in certificate:
        Path(shutil.copy(pem, folder)).chmod(0o600)
    with pypdfium2.PdfDocument(statement) as pages:
        picture = pages[2].render(scale=2).to_pil().convert("RGB")
    picture.save(folder / "photo.jpg")
    picture.save(folder / "scan.pdf")
    return folder
