"""`tieout book`, and every verb of one book by its name."""

import os
from pathlib import Path

from tests.support.process import tieout


def two_books(folder: Path) -> Path:
    tieout("init", cwd=folder)
    for name in ("Client A", "Müller & Söhne"):
        made = tieout("book", "add", name, "--database", f"{name[0]}.db", "--json", cwd=folder)
        assert (made.code, made.json["created"]) == (0, True)
    return folder


def test_books_are_listed_with_their_addresses_and_what_waits(tmp_path: Path) -> None:
    listed = tieout("book", "list", "--json", cwd=two_books(tmp_path)).json
    assert [each["address"] for each in listed] == [None, "client-a", "muller-sohne"]
    assert [each["waiting"] for each in listed] == [0, 0, 0]
    shown = tieout("book", "list", cwd=tmp_path).out
    assert "Müller & Söhne" in shown


def test_a_verb_is_of_the_book_that_is_named(tmp_path: Path) -> None:
    folder = two_books(tmp_path)
    tieout("--book", "client-a", "account", "add", "Everyday", "EUR", cwd=folder)
    by_name = tieout("--book", "Client A", "ledger", "accounts", cwd=folder)
    by_setting = tieout("ledger", "accounts", cwd=folder, env={"TIEOUT_BOOK": "client-a"})
    for asked in (by_name, by_setting):
        assert "Everyday" in asked.out
    for other in (("ledger", "accounts"), ("--book", "muller-sohne", "ledger", "accounts")):
        assert "Everyday" not in tieout(*other, cwd=folder).out


def test_a_book_that_is_not_there_is_no_reason_to_take_another(tmp_path: Path) -> None:
    refused = tieout("--book", "client-x", "ledger", "accounts", cwd=two_books(tmp_path))
    assert (refused.code, refused.out) == (7, "")
    assert "no_such_book" in refused.err
    assert "tieout book list" in refused.err


def test_a_book_and_a_ledger_cannot_both_be_named(tmp_path: Path) -> None:
    folder = two_books(tmp_path)
    refused = tieout("--book", "client-a", "locks", "--database", "tieout.db", cwd=folder)
    assert "book_and_database" in refused.err


def test_what_is_removed_from_the_list_stays_where_it_is(tmp_path: Path) -> None:
    folder = two_books(tmp_path)
    gone = tieout("book", "remove", "client-a", "--json", cwd=folder)
    assert gone.json["address"] == "client-a"
    assert (folder / "C.db").exists()
    assert "client-a" not in (folder / "tieout-books.toml").read_text("utf-8")
    again = tieout("book", "add", "Client A", "--database", "C.db", "--json", cwd=folder)
    assert again.json["created"] is False


def test_the_list_is_its_owners_alone_and_may_name_where_a_secret_stands(tmp_path: Path) -> None:
    folder = two_books(tmp_path)
    assert (folder / "tieout-books.toml").stat().st_mode & 0o077 == 0
    url = {"CLIENT_C": f"sqlite:///{folder}/c.db"}
    words = ("book", "add", "C", "--database-env", "CLIENT_C")
    assert tieout(*words, cwd=folder, env=url).code == 0
    assert "c.db" not in (folder / "tieout-books.toml").read_text("utf-8")
    assert tieout("--book", "c", "locks", cwd=folder, env=url).code == 0
    missing = tieout("--book", "c", "locks", cwd=folder)
    assert (missing.code, "CLIENT_C" in missing.err) == (7, True)
    listed = tieout("book", "list", "--json", cwd=folder).json
    assert [each["error"] for each in listed][-1] == "book_secret_missing"


def test_users_are_kept_in_one_ledger_and_have_rights_in_books(tmp_path: Path) -> None:
    folder = two_books(tmp_path)
    (folder / "password").write_text("seven red chairs\n")
    words = ("user", "add", "alex", "--role", "none", "--password-file", "password")
    of_book = {**os.environ, "TIEOUT_BOOK": "client-a"}
    assert tieout(*words, cwd=folder, env=of_book).code == 0
    listed = tieout("user", "list", "--json", cwd=folder).json
    assert [(each["name"], each["role"]) for each in listed] == [("alex", "none")]
    given = tieout("user", "role", "alex", "decide", "--book", "client-a", cwd=folder)
    assert given.code == 0
    unknown = tieout("user", "role", "alex", "decide", "--book", "client-x", cwd=folder)
    assert "no_such_book" in unknown.err
