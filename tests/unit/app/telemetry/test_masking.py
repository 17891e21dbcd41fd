"""What a log line keeps and what it never shows, tried with many made-up numbers."""

import random
from uuid import UUID

import pytest

from app.telemetry.logs import safe_text, without_secrets

MANY = 400
COUNTRIES = ("DE", "GB", "FR", "NL", "MT", "LC", "PL", "BR")
SEPARATORS: tuple[str, ...] = ("", " ", "-", ".", "/", "_", "\u00a0", "\u202f")
SEPARATORS += (",", "'", "’", "|", "·", "–", "\u2011", "  ", " - ", " – ", " / ")


def digits(dice: random.Random, number: int) -> str:
    return "".join(dice.choices("0123456789", k=number))


def grouped(dice: random.Random, number: str) -> str:
    size, separator = dice.randint(2, 4), dice.choice(SEPARATORS)
    return separator.join(number[at : at + size] for at in range(0, len(number), size))


def iban(dice: random.Random) -> str:
    bank = "".join(dice.choices("ABCDEFGHKLMNPRSTUWXYZ", k=dice.choice((0, 4))))
    whole = dice.choice(COUNTRIES) + digits(dice, 2) + bank + digits(dice, dice.randint(12, 20))
    return dice.choice((whole, " ".join(whole[at : at + 4] for at in range(0, len(whole), 4))))


def longest_run(text: str) -> int:
    """How many digits of the text stand together, however they are grouped."""
    for separator in sorted(SEPARATORS, key=len, reverse=True):
        text = text.replace(separator, "")
    runs = "".join(each if each.isdigit() else " " for each in text).split()
    return max(map(len, runs), default=0)


@pytest.mark.parametrize("seed", range(4))
def test_account_numbers_cards_and_ibans_keep_four_digits_at_most(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(MANY):
        number = dice.choice((iban(dice), grouped(dice, digits(dice, dice.randint(7, 19)))))
        for text in (f"account {number} is odd", f"no {number} of pages", number):
            assert longest_run(safe_text(text)) <= 4, text


@pytest.mark.parametrize("seed", range(4))
def test_ids_hashes_moments_and_durations_stay_readable(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(MANY):
        uuid = UUID(int=dice.getrandbits(128), version=4)
        hash_of = f"{dice.getrandbits(256):064x}"
        moment = (
            f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}T"
            f"{dice.randint(0, 23):02}:{dice.randint(0, 59):02}:09.{dice.randint(0, 999999):06}Z"
        )
        for text in (
            f"Worker {uuid}: started with PID {dice.randint(1, 4_194_304)}, version 3.0.0",
            f"subscribing to channel rq:pubsub:{uuid.hex}",
            f"document {hash_of} at {moment}",
            f"Job OK ({dice.randint(1, 10**9)}-{'a' + hash_of[:11]})",
            f"in 0:00:01.{dice.randint(0, 999999):06}, or {dice.random():.6f} s",
        ):
            assert safe_text(text) == text


def test_a_number_beside_an_id_is_masked_all_the_same() -> None:
    text = "2026-11-23T10:00:00Z 89370400440532 of 0b0e2a54-7f5c-4f0e-9b3e-2c6c55f7a111-4471"
    safe = safe_text(text)
    assert "2026-11-23T10:00:00Z" in safe
    assert "89370400" not in safe


def test_a_field_is_left_only_if_its_value_has_the_form_of_its_name() -> None:
    said = without_secrets(
        {
            "import_id": 123456789,
            "document": "123456789012",
            "code": "no_statement",
            "status": "account 12345678",
            "other": 123456789012,
            "password": "hunter2",
            "nested": {"api_key": "abc", "text": ["DE89370400440532013000"]},
        }
    )
    assert (said["import_id"], said["document"]) == (123456789, "123456789012")
    assert said["status"] == "account …5678"
    assert said["other"] == "…9012"
    assert said["password"] == said["nested"]["api_key"] == "…"
    assert said["nested"]["text"] == ["…3000"]


def test_numbers_that_belong_to_no_account_stay_readable() -> None:
    for text in (
        "statements 101, 102, 103 and 104",
        "pages 12 to 14 of 120",
        "rq 3.0.0, redis 8.1.0",
        "localhost:6379 after 3 tries",
    ):
        assert safe_text(text) == text


def test_the_keys_of_what_is_logged_are_masked_too() -> None:
    assert without_secrets({"by": {"DE89370400440532013000": 3}}) == {"by": {"…3000": 3}}


def test_a_secret_is_taken_out_however_it_is_written() -> None:
    for text in (
        "password: hunter2",
        "password = hunter2",
        "{'password': 'hunter2 too'}",
        '{"api_key": "hunter2"}',
        "X-Api-Key: hunter2",
        "token=hunter2&x=1",
        "refused: Authorization: Bearer hunter2.def-ghi",
        "key sk-proj-hunter2567890abcdef was refused",
        "cannot connect to redis://me:hunter2@queue:6379/0",
        "postgresql://tieout:hun@hunter2/hunter2@host/db",
    ):
        assert "hunter2" not in safe_text(text), text


def test_what_this_process_knows_to_be_secret_stands_nowhere() -> None:
    assert "melur" not in safe_text("cannot open with melur-1984", ("melur-1984",))


def test_what_says_how_an_import_and_its_statements_ended_is_left() -> None:
    line = {
        "import_id": 123_456_789,
        "statement_id": 987_654_321,
        "verdict": "differences",
        "status": "needs_review",
        "fault": "transient",
    }
    assert without_secrets(line) == line
    odd = without_secrets({"verdict": "account 12345678", "fault": "GB29 NWBK 6016 1331 9268 19"})
    assert "12345678" not in str(odd["verdict"])
    assert "6016" not in str(odd["fault"])


def test_a_token_is_taken_out_and_the_address_of_who_tried_one_stays() -> None:
    token = f"tieout_0123456789ab_{'x' * 43}"
    event = {"event": f"refused {token}", "address": "192.168.100.250"}
    said = without_secrets(event)
    assert token not in str(said)
    assert said["address"] == "192.168.100.250"
    assert without_secrets({"address": "2001:db8::1"})["address"] == "2001:db8::1"
    assert "12345678901" not in str(without_secrets({"address": "12345678901"}))
