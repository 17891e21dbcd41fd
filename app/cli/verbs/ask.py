"""`tieout ask`: a question about the ledger, answered by a model from the ledger's own figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say
from app.environment import settings
from app.texts import asking as texts_asking
from app.texts import models as texts_models

if TYPE_CHECKING:
    from app.ask import Answered


@click.command(
    "ask", cls=ExampleCommand, examples=texts_asking.ASK_EXAMPLES, help=texts_asking.ASK_HELP
)
@click.argument("question", metavar=texts_asking.QUESTION_WORD)
@click.option("--model", help=texts_asking.ASK_MODEL_HELP)
@click.option("--base-url", metavar="URL", help=texts_models.BASE_URL_HELP)
@click.option("--propose", is_flag=True, help=texts_asking.PROPOSE_HELP)
@options.database
@options.as_json
def command(
    question: str,
    model: str | None,
    base_url: str | None,
    propose: bool,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Print the answer once it was judged; exit code 3 if it is not whole or not grounded."""
    from app.ask import Listener, ask_settings
    from app.environment.opening import open_ledger
    from app.shapes.answers import answer_shape

    chosen = settings.from_environment().over(
        model=model, base_url=base_url, database_url=database_url
    )
    engine = open_ledger(chosen.database_url)
    answered = ask_settings(question, engine, chosen, Listener(_look, _write), propose=propose)
    if json_output:
        emit_json(answer_shape(answered))
    else:
        _show(answered)
    for proposal_id, import_id in answered.proposals.items():
        note(
            texts_asking.PROPOSED.format(
                model=answered.model, proposal_id=proposal_id, import_id=import_id
            )
        )
    if answered.result.status not in ("ok", "invalid_answer"):
        note(texts_asking.ASK_STOPPED.format(status=answered.result.status.value))
    return ExitCode.DONE if answered.is_whole else ExitCode.NEEDS_REVIEW


def _show(answered: Answered) -> None:
    """The words, marked if they are not the ledger's, and what they rest on."""
    if answered.ungrounded:
        say(texts_asking.NOT_GROUNDED.format(figures="; ".join(answered.ungrounded)))
    elif not answered.grounded:
        say(texts_asking.NOTHING_LOOKED_UP)
    say(answered.result.text)
    if answered.looked:
        say(f"\n{texts_asking.LOOKED_TITLE}")
        for each in answered.looked:
            say(f"  {each}")


def _look(tool: str) -> None:
    note(texts_asking.ASK_LOOKS.format(tool=tool))


def _write() -> None:
    note(texts_asking.ASK_WRITES)
