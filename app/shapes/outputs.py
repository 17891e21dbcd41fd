"""Which shape each verb prints with ``--json``: what the JSON Schemas are made from."""

from __future__ import annotations

from typing import Any, Final

from app.shapes.administration import (
    AdoptedShape,
    BackedUpShape,
    BookAddedShape,
    BookRemovedShape,
    BookShape,
    CheckedShape,
    DeliveryShape,
    ForgottenShape,
    RestoredShape,
    SeparatedShape,
    TestedShape,
    TokenAddedShape,
    TokenRevokedShape,
    TokenShape,
    UserChangedShape,
    UserShape,
    WebhookAddedShape,
    WebhookRemovedShape,
    WebhookRotatedShape,
    WebhookShape,
)
from app.shapes.answers import (
    AnswerShape,
    DemoShape,
    FindingsShape,
    ModelsCheckedShape,
    ModelShape,
    RecountedShape,
    ReplayedShape,
    RevisionShape,
    UnlockedShape,
)
from app.shapes.decisions import (
    DecisionShape,
    LogShape,
    ManyShape,
    MonthShape,
    StatedShape,
    UndoneShape,
)
from app.shapes.imports import ImportShape, JobsChangedShape, JobShape, JobsShape
from app.shapes.ledger import (
    AccountChangeShape,
    AccountShape,
    BroughtInShape,
    EntryShape,
    ForgottenLayoutShape,
    LayoutsShape,
    StartedShape,
    WrittenOutShape,
)
from app.shapes.lists import DiscrepancyShape, DismissedShape, LockShape
from app.shapes.reading import ExportShape, ReadShape
from app.shapes.review import ReviewShape
from app.shapes.verifying import VerifiedShape
from evals.summary import Score

#: By the words that name the verb.
OUTPUTS: Final[dict[str, Any]] = {
    "accept": list[DecisionShape] | list[ManyShape],
    "account add": AccountChangeShape,
    "account edit": AccountChangeShape,
    "account flip-signs": AccountChangeShape,
    "account layouts": LayoutsShape | ForgottenLayoutShape,
    "account merge": AccountChangeShape,
    "account undo": AccountChangeShape,
    "ask": AnswerShape,
    "backup": BackedUpShape,
    "book add": BookAddedShape,
    "book list": list[BookShape],
    "book remove": BookRemovedShape,
    "correct": StatedShape,
    "coverage": list[MonthShape],
    "db check": RevisionShape,
    "db current": RevisionShape,
    "db recount": RecountedShape,
    "db upgrade": RevisionShape,
    "demo": DemoShape,
    "discrepancies": list[DiscrepancyShape],
    "dismiss": DismissedShape,
    "doctor": FindingsShape,
    "documents adopt": AdoptedShape,
    "documents check": CheckedShape,
    "documents separate": SeparatedShape,
    "eval": list[Score],
    "forget account": ForgottenShape,
    "forget document": ForgottenShape,
    "import": list[ImportShape],
    "init": StartedShape,
    "jobs": JobsShape,
    "jobs cancel": JobShape | JobsChangedShape,
    "jobs list": JobsShape,
    "jobs retry": JobShape | JobsChangedShape,
    "jobs show": JobShape,
    "ledger accounts": list[AccountShape],
    "ledger entries": list[EntryShape],
    "ledger export-csv": WrittenOutShape,
    "ledger import-csv": BroughtInShape,
    "locks": list[LockShape],
    "log": LogShape,
    "models check": ModelsCheckedShape,
    "models list": list[ModelShape],
    "read": ReadShape,
    "reject": list[DecisionShape],
    "replay": ReplayedShape,
    "reprocess": ImportShape | list[ImportShape],
    "resolve": DecisionShape,
    "restore": RestoredShape,
    "review": list[ReviewShape] | ReviewShape,
    "state": StatedShape,
    "token add": TokenAddedShape,
    "token list": list[TokenShape],
    "token revoke": TokenRevokedShape,
    "undo": UndoneShape,
    "unlock": UnlockedShape,
    "user add": UserChangedShape,
    "user list": list[UserShape],
    "user password": UserChangedShape,
    "user remove": UserChangedShape,
    "user role": UserChangedShape,
    "verify": VerifiedShape,
    "watch": ImportShape,
    "webhook add": WebhookAddedShape,
    "webhook deliveries": list[DeliveryShape],
    "webhook list": list[WebhookShape],
    "webhook remove": WebhookRemovedShape,
    "webhook rotate": WebhookRotatedShape,
    "webhook test": TestedShape,
}

#: What `tieout read --to json` writes.
EXPORT: Final = ExportShape
