"""`tieout ask`: a question about the ledger, answered by a model from the ledger's own figures."""

from __future__ import annotations

import click

from app import settings, texts_models
from app.cli import options
from app.cli.exits import ExitCode
from app.cli.helps import ExampleCommand
from app.cli.output import emit_json, note, say


@click.command(
    "ask", cls=ExampleCommand, examples=texts_models.ASK_EXAMPLES, help=texts_models.ASK_HELP
)
@click.argument("question", metavar=texts_models.QUESTION_WORD)
@click.option("--model", help=texts_models.ASK_MODEL_HELP)
@click.option("--base-url", metavar="URL", help=texts_models.BASE_URL_HELP)
@options.database
@options.as_json
def command(
    question: str,
    model: str | None,
    base_url: str | None,
    database_url: str | None,
    json_output: bool,
) -> ExitCode:
    """Print the answer as it comes; exit code 3 if the model was stopped before its end."""
    from app.ask import ask
    from app.opening import open_ledger
    from app.shapes.answers import AnswerShape
    from app.shapes.writing import shaped

    chosen = settings.from_environment().over(
        model=model, base_url=base_url, database_url=database_url
    )
    engine = open_ledger(chosen.database_url)
    result = ask(question, engine, chosen, _unsaid if json_output else _say, _look)
    if json_output:
        emit_json(
            shaped(
                AnswerShape,
                result,
                answer=result.text,
                tool_calls=result.calls,
                tokens=result.usage.total_tokens,
                cost=result.cost,
            )
        )
    if result.status == "ok":
        return ExitCode.DONE
    note(texts_models.ASK_STOPPED.format(status=result.status.value))
    return ExitCode.NEEDS_REVIEW


def _say(words: str) -> None:
    say(words, end="")


def _unsaid(words: str) -> None:
    """JSON is printed whole at the end."""


def _look(tool: str) -> None:
    note(texts_models.ASK_LOOKS.format(tool=tool))
