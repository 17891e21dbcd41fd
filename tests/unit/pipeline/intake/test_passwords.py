"""Where passwords come from, and that they never show."""

from pathlib import Path

import pytest

from pipeline.intake.passwords import PasswordBook, PasswordFileUnreadable, terminal_ask


def test_the_file_comes_first_one_password_a_line(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_bytes("\ufefffirst\r\nwith, comma\n\nlast\n".encode())

    book = PasswordBook.gather(file, {"TIEOUT_PDF_PASSWORDS": "from env"})

    assert list(book) == ["first", "with, comma", "last", "from env"]


def test_the_variable_takes_lines_and_tries_listed_ones_whole_then_in_parts() -> None:
    book = PasswordBook.gather(None, {"TIEOUT_PDF_PASSWORDS": "one\ntwo, three;four"})
    assert list(book) == ["one", "two, three;four", "two", "three", "four"]


def test_no_password_shows_in_a_repr() -> None:
    assert "hunter2" not in f"{PasswordBook(['hunter2'])!r} {PasswordBook(['hunter2'])}"


def test_a_person_is_asked_by_file_name_and_the_answer_serves_later_files() -> None:
    asked: list[str] = []

    def answer(name: str) -> str:
        asked.append(name)
        return "opensesame"

    book = PasswordBook(["wrong"], answer)

    assert book.ask_for("march.pdf") == "opensesame"
    assert list(book) == ["wrong", "opensesame"]
    assert asked == ["march.pdf"]


def test_nobody_is_asked_without_a_terminal() -> None:
    assert terminal_ask() is None
    assert PasswordBook().ask_for("march.pdf") is None


def test_an_unreadable_file_of_passwords_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(PasswordFileUnreadable):
        PasswordBook.gather(tmp_path / "missing", {})
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PasswordFileUnreadable):
        PasswordBook.gather(tmp_path / "binary", {})
