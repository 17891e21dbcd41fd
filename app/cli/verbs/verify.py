"""`tieout verify`: check a certificate again, beside its document and the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from app.cli import options
from app.cli.options import ExampleCommand
from app.cli.output import ExitCode, Run
from app.environment.opening import open_ledger
from app.texts import proof as texts_proof
from db.words import Verdict
from pipeline.intake.file import MAX_BYTES
from pipeline.pages.errors import PasswordNeeded

if TYPE_CHECKING:
    from app.shapes.verifying import LedgerVerdictShape
    from pipeline.proof import Certificate
    from pipeline.verify.document import Verified


@click.command("verify", ExampleCommand)
@click.argument("certificate", type=options.FILE)
@click.argument("pdf", type=click.File("rb"))
@click.option("--ledger", "ledger_url")
@click.option("--account")
@options.password_file
@options.shown
def verify_command(
    run: Run,
    certificate: Path,
    pdf: BinaryIO,
    ledger_url: str | None,
    account: str | None,
    password_file: Path | None,
) -> ExitCode:
    from app.certificates import read_certificate
    from app.cli.screens.reading import verifying_screen
    from app.shapes.verifying import verified_shape
    from app.texts.sentences import checked_texts, not_checked_texts

    if account and not ledger_url:
        raise click.UsageError(texts_proof.ACCOUNT_WITHOUT_LEDGER)
    parsed = read_certificate(certificate)
    found = _verified(parsed, pdf, password_file)
    ledger = _in_ledger(parsed, found, ledger_url, account) if ledger_url else None
    shape = verified_shape(
        parsed,
        found,
        ledger,
        checked_texts(parsed, found, ledger),
        not_checked_texts(found, ledger),
    )
    run.show(shape, verifying_screen)
    matched = shape.ledger is None or shape.ledger.verdict is Verdict.MATCHED
    return ExitCode.DONE if shape.proven and matched else ExitCode.NEEDS_REVIEW


def _verified(certificate: Certificate, pdf: BinaryIO, password_file: Path | None) -> Verified:
    from pipeline.verify.document import verify

    data, passwords = pdf.read(MAX_BYTES + 1), options.passwords(password_file)
    try:
        return verify(certificate, data, passwords)
    except PasswordNeeded:
        answer = passwords.ask_for(pdf.name)
        if answer is None:
            raise
        return verify(certificate, data, (answer,))


def _in_ledger(
    certificate: Certificate, found: Verified, database_url: str, account: str | None
) -> LedgerVerdictShape:
    from app.queries.books import find_account
    from app.shapes.verifying import ledger_shape
    from db.ledger.queries import accounts
    from db.session import read_only
    from pipeline.verify.document import account_of, draft_of_proof, proven_in_ledger

    draft = draft_of_proof(found.proof)
    with read_only(open_ledger(database_url, as_it_is=True)) as session:
        known = accounts(session)
        own = find_account(known, account) if account else account_of(draft, known)
        sha256 = certificate.document
        return ledger_shape(*proven_in_ledger(session, draft, own.id if own else None, sha256))
