"""What is sent over TLS goes only to who proves to be the host that was named."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from jobs.webhooks import sending
from jobs.webhooks.sending import NotSent, send, target_of
from tests.support.receiver import Receiver, receiving


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
