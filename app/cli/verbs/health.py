"""`tieout health`: is the service that runs at an address ready?"""

from __future__ import annotations

import http.client
import json

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import say
from app.environment import settings
from app.errors import NoMetricsAddress, NotReady
from app.texts import jobs as texts_jobs

_SECONDS = 5
_ANY = ("0.0.0.0", "::")


@click.command(
    "health", cls=ExampleCommand, examples=texts_jobs.HEALTH_EXAMPLES, help=texts_jobs.HEALTH_HELP
)
@options.metrics
def command(metrics: str | None) -> ExitCode:
    """Raises ``NoMetricsAddress``, ``BadMetricsAddress`` and ``NotReady``."""
    from app.health.server import address_of

    address = settings.from_environment().over(metrics=metrics).metrics
    if address is None:
        raise NoMetricsAddress
    host, port = address_of(address)
    code = _code("127.0.0.1" if host in _ANY else host, port)
    if code != "ready":
        raise NotReady(address=address, reason=code)
    say(texts_jobs.HEALTH_READY.format(address=address))
    return ExitCode.DONE


def _code(host: str, port: int) -> str:
    connection = http.client.HTTPConnection(host, port, timeout=_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return str(json.loads(connection.getresponse().read())["status"])
    except OSError as error:
        return error.strerror or type(error).__name__
    except (http.client.HTTPException, ValueError, KeyError, TypeError):
        return "it is no service of tieout"
    finally:
        connection.close()
