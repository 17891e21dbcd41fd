"""What happens is told to other programs: signed, once it is so, until it arrived."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlalchemy import Engine, select, update
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from app.acts import imports as acts
from app.acts import webhooks
from app.shapes.administration import DeliveryShape
from db import outside as db_webhooks
from db.ledger.amending import snapshot
from db.ledger.locks import lock, note
from db.models import AuditLog, Delivery, Import, Reconciliation, Webhook
from db.outside import Event, NoSuchWebhook
from db.session import NOW, database_now, unit_of_work
from db.words import Verdict
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from jobs.webhooks import delivering, sending
from jobs.webhooks.delivering import Courier, deliver_in_turn, take
from jobs.webhooks.sending import (
    NotSent,
    WebhookAddressPrivate,
    addresses_of,
    new_message_id,
    send,
    target_of,
)
from tests.support.books import LINES, account, all_of, execute_in, imported, in_review
from tests.support.receiver import Receiver, receiving
from tests.support.statements import day
from tests.support.waiting import until


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def told(engine: Engine, receiver: Receiver, *events: Event) -> str:
    """The secret of a webhook that the receiver has."""
    return webhooks.add(engine, receiver.url, events, private=False).secret


def june_is_brought_in(engine: Engine, entries: int = 3) -> None:
    account(engine, LINES[:entries])
    imported(engine)


def owed(engine: Engine) -> list[str]:
    return all_of(engine, select(Delivery.event).order_by(Delivery.id))


def deliveries(engine: Engine) -> list[DeliveryShape]:
    return webhooks.deliveries(engine, None, 50)


def deliver_due(engine: Engine, book: str | None = None) -> int:
    """How much was due and taken, after it was delivered."""
    taken = take(engine)
    threads = [threading.Thread(target=deliver_in_turn, args=(engine, own, book)) for own in taken]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(map(len, taken))


def now_is_the_time(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        waiting = update(Delivery).where(Delivery.next_try_at.is_not(None))
        session.execute(waiting.values(next_try_at=NOW))


def test_an_import_that_matched_is_told_with_a_signature_that_holds(
    engine: Engine, receiver: Receiver
) -> None:
    secret = told(engine, receiver)
    june_is_brought_in(engine)
    assert deliver_due(engine) == 1
    ((headers, body),) = receiver.came
    said = Verifier(secret).verify(body, headers)
    assert said["type"] == "import.matched"
    assert (said["data"]["import_id"], said["data"]["status"]) == (1, "matched")
    assert (said["data"]["book"], said["data"]["path"]) == (None, "/api/v1/imports/1")
    assert len(said["data"]["sha256"]) == 64
    (done,) = deliveries(engine)
    assert (done.delivered_at is not None, done.last_status) == (True, 204)
    assert deliver_due(engine) == 0


def test_of_several_books_it_is_told_which_one_and_where_in_it(
    engine: Engine, receiver: Receiver
) -> None:
    told(engine, receiver)
    june_is_brought_in(engine)
    deliver_due(engine, "greengrocer")
    data = json.loads(receiver.bodies()[0])["data"]
    assert (data["book"], data["path"]) == ("greengrocer", "/books/greengrocer/api/v1/imports/1")


def test_what_is_told_holds_no_name_and_no_figure(engine: Engine, receiver: Receiver) -> None:
    told(engine, receiver)
    june_is_brought_in(engine, entries=2)
    deliver_due(engine)
    assert not [
        word for word in (b"june", b"800.00", b"Rent", b"Everyday") if word in receiver.came[0][1]
    ]


def test_it_is_told_of_what_it_wants_to_hear_and_of_nothing_else(
    engine: Engine, receiver: Receiver
) -> None:
    told(engine, receiver, Event.NEEDS_REVIEW, Event.DISCREPANCY)
    in_review(engine)
    acts.accept(engine, 1, (), dry_run=False)
    assert owed(engine) == ["needs_review"]


def test_an_import_that_failed_is_told_with_its_error(engine: Engine, receiver: Receiver) -> None:
    told(engine, receiver)
    list(import_all(engine, [DocumentSource("junk.pdf", data=b"%PDF-1.7 junk")], ImportOptions()))
    deliver_due(engine)
    said = json.loads(receiver.bodies()[0])
    assert (said["type"], said["data"]["error_code"]) == ("import.failed", "unreadable_pdf")


def test_what_is_taken_back_was_never_owed(engine: Engine, receiver: Receiver) -> None:
    in_review(engine)
    told(engine, receiver)
    acts.accept(engine, 1, (), dry_run=True)
    assert owed(engine) == []


def test_what_a_lock_refused_is_told(engine: Engine, receiver: Receiver) -> None:
    told(engine, receiver)
    account(engine)
    with unit_of_work(engine) as session:
        lock(session, 1, day(1), day(30), "sam")
        said = snapshot(session, 1)
        assert said is not None
        note(session, 1, 1, "sam", "csv", said, {**said, "amount_minor": 1})
    deliver_due(engine)
    assert json.loads(receiver.bodies()[0])["type"] == "discrepancy.found"


def test_what_did_not_arrive_is_tried_again_later_as_the_same_message(engine: Engine) -> None:
    with receiving(Receiver(answers=[500, 204])) as receiver:
        secret = told(engine, receiver)
        june_is_brought_in(engine)
        deliver_due(engine)
        (waits,) = deliveries(engine)
        assert (waits.last_status, waits.last_error, waits.tries) == (500, "answered with 500", 1)
        assert deliver_due(engine) == 0  # not yet
        now_is_the_time(engine)
        deliver_due(engine)
    (first, _), (second, body) = receiver.came
    assert first["webhook-id"] == second["webhook-id"]
    Verifier(secret).verify(body, second)
    assert deliveries(engine)[0].delivered_at is not None


@pytest.mark.parametrize("status", [301, 302, 307])
def test_a_redirect_is_not_followed(engine: Engine, status: int) -> None:
    with receiving(Receiver(answers=[status])) as receiver:
        told(engine, receiver)
        june_is_brought_in(engine)
        deliver_due(engine)
        assert len(receiver.came) == 1
    assert deliveries(engine)[0].delivered_at is None


def test_who_is_gone_is_not_told_again(engine: Engine) -> None:
    with receiving(Receiver(answers=[410])) as receiver:
        told(engine, receiver)
        june_is_brought_in(engine)
        deliver_due(engine)
    assert deliveries(engine)[0].given_up_at is not None


def test_what_could_not_be_told_for_days_is_given_up(engine: Engine) -> None:
    with receiving(Receiver(answers=[503])) as receiver:
        told(engine, receiver)
        june_is_brought_in(engine)
        with unit_of_work(engine) as session:
            long_ago = database_now(session) - timedelta(days=3, hours=1)
            session.execute(update(Delivery).values(created_at=long_ago))
        deliver_due(engine)
    (one,) = deliveries(engine)
    assert (one.next_try_at, one.given_up_at is not None) == (None, True)


def test_who_takes_it_and_dies_leaves_it_to_the_next(
    engine: Engine, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(engine, receiver)
    june_is_brought_in(engine)
    with monkeypatch.context() as dying:
        dying.setattr(delivering, "deliver", lambda *_: None)
        deliver_due(engine)
    assert receiver.came == []
    assert deliver_due(engine) == 0  # it may still be at it
    now_is_the_time(engine)
    deliver_due(engine)
    assert len(receiver.came) == 1


def test_an_answer_that_never_ends_does_not_hold_the_sender() -> None:
    with receiving(Receiver(drips=0.2)) as receiver:
        target = target_of(receiver.url, private=False)
        with pytest.raises(NotSent):
            send(target, b"{}", {}, seconds=0.5)


def test_who_is_slow_holds_back_nobody_else(engine: Engine, receiver: Receiver) -> None:
    """The slow one answers a byte a second: only another thread can be done before it."""
    with receiving(Receiver(drips=1.0)) as slow:
        told(engine, slow)
        told(engine, receiver)
        courier = Courier(engine, seconds=0.05)
        courier.start()
        june_is_brought_in(engine)
        until(lambda: len(receiver.came) == 1)
        webhooks_owe(engine, 2, 12)
        until(lambda: len(receiver.came) == 13)
        assert [each.delivered_at for each in deliveries(engine) if each.webhook_id == 1] == [None]
        slow.drips = 0
        courier.stop()


def test_one_webhook_is_told_in_the_order_of_what_happened(
    engine: Engine, receiver: Receiver
) -> None:
    told(engine, receiver)
    webhooks_owe(engine, 1, 4)
    assert deliver_due(engine) == 4
    came = [headers["webhook-id"] for headers, _ in receiver.came]
    assert came == [each.message_id for each in reversed(deliveries(engine))]


def test_no_more_is_taken_for_one_webhook_than_its_lease_bears(
    engine: Engine, receiver: Receiver
) -> None:
    told(engine, receiver)
    webhooks_owe(engine, 1, 8)
    assert [deliver_due(engine) for _ in range(3)] == [5, 3, 0]


def webhooks_owe(engine: Engine, webhook_id: int, count: int) -> None:
    """So much is due for it."""
    with unit_of_work(engine) as session:
        for _ in range(count):
            db_webhooks.owe_test(session, webhook_id, new_message_id())
        waiting = update(Delivery).where(Delivery.event == db_webhooks.TEST)
        session.execute(waiting.values(next_try_at=NOW, tries=0))


def test_a_new_secret_signs_beside_the_one_before_for_a_day(
    engine: Engine, receiver: Receiver
) -> None:
    old = told(engine, receiver)
    new = webhooks.rotate(engine, 1).secret
    assert webhooks.test(engine, 1).delivered
    ((headers, body),) = receiver.came
    for secret in (old, new):
        Verifier(secret).verify(body, headers)
    execute_in(engine, update(Webhook).values(old_until=NOW))
    webhooks.test(engine, 1)
    headers, body = receiver.came[1]
    Verifier(new).verify(body, headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(old).verify(body, headers)


@pytest.mark.parametrize(
    ("statuses", "events"),
    [
        (("matched", "done"), ["matched"]),
        (("needs_review", "done", "needs_review"), ["needs_review", "matched", "needs_review"]),
        (("needs_review", "left"), ["needs_review"]),
        (("failed", "queued", "running", "failed"), ["failed", "failed"]),
    ],
)
def test_what_became_so_is_told_each_time_and_what_stays_so_is_not(
    engine: Engine, receiver: Receiver, statuses: tuple[str, ...], events: list[str]
) -> None:
    in_review(engine)
    change_status(engine, "running")
    told(engine, receiver)
    for status in statuses:
        change_status(engine, status)
    assert owed(engine) == events


def test_a_locked_statement_that_ties_out_no_more_is_told_while_it_is_so(
    engine: Engine, receiver: Receiver
) -> None:
    told(engine, receiver, Event.DISCREPANCY)
    june_is_brought_in(engine)
    change_verdict(engine, Verdict.DIFFERENCES)
    change_verdict(engine, Verdict.MATCHED)
    assert owed(engine) == []
    change_verdict(engine, Verdict.DIFFERENCES)
    deliver_due(engine)
    (said,) = map(json.loads, receiver.bodies())
    assert said["type"] == "discrepancy.found"
    assert (said["data"]["discrepancy_id"], said["data"]["lock_id"]) == (None, 1)
    change_verdict(engine, Verdict.MATCHED)
    change_verdict(engine, Verdict.DIFFERENCES)
    acts.unlock(engine, 1, "a late cheque")
    assert owed(engine) == ["discrepancy"]  # the one that was told


def change_status(engine: Engine, status: str) -> None:
    execute_in(engine, update(Import).values(status=status))


def change_verdict(engine: Engine, verdict: Verdict) -> None:
    execute_in(engine, update(Reconciliation).values(verdict=verdict))


def test_a_name_that_leads_into_a_private_network_is_refused() -> None:
    """`localhost` itself may be told, but not by another name that leads here."""
    target = target_of("https://localhost.:8443/", private=False)
    assert addresses_of(target)
    elsewhere = target_of("https://127.0.0.2/", private=False)
    with pytest.raises(WebhookAddressPrivate):
        addresses_of(elsewhere)
    assert addresses_of(target_of("https://127.0.0.2/", private=True)) == ["127.0.0.2"]


@pytest.mark.parametrize(
    "by_then", [["169.254.169.254"], ["93.184.216.34", "10.0.0.7"], ["64:ff9b:1::a9fe:a9fe"]]
)
def test_a_name_that_leads_elsewhere_by_the_time_it_is_told_is_told_nothing(
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    by_then: list[str],
) -> None:
    leads = ["93.184.216.34"]

    def looked_up(_host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(None, None, None, "", (each, port)) for each in leads]

    caplog.set_level("DEBUG")
    names = SimpleNamespace(getaddrinfo=looked_up, SOCK_STREAM=socket.SOCK_STREAM)
    monkeypatch.setattr(sending, "socket", names)
    url = "https://shop.example/hooks?key=s3cret"
    secret = webhooks.add(engine, url, (), private=False).secret
    june_is_brought_in(engine)
    leads[:] = by_then
    deliver_due(engine)
    assert "network" in (deliveries(engine)[0].last_error or "")
    assert not [each for each in (secret, secret[6:], "s3cret") if each in caplog.text]


def test_a_webhook_that_is_removed_is_owed_nothing(engine: Engine, receiver: Receiver) -> None:
    told(engine, receiver)
    june_is_brought_in(engine)
    webhooks.remove(engine, 1)
    assert deliver_due(engine) == 0
    with pytest.raises(NoSuchWebhook):
        webhooks.remove(engine, 1)


def test_a_test_arrives_or_says_why_not(engine: Engine) -> None:
    with receiving(Receiver(answers=[204, 500])) as receiver:
        secret = told(engine, receiver)
        assert webhooks.test(engine, 1).delivered
        Verifier(secret).verify(receiver.came[0][1], receiver.came[0][0])
        failed = webhooks.test(engine, 1)
    assert (failed.delivered, failed.status) == (False, 500)
    assert webhooks.test(engine, 1).error  # nobody listens any more
    assert deliver_due(engine) == 0


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://shop.example/hooks?key=s3cret", "https://shop.example/hooks?…"),
        (
            "https://hooks.example/services/T0/B0/a1B2c3D4e5F6g7H8i9J0",
            "https://hooks.example/services/T0/B0/…",
        ),
        ("https://shop.example:8443/hooks", "https://shop.example:8443/hooks"),
    ],
)
def test_the_log_keeps_no_part_of_an_address_that_may_be_secret(
    engine: Engine, url: str, kept: str
) -> None:
    row = webhooks.add(engine, url, (), private=True).webhook
    webhooks.remove(engine, row.id)
    added, removed = all_of(engine, select(AuditLog).order_by(AuditLog.id))
    assert added.after is not None
    assert removed.before is not None
    assert (added.after["url"], removed.before["url"]) == (kept, kept)
    assert row.url == url


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    """A certificate of `localhost`, which signed itself, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    certificate = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = tmp_path / "localhost.pem"
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def secure(pem: Path) -> Iterator[Receiver]:
    with receiving(tls=pem) as found:
        yield found


def test_who_cannot_prove_to_be_the_host_is_told_nothing(secure: Receiver) -> None:
    with pytest.raises(NotSent):
        send(target_of(secure.url, private=False), b"{}", {})
    assert secure.came == []


def test_who_proves_to_be_the_host_is_told(
    secure: Receiver, pem: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "_tls", lambda: ssl.create_default_context(cafile=str(pem)))
    assert send(target_of(secure.url, private=False), b"{}", {}) == 204
    assert secure.bodies() == [b"{}"]
