"""Passwords come from the environment and a file, and a file that cannot be read is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import PasswordFileUnreadable
from app.passwords import candidates


def test_those_of_the_environment_come_first_and_none_twice(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_text("second\nfirst\n\nthïrd\n", encoding="utf-8")

    assert candidates(("first",), file) == ("first", "second", "thïrd")


def test_a_file_that_is_not_text_is_refused_without_showing_it(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_bytes(b"\xffsecret")

    with pytest.raises(PasswordFileUnreadable) as refused:
        candidates((), file)

    assert "secret" not in str(refused.value)
