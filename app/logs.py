"""What workers log: one JSON object a line on stderr, with the import and nothing private."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from db.extras import ExtraMissing
from tools.trace import masked

#: A password in a URL, and what providers' keys look like.
_SECRETS = re.compile(
    r"(?<=://)[^/\s@]+@|(?<=password=)[^&\s]+|\b(?:sk|pk|key)-[\w-]{8,}|(?<=Bearer )\S+"
)
_LOG = logging.getLogger("tieout.progress")

Event = MutableMapping[str, Any]


class LogsMissing(ExtraMissing):
    """The packages for workers are not installed. Run: {install}"""

    code: ClassVar[str] = "logs_missing"
    extra: ClassVar[str] = "queue"


class Logged:
    """Progress as log lines; the stage and the page stand beside the import in each."""

    def stage(self, name: str) -> None:
        """A stage begins."""
        _LOG.info("stage", extra={"stage": name})

    def page(self, number: int, of: int) -> None:
        """A page is done."""
        _LOG.debug("page", extra={"page": number, "of": of})


def log_to_stderr() -> None:
    """From here on this process and its children log JSON. Raises ``LogsMissing``."""
    try:
        import structlog
    except ModuleNotFoundError:
        raise LogsMissing from None
    from structlog.stdlib import ExtraAdder, ProcessorFormatter

    # structlog renders what the standard library's loggers say, ours and RQ's alike.
    formatter = ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            ExtraAdder(),
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            without_secrets,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def about(**fields: object) -> AbstractContextManager[object]:
    """While the block runs, every line carries these fields, such as ``import_id``."""
    import structlog

    return structlog.contextvars.bound_contextvars(**fields)


def without_secrets(_logger: object, _method: str, event: Event) -> Event:
    """The event with keys, passwords and account numbers masked, whoever wrote it."""
    return {name: _safe(name, value) for name, value in event.items()}


def _safe(name: str, value: object) -> object:
    if not isinstance(value, str) or name == "timestamp":
        return value
    return masked(_SECRETS.sub("…", value))
