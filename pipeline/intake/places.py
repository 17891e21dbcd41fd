"""The places that keep documents, their names there, and what can go wrong with a place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from db.errors import ExtraMissing, TieoutError
from db.private import private_bytes, private_folder
from db.words import FaultClass


@dataclass(frozen=True, slots=True)
class Folder:
    """Files below ``root``, which is made with the first of them."""

    root: Path

    @property
    def place(self) -> str:
        return str(self.root)

    def read(self, name: str) -> bytes:
        """Raises FileNotFoundError and ``StoreAway``."""
        with self._typed(FileNotFoundError, NotADirectoryError):
            try:
                return (self.root / name).read_bytes()
            except NotADirectoryError:
                raise FileNotFoundError(name) from None

    def write(self, name: str, data: bytes) -> None:
        """Written beside, flushed to the disk and renamed. Raises ``StoreAway``."""
        with self._typed():
            with suppress(FileNotFoundError):
                return _write(self.root / name, data)
            # Somebody removed something there just now, and with it what was empty.
            return _write(self.root / name, data)

    def has(self, name: str) -> bool:
        """Raises ``StoreAway``."""
        with self._typed():
            return (self.root / name).is_file()

    def remove(self, name: str) -> None:
        """The folders above it stay only if something else is in them. Raises ``StoreAway``."""
        file = self.root / name
        with self._typed():
            file.unlink(missing_ok=True)
            # What was written beside it by one who was killed holds the same bytes.
            for beside in file.parent.glob(f".{file.name}.*.tmp"):
                beside.unlink(missing_ok=True)
        with suppress(OSError):
            for above in file.relative_to(self.root).parents[:-1]:
                (self.root / above).rmdir()

    def names(self, folder: str) -> Iterator[str]:
        """Raises ``StoreAway``."""
        with self._typed():
            for above, _, files in os.walk(self.root / folder, onerror=_raise):
                for file in files:
                    yield Path(above, file).relative_to(self.root).as_posix()

    @contextmanager
    def _typed(self, *but: type[OSError]) -> Iterator[None]:
        try:
            yield
        except but:
            raise
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise StoreAway(place=self.place, reason=reason) from error


def _write(file: Path, data: bytes) -> None:
    beside = file.with_name(f".{file.name}.{uuid4().hex}.tmp")
    private_folder(file.parent)
    try:
        with private_bytes(beside) as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    # A new name is on the disk only when its folder is.
    with suppress(OSError):  # Windows opens no folder
        descriptor = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


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
    """Objects below ``url``; keys come from the standard environment variables, never from it."""

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
            # Its text quotes addresses and answers, so only its kind is reported.
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


class StoreAway(TieoutError, fault=FaultClass.TRANSIENT):
    """The documents kept at {place} cannot be reached: {reason}. Nothing is lost: queued work is
    tried again by itself. Check the share or the server; tieout doctor says more."""


class NotInStore(TieoutError, fault=FaultClass.TRANSIENT):
    """The document {sha256} is missing at {place}. Import its file again, which restores it: tieout
    import FILE. Or restore it from a backup.
    """


class DocumentDamaged(TieoutError, fault=FaultClass.TRANSIENT):
    """The document {sha256} at {place} is damaged: the disk or the server changed it. Import its
    file again, which repairs it: tieout import FILE. Or restore it from a backup.
    """


class BadDocumentsPlace(TieoutError, fault=FaultClass.CONFIGURATION):
    """TIEOUT_DOCUMENTS must be a folder, or an object store as s3://bucket/prefix, gs://bucket or
    az://container, which the one given is not. Correct it, or leave it out.
    """


class StoreMissing(ExtraMissing, fault=FaultClass.CONFIGURATION, extra="store"):
    """The package that reaches object stores is not installed. Run: {install}"""


class Files(Protocol):
    """Bytes under names such as ``9f…/ab/cd/abcd…``. Each method raises ``StoreAway`` if the place
    cannot be used just now."""

    @property
    def place(self) -> str:
        """Where it is, for a person."""

    def read(self, name: str) -> bytes:
        """Raises FileNotFoundError too."""

    def write(self, name: str, data: bytes) -> None:
        """All of it or nothing, in the place of what was there."""

    def has(self, name: str) -> bool:
        """Whether there is something under that name."""

    def remove(self, name: str) -> None:
        """A name that is not there is passed over."""

    def names(self, folder: str) -> Iterator[str]:
        """Every name below the folder, which is in front of each."""


#: Also that of what is written beside it first, and stays if its writer is killed.
_HASHED: Final = re.compile(
    r"[0-9a-f]{32}/"
    r"([0-9a-f]{2})/([0-9a-f]{2})/\.?(\1\2[0-9a-f]{60})(?:\.[0-9a-f]{32}\.tmp)?"
)


def name_of(identity: str, sha256: str) -> str:
    """Where this ledger keeps the document."""
    # A folder of millions of files is slow in many file systems.
    return f"{identity}/{sha256[:2]}/{sha256[2:4]}/{sha256}"


def hash_in(name: str) -> str | None:
    """Of which document the name is, if of any."""
    found = _HASHED.fullmatch(name)
    return found[3] if found else None
