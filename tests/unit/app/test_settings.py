"""The environment is read once, and a wrong word in it is said, not guessed at."""

from __future__ import annotations

import pytest

from app.errors import SettingInvalid
from app.settings import Settings, from_environment


def test_an_empty_environment_means_offline_and_a_file_in_this_folder() -> None:
    assert from_environment({}) == Settings(database_url="tieout.db", model="offline")


def test_our_own_address_of_the_model_wins_over_the_common_one() -> None:
    both = {"TIEOUT_BASE_URL": "http://ours/v1", "OPENAI_BASE_URL": "http://theirs/v1"}

    assert from_environment(both).base_url == "http://ours/v1"


def test_passwords_are_one_a_line_so_that_they_may_hold_any_other_character() -> None:
    settings = from_environment({"TIEOUT_PDF_PASSWORDS": "a, b\n\n c;d \n"})

    assert settings.passwords == ("a, b", " c;d ")


def test_secrets_do_not_show_in_the_repr() -> None:
    secret = {"TIEOUT_PDF_PASSWORDS": "hunter2", "OPENAI_API_KEY": "sk-hunter2"}

    assert "hunter2" not in repr(from_environment(secret))


def test_an_unknown_word_is_refused_with_the_choices() -> None:
    with pytest.raises(SettingInvalid) as refused:
        from_environment({"TIEOUT_ESCALATE": "sometimes"})

    assert "unproven, always, never" in str(refused.value)


def test_an_option_wins_over_the_environment_and_none_does_not() -> None:
    settings = from_environment({"TIEOUT_MODEL": "qwen3"})

    assert settings.over(model=None, database_url="x.db").model == "qwen3"
    assert settings.over(model="gpt-5").model == "gpt-5"
