"""`tieout models`, `ask` and `mcp`: models, questions to them, and what theirs are answered."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.options import ExampleCommand, ExampleGroup
from app.cli.output import ExitCode, Run, TableColumn, emit_json, loading, note, say, show, table
from app.environment import settings
from app.environment.opening import open_ledger
from app.environment.settings import OFFLINE, known_models, provider_of
from app.errors import McpMissing
from app.texts import models as texts_models
from app.texts import terminal as texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.acts.asking import Conversation
    from tools.probe import ProbeResult


COLUMNS = (
    TableColumn(texts_models.MODEL_NAME, cell=lambda named: named[0]),
    TableColumn(texts_models.MODEL_ID, whole=False, cell=lambda named: named[1].model),
    TableColumn(texts_models.MODEL_FORMAT, cell=lambda named: named[1].format),
    TableColumn(
        texts_models.MODEL_ADDRESS, whole=False, cell=lambda named: named[1].base_url or texts.NONE
    ),
    TableColumn(texts_models.MODEL_KEY, whole=False, cell=lambda named: _key(named[1].api_key_env)),
)


@click.group("models", ExampleGroup, invoke_without_command=True)
@click.pass_context
def models_command(context: click.Context) -> ExitCode | None:
    return None if context.invoked_subcommand else context.invoke(listing)


@models_command.command("list")
@options.reading
def listing(run: Run) -> ExitCode:
    """Every model by name."""
    from app.shapes.answers import ModelShape

    models = known_models(run.settings)
    found = {name: models.settings(name) for name in models.names}
    if run.json_output:
        emit_json([ModelShape(name=name, **dict(one)) for name, one in found.items()])
    else:
        show(lambda _width: [table(COLUMNS, found.items())])
    return ExitCode.DONE


@models_command.command("check")
@click.argument("name", metavar=texts_models.NAME_WORD, required=False)
@click.option("--base-url")
@options.reading
def check(run: Run, name: str | None, base_url: str | None) -> ExitCode:
    from app.shapes.answers import ModelsCheckedShape

    chosen = settings.from_environment().over(
        model=name, base_url=base_url, database_url=run.database_url
    )
    count = len(known_models(chosen).names)
    found = _probed(chosen) if name else None
    if run.json_output:
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


@models_command.command("get")
@click.argument("name", metavar=texts_models.MODEL_WORD)
@click.option("--folder", type=options.FOLDER)
def get_one(name: str, folder: Path | None) -> ExitCode:
    from app.local_models.serving import folder_of, get, local_model

    model = local_model(name)
    place = folder or folder_of(name)
    with loading(model.name, model.bytes) as show:
        new = get(model, place, show)
    line = texts_models.MODEL_GOT if new else texts_models.MODEL_THERE
    note(line.format(name=name, folder=place))
    return ExitCode.DONE if new else ExitCode.NOTHING_NEW


@models_command.command("serve")
@click.argument("name", metavar=texts_models.MODEL_WORD)
@click.option("--port", type=click.IntRange(1, 65535), default=8080)
@click.option("--folder", type=options.FOLDER)
def serve_one(name: str, port: int, folder: Path | None) -> ExitCode:
    from app.local_models.serving import folder_of, local_model, serve

    model = local_model(name)
    serve(
        model,
        folder or folder_of(name),
        port,
        lambda address: note(texts_models.MODEL_SERVED.format(name=name, address=address)),
    )
    return ExitCode.DONE


def _probed(chosen: settings.Settings) -> ProbeResult:
    from tools.formats.choose import FormatName
    from tools.probe import ProbeEvidence, ProbeResult, probe

    if chosen.model == OFFLINE:
        return ProbeResult(FormatName.NATIVE, ProbeEvidence.NOT_ASKED)
    return probe(provider_of(chosen))


def _key(variable: str | None) -> str:
    if variable is None:
        return texts.NONE
    if os.environ.get(variable):
        return texts_models.KEY_SET
    return texts_models.KEY_MISSING.format(variable=variable)


@click.command("ask", ExampleCommand)
@click.argument("question", metavar=texts_models.QUESTION_WORD, required=False)
@click.option("--model")
@click.option("--base-url")
@click.option("--propose", is_flag=True)
@options.reading
def ask_command(
    run: Run, question: str | None, model: str | None, base_url: str | None, propose: bool
) -> ExitCode:
    """Print the cells of each answer; exit code 3 if the last is not whole or has none."""
    from app.acts.asking import Conversation, NoAnswer, loop_of

    chosen = settings.from_environment().over(
        model=model, base_url=base_url, database_url=run.database_url
    )
    talk = Conversation(open_ledger(chosen.database_url), loop_of(chosen), propose=propose)
    if question is not None:
        return _answer(run, talk, question)
    code = ExitCode.NOTHING_NEW
    for each in _questions():
        try:
            code = _answer(run, talk, each)
        except NoAnswer as error:  # the next question may have one
            note(error.message())
            code = ExitCode.NEEDS_REVIEW
    return code


def _questions() -> Iterator[str]:
    """Line by line, until the input ends or a person says nothing."""
    at_terminal = sys.stdin.isatty()
    if at_terminal:
        note(texts_models.ASK_ON)
    while True:
        if at_terminal:
            click.echo("> ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line.strip():
            if at_terminal or not line:
                return
            continue
        yield line.strip()


def _answer(run: Run, talk: Conversation, question: str) -> ExitCode:
    from app.acts.asking import Listener, answer_shape

    answered = talk.ask(question, Listener(_look, _write))
    if run.json_output:
        emit_json(answer_shape(answered))
    else:
        say(answered.text)
        if answered.looked and not answered.cells:
            say(f"\n{texts_models.LOOKED_TITLE}")
            for each in answered.looked:
                say(f"  {each}")
    for proposal_id, import_id in answered.proposals.items():
        note(
            texts_models.PROPOSED.format(
                model=answered.model, proposal_id=proposal_id, import_id=import_id
            )
        )
    if answered.result.status != "ok":
        note(texts_models.ASK_STOPPED.format(status=answered.result.status.value))
    return ExitCode.DONE if answered.is_whole else ExitCode.NEEDS_REVIEW


@click.command("mcp", ExampleCommand)
@click.option("--propose", is_flag=True)
@click.option("--files", type=options.FOLDER)
@options.database
def mcp_command(propose: bool, files: Path | None, database_url: str | None) -> ExitCode:
    try:
        from app.api.mcp import serve_stdio
    except ModuleNotFoundError:
        raise McpMissing from None
    from app.access.rights import Right
    from app.acts.offering import OfferedLedger
    from app.environment.listing import documents_of

    chosen = settings.from_environment().over(database_url=database_url)
    folder = files or (Path(chosen.mcp_files) if chosen.mcp_files else None)
    offered = OfferedLedger(
        open_ledger(chosen.database_url),
        ("mcp",),
        proposes=True,
        marked=True,
        documents=documents_of(chosen),
        files=folder,
    )
    serve_stdio(offered, Right.DECIDE if propose else Right.LOOK)
    return ExitCode.DONE


def _look(tool: str) -> None:
    note(texts_models.ASK_LOOKS.format(tool=tool))


def _write() -> None:
    note(texts_models.ASK_WRITES)
