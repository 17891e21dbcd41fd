"""`tieout models`: the models that can be asked, whether they can, and one for this machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleGroup
from app.cli.output import Column, emit_json, note, show, table
from app.environment import settings
from app.texts import models as texts_models
from app.texts import terminal as texts

if TYPE_CHECKING:
    from tools.model_settings import ModelSettings
    from tools.probe import Found

COLUMNS = (
    Column(texts_models.MODEL_NAME),
    Column(texts_models.MODEL_ID, whole=False),
    Column(texts_models.MODEL_FORMAT),
    Column(texts_models.MODEL_ADDRESS, whole=False),
    Column(texts_models.MODEL_KEY, whole=False),
)


@click.group(
    "models",
    cls=ExampleGroup,
    examples=texts_models.MODELS_EXAMPLES,
    help=texts_models.MODELS_HELP,
    invoke_without_command=True,
)
@click.pass_context
def command(context: click.Context) -> ExitCode | None:
    """Holds those below; alone it lists."""
    return None if context.invoked_subcommand else context.invoke(listing)


@command.command(
    "list", examples=texts_models.MODELS_LIST_EXAMPLES, help=texts_models.MODELS_LIST_HELP
)
@options.database
@options.as_json
def listing(database_url: str | None, json_output: bool) -> ExitCode:
    """Every model by name."""
    from app.environment.models import known_models
    from app.shapes.models import model_shape

    models = known_models(settings.from_environment().over(database_url=database_url))
    found = {name: models.settings(name) for name in models.names}
    if json_output:
        emit_json([model_shape(name, one) for name, one in found.items()])
    else:
        rows = [_row(name, one) for name, one in found.items()]
        show(lambda _width: [table(COLUMNS, rows)])
    return ExitCode.DONE


@command.command(
    "check", examples=texts_models.MODELS_CHECK_EXAMPLES, help=texts_models.MODELS_CHECK_HELP
)
@click.argument("name", metavar=texts_models.NAME_WORD, required=False)
@click.option("--base-url", metavar="URL", help=texts_models.BASE_URL_HELP)
@options.database
@options.as_json
def check(
    name: str | None, base_url: str | None, database_url: str | None, json_output: bool
) -> ExitCode:
    """The files, and one model's server. Errors say what to mend."""
    from app.environment.models import known_models
    from app.shapes.answers import ModelsCheckedShape

    chosen = settings.from_environment().over(
        model=name, base_url=base_url, database_url=database_url
    )
    count = len(known_models(chosen).names)
    found = _probed(chosen) if name else None
    if json_output:
        emit_json(
            ModelsCheckedShape(
                valid=True,
                models=count,
                name=name,
                format=found.format.value if found else None,
                why=found.why.value if found else None,
                quirks=tuple(quirk.value for quirk in found.quirks) if found else (),
            )
        )
        return ExitCode.DONE
    note(texts_models.MODELS_VALID.format(count=count))
    if name and found:
        note(texts_models.MODEL_ANSWERS.format(name=name, format=found.format))
        note(texts_models.MODEL_WHY[found.why])
        for quirk in found.quirks:
            note(texts_models.MODEL_QUIRK.format(quirk=quirk))
    return ExitCode.DONE


@command.command(
    "get", examples=texts_models.MODELS_GET_EXAMPLES, help=texts_models.MODELS_GET_HELP
)
@click.argument("name", metavar=texts_models.MODEL_WORD)
@click.option("--folder", type=options.FOLDER, help=texts_models.MODEL_FOLDER_HELP)
def get_one(name: str, folder: Path | None) -> ExitCode:
    """A model that runs here, with its server."""
    from app.cli.loading import loading
    from app.local_models.getting import get
    from app.local_models.known import folder_of, local_model

    model = local_model(name)
    place = folder or folder_of(name)
    with loading(model.name, model.bytes) as show:
        new = get(model, place, show)
    line = texts_models.MODEL_GOT if new else texts_models.MODEL_THERE
    note(line.format(name=name, folder=place))
    return ExitCode.DONE if new else ExitCode.NOTHING_NEW


@command.command(
    "serve", examples=texts_models.MODELS_SERVE_EXAMPLES, help=texts_models.MODELS_SERVE_HELP
)
@click.argument("name", metavar=texts_models.MODEL_WORD)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8080, help=texts_models.MODEL_PORT_HELP
)
@click.option("--folder", type=options.FOLDER, help=texts_models.MODEL_FOLDER_HELP)
def serve_one(name: str, port: int, folder: Path | None) -> ExitCode:
    """Its server, until interrupted."""
    from app.local_models.known import folder_of, local_model
    from app.local_models.serving import serve

    model = local_model(name)
    serve(
        model,
        folder or folder_of(name),
        port,
        lambda address: note(texts_models.MODEL_SERVED.format(name=name, address=address)),
    )
    return ExitCode.DONE


def _probed(chosen: settings.Settings) -> Found:
    from app.environment.models import OFFLINE, provider_of
    from tools.formats.choose import FormatName
    from tools.probe import Evidence, Found, probe

    if chosen.model == OFFLINE:
        return Found(FormatName.NATIVE, Evidence.NOT_ASKED)
    return probe(provider_of(chosen))


def _row(name: str, one: ModelSettings) -> tuple[str, ...]:
    return (name, one.model, one.format, one.base_url or texts.NONE, _key(one.api_key_env))


def _key(variable: str | None) -> str:
    if variable is None:
        return texts.NONE
    if os.environ.get(variable):
        return texts_models.KEY_SET
    return texts_models.KEY_MISSING.format(variable=variable)
