"""The list of books: what may stand in it, and that editing it loses nothing."""

from pathlib import Path

import pytest

from app.environment import settings
from app.environment.books import (
    BookNameInvalid,
    BooksUnreadable,
    BookThere,
    NoSuchBook,
    QueueShared,
    SameLedger,
    is_slug,
    parsed,
    read_books,
)
from app.environment.listing import NewBook, add, remove, settings_for, slug_of
from app.environment.settings import Settings
from db.engine import make_engine
from db.errors import NameTooLong

WRITTEN = """\
# Ours first.
home = "Our own"

[books.old]  # since 2019
name = "Old client"
database = "old.db"
# they pay late
"""


@pytest.fixture
def listed(tmp_path: Path) -> dict[str, str]:
    """An environment with a list that a person wrote."""
    (tmp_path / "books.toml").write_text(WRITTEN, "utf-8")
    return {"TIEOUT_BOOKS": str(tmp_path / "books.toml")}


def home_of(tmp_path: Path) -> Settings:
    return Settings(database_url=str(tmp_path / "own.db"), redis_url="redis://queue/0")


def new(name: str, **places: str) -> NewBook:
    return NewBook(name=name, address=None, places=tuple(places.items()))


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Client A", "client-a"),
        ("  Müller & Söhne GmbH ", "muller-sohne-gmbh"),
        ("3M", "3m"),
        ("株式会社", ""),
        ("../../etc", "etc"),
        ("x" * 60, "x" * 40),
    ],
)
def test_an_address_is_made_of_a_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize("word", ["", "A", "a/b", "a--b", "-a", "a\n", "ä", "a.b", "x" * 41])
def test_what_may_not_stand_in_an_address(word: str) -> None:
    assert not is_slug(word)


def test_a_path_is_meant_from_the_folder_of_the_list(
    tmp_path: Path, listed: dict[str, str]
) -> None:
    books = read_books(listed)
    assert books.home == "Our own"
    assert books.named("old").database_url({}) == str(tmp_path / "old.db")
    assert books.named("Old client") == books.named("old")
    with pytest.raises(NoSuchBook, match="tieout book list"):
        books.named("new")


def test_a_book_has_a_queue_of_its_own_or_none(tmp_path: Path, listed: dict[str, str]) -> None:
    home = home_of(tmp_path)
    assert home.of_book(read_books(listed).named("old"), {}).redis_url is None
    with pytest.raises(QueueShared):
        add(new("New", database=str(tmp_path / "new.db"), redis="redis://queue/0"), home, listed)
    add(new("New", database=str(tmp_path / "new.db"), redis="redis://queue/1"), home, listed)
    assert home.of_book(read_books(listed).named("new"), {}).redis_url == "redis://queue/1"


def test_what_a_person_wrote_stays_as_it_is(tmp_path: Path, listed: dict[str, str]) -> None:
    name = 'Böse "Namen" \\ Co\x7f'
    add(new(name, database=str(tmp_path / "new.db")), home_of(tmp_path), listed)
    text = (tmp_path / "books.toml").read_text("utf-8")
    assert text.startswith(WRITTEN)
    assert read_books(listed).found[1].name == name
    remove(name, listed)
    assert (tmp_path / "books.toml").read_text("utf-8").rstrip() == WRITTEN.rstrip()


def test_of_what_is_removed_nothing_is_left_but_the_others(
    tmp_path: Path, listed: dict[str, str]
) -> None:
    add(new("New", database=str(tmp_path / "new.db")), home_of(tmp_path), listed)
    remove("old", listed)
    assert [each.slug for each in read_books(listed).found] == ["new"]
    assert (tmp_path / "new.db").exists()


@pytest.mark.parametrize("name", ["Old client", "old"])
def test_no_two_books_have_one_address(tmp_path: Path, listed: dict[str, str], name: str) -> None:
    places = (("database", str(tmp_path / "new.db")),)
    again = NewBook(name=name, address="old", places=places)
    with pytest.raises(BookThere):
        add(again, home_of(tmp_path), listed)
    assert not (tmp_path / "new.db").exists()


def test_a_name_without_a_letter_for_addresses_needs_one_that_is_said(
    tmp_path: Path, listed: dict[str, str]
) -> None:
    places = (("database", str(tmp_path / "new.db")),)
    with pytest.raises(BookNameInvalid, match="--address"):
        add(NewBook(name="株式会社", address=None, places=places), home_of(tmp_path), listed)
    add(NewBook(name="株式会社", address="kk", places=places), home_of(tmp_path), listed)
    assert read_books(listed).named("株式会社").slug == "kk"


def test_a_name_that_fits_into_no_list_is_refused_before_anything_is_made(
    tmp_path: Path, listed: dict[str, str]
) -> None:
    places = (("database", str(tmp_path / "new.db")),)
    with pytest.raises(NameTooLong, match="200 at most"):
        add(NewBook(name="n" * 201, address="new", places=places), home_of(tmp_path), listed)
    assert not (tmp_path / "new.db").exists()
    add(NewBook(name="n" * 200, address="new", places=places), home_of(tmp_path), listed)


def test_one_ledger_is_one_book(tmp_path: Path, listed: dict[str, str]) -> None:
    home = home_of(tmp_path)
    add(new("New", database=str(tmp_path / "new.db")), home, listed)
    for same in (tmp_path / "new.db", tmp_path / "own.db"):
        with pytest.raises(SameLedger, match="documents separate"):
            add(new("Again", database=str(same)), home, listed)


@pytest.mark.parametrize(
    "text",
    [
        "books = 3",
        "[books.a]\nname = 'A'",
        "[books.a]\nname = 'A'\ndatabase = 'x'\ndatabase_env = 'X'",
        "[books.a]\nname = 'A'\ndatabase = 'x'\ncolour = 'red'",
        "[books.'A b']\nname = 'A'\ndatabase = 'x'",
        "[books.a]\nname = ''\ndatabase = 'x'",
        "[books.a\n",
    ],
)
def test_what_is_no_list_is_refused_and_nothing_of_it_is_quoted(tmp_path: Path, text: str) -> None:
    with pytest.raises(BooksUnreadable) as refused:
        parsed(tmp_path / "books.toml", f"# secret\n{text}\n")
    assert "secret" not in refused.value.message()


def test_a_ledger_of_the_list_is_known_by_its_place(
    tmp_path: Path, listed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_BOOKS", listed["TIEOUT_BOOKS"])
    monkeypatch.setenv("TIEOUT_REDIS_URL", "redis://queue/0")
    (tmp_path / "old.db").touch()
    engine = make_engine(str(tmp_path / "old.db"))
    assert (settings_for(engine).book, settings_for(engine).redis_url) == ("old", None)
    monkeypatch.setenv("TIEOUT_DATABASE_URL", str(tmp_path / "old.db"))
    assert settings_for(engine) == settings.from_environment()
