"""Documents kept in an object store: S3 and what speaks like it, Google's, Azure's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from pipeline.intake.store.errors import BadDocumentsPlace, StoreAway, StoreMissing

if TYPE_CHECKING:
    from obstore.store import AzureStore, ClientConfig, GCSStore, RetryConfig, S3Store

    Client = AzureStore | GCSStore | S3Store

SCHEMES: Final = frozenset({"s3", "s3a", "gs", "az", "azure", "abfs", "abfss"})
#: The queue tries again by itself, so a request need not wait for long.
_RETRY: Final[RetryConfig] = {"max_retries": 2, "retry_timeout": timedelta(seconds=20)}
_ENDPOINTS: Final = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT", "AZURE_ENDPOINT")
_NO_BUCKET: Final = ("NoSuchBucket", "ContainerNotFound")


@dataclass(slots=True)
class Objects:
    """Objects below ``url``. Keys are taken from the environment's standard variables, and never
    from the URL."""

    url: str
    _client: Client | None = field(default=None, repr=False)
    _process: int = 0

    def __post_init__(self) -> None:
        """Raises ``StoreMissing`` and ``BadDocumentsPlace``; nothing is sent."""
        parts = urlsplit(self.url)
        if parts.username or parts.password or parts.query or not parts.netloc:
            raise BadDocumentsPlace
        self._own()
        # Threads of the client's do not pass to a child: each process makes its own.
        self._client = None

    @property
    def place(self) -> str:
        """The URL, in which no key can be."""
        return self.url

    def read(self, name: str) -> bytes:
        """Raises FileNotFoundError and ``StoreAway``."""
        with self._typed():
            return bytes(self._own().get(name).bytes())

    def write(self, name: str, data: bytes) -> None:
        """Raises ``StoreAway``."""
        try:
            with self._typed():
                self._own().put(name, data)
        except FileNotFoundError:
            raise StoreAway(place=self.place, reason="there is no such bucket") from None

    def has(self, name: str) -> bool:
        """Raises ``StoreAway``."""
        try:
            with self._typed():
                self._own().head(name)
        except FileNotFoundError:
            return False
        return True

    def remove(self, name: str) -> None:
        """Raises ``StoreAway``."""
        try:
            with self._typed():
                self._own().delete(name)
        except FileNotFoundError:
            return

    def names(self, folder: str) -> Iterator[str]:
        """Raises ``StoreAway``."""
        with self._typed():
            for some in self._own().list(folder):
                yield from (each["path"] for each in some)

    def _own(self) -> Client:
        if self._client is None or self._process != os.getpid():
            self._client, self._process = _client(self.url), os.getpid()
        return self._client

    @contextmanager
    def _typed(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except FileNotFoundError as error:
            if any(said in str(error) for said in _NO_BUCKET):
                reason = "there is no such bucket"
                raise StoreAway(place=self.place, reason=reason) from None
            raise
        except (BaseError, OSError) as error:
            # Its text quotes addresses and answers, so only its kind is told.
            reason = type(error).__name__
            raise StoreAway(place=self.place, reason=reason) from None


def _client(url: str) -> Client:
    try:
        from obstore.exceptions import BaseError
        from obstore.store import AzureStore, GCSStore, S3Store, from_url
    except ModuleNotFoundError:
        raise StoreMissing from None
    plain = any(os.environ.get(name, "").startswith("http://") for name in _ENDPOINTS)
    patience: ClientConfig = {
        "allow_http": plain,
        "connect_timeout": timedelta(seconds=5),
        "timeout": timedelta(seconds=60),
    }
    try:
        client = from_url(url, client_options=patience, retry_config=_RETRY)
    except (BaseError, ValueError):
        raise BadDocumentsPlace from None
    if not isinstance(client, AzureStore | GCSStore | S3Store):
        raise BadDocumentsPlace
    return client
