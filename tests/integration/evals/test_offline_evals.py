"""The evals that need no net: what the loop must withstand, and what the proof must."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

from evals.case_minds import case_loop
from evals.frame import Case, Kind, MindMaker
from evals.kinds import all_cases
from evals.loop_scenarios import SCENARIOS, Scenario, play
from evals.recorded import RecordedRun, Transcript, transcripts
from evals.runner import read, run
from evals.scripted_minds import MINDS, Scripted, mind_loop
from evals.summary import summarise, table
from evals.traces import TRACES, Recorded, can_be_replayed, record, recorded, replay
from evals.trial import Grade
from tools.formats.choose import FormatName, format_named
from tools.ledger.offline import OfflineProvider
from tools.loop.errors import ProviderTimedOutError, ProviderUnreachableError, ToolsError
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Capture, Limits, Status, Trace
from tools.providers.base import AnswerMode, FinishReason, ModelRequest, ModelResponse, Provider
from tools.providers.replay import ReplayMismatchError, ScriptedProvider, calls, says

ACCOUNTS = [case for case in all_cases() if case.kind is Kind.ACCOUNT]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_loop_takes_every_scenario_as_it_must(scenario: Scenario) -> None:
    assert play(scenario) == []


def test_the_rules_settle_every_account_and_claim_nothing_false() -> None:
    [score] = summarise(run({"offline": asked(OfflineProvider())}, ACCOUNTS))
    assert (score.solved, score.run) == (len(ACCOUNTS), len(ACCOUNTS))
    assert (score.wrong_claims, score.false_proofs) == (0, 0)


def asked(provider: Provider, price: Decimal | None = None) -> MindMaker:
    """A model that is the same for every case."""

    def make(_case: Case, _number: int) -> ToolLoop:
        return ToolLoop(provider, price=lambda _usage: price, capture=Capture.FULL)

    return make


@pytest.mark.parametrize("transcript", transcripts(), ids=lambda each: f"{each.name} {each.format}")
def test_no_recorded_run_of_a_real_model_causes_a_false_match(transcript: Transcript) -> None:
    planted = [case for case in ACCOUNTS if case.name == "one amount differs"]
    for each_run in transcript.runs:
        [trial] = run({each_run.source: replayed(transcript, each_run)}, planted)
        assert trial.grade is not Grade.NOT_RUN, each_run.source
        assert trial.false_proofs == 0, each_run.source


def replayed(transcript: Transcript, each_run: RecordedRun) -> MindMaker:
    model = Scripted(transcript.model, each_run.answer)
    return lambda _case, _number: ToolLoop(
        model, format=format_named(transcript.format), capture=Capture.FULL
    )


def test_what_real_models_did_wrong_is_among_the_transcripts() -> None:
    turns = [turn for each in transcripts() for one in each.runs for turn in one.turns]
    assert any('"verdict": "reconciled"' in turn.text for turn in turns)
    called = [call.arguments for turn in turns for call in turn.tool_calls]
    assert any('"account_id": "Everyday Current"' in arguments for arguments in called)


def test_no_mind_however_bad_causes_a_false_match() -> None:
    bad = {name: partial(mind_loop, name) for name in MINDS if name != "honest"}
    trials = run(bad, [case for case in ACCOUNTS if case.name in ("match", "injected text")])
    assert sum(trial.wrong_claims for trial in trials) > 0
    assert [trial for trial in trials if trial.false_proofs] == []


def test_a_model_that_never_answered_is_not_run_rather_than_failed() -> None:
    def silent(_request: ModelRequest) -> ModelResponse:
        raise ProviderUnreachableError

    [trial] = run({"gone": asked(ScriptedProvider([silent]))}, ACCOUNTS[:1])
    assert trial.grade is Grade.NOT_RUN
    assert (trial.requests, trial.responses) == (1, 0)
    [score] = summarise([trial])
    assert (score.run, score.not_run) == (0, 1)


def test_the_rules_asked_beside_a_model_do_not_hide_that_its_server_is_away() -> None:
    def silent(_request: ModelRequest) -> ModelResponse:
        raise ProviderUnreachableError

    case = next(case for case in all_cases() if case.kind is Kind.FACTS_ELSEWHERE)
    [trial] = run({"gone": asked(ScriptedProvider([silent] * 9))}, [case])
    assert trial.grade is Grade.NOT_RUN
    assert (trial.responses, trial.tool_calls) == (0, 0)


def test_a_model_that_took_too_long_has_failed() -> None:
    def late(_request: ModelRequest) -> ModelResponse:
        raise ProviderTimedOutError(seconds=0)

    def make(_case: Case, _number: int) -> ToolLoop:
        limits = Limits(seconds=0.01, grace=0.01)
        return ToolLoop(ScriptedProvider([late] * 2), limits=limits, capture=Capture.FULL)

    [trial] = run({"slow": make}, ACCOUNTS[:1])
    assert (trial.statuses, trial.grade) == (("deadline",), Grade.FAILED)


LOOK = calls(("get_accounts", {}))
NO_ACCOUNT = calls(("get_transactions", {"account_id": 99}))
CUT = replace(LOOK, finish_reason=FinishReason.LENGTH)


@pytest.mark.parametrize(
    ("format", "steps", "made", "succeeded"),
    [
        (FormatName.NATIVE, (LOOK, LOOK), 2, 2),
        (FormatName.NATIVE, (LOOK, NO_ACCOUNT, NO_ACCOUNT), 3, 1),
        (FormatName.NATIVE, (calls(("get_accounts", {"as_of": "today"})), LOOK), 2, 1),
        (FormatName.NATIVE, (LOOK, calls(("pay", {}))), 2, 1),
        (FormatName.NATIVE, (CUT, LOOK), 2, 1),
        (FormatName.NATIVE, (LOOK, says("<tool_call>get_accounts</tool_call>")), 2, 1),
        (FormatName.JSON, (says('{"tool": 5}'), says('{"tool": "get_accounts"}')), 2, 1),
        (FormatName.JSON, (says('{"tool": "get_acc'), says('{"tool": "get_accounts"}')), 2, 1),
        (FormatName.NATIVE, (LOOK, LOOK, LOOK, LOOK), 4, 3),
    ],
    ids=[
        "again",
        "no such account",
        "argument",
        "unknown",
        "cut",
        "words",
        "form",
        "half",
        "closed",
    ],
)
def test_of_all_calls_that_a_model_made_those_with_a_result_are_counted(
    format: FormatName, steps: Sequence[ModelResponse], made: int, succeeded: int
) -> None:
    def make(_case: Case, _number: int) -> ToolLoop:
        provider = ScriptedProvider([*steps, *[says("Fine.")] * 3])
        return ToolLoop(provider, format=format_named(format), capture=Capture.FULL)

    [trial] = run({"made up": make}, ACCOUNTS[:1])
    assert (trial.tool_calls, trial.succeeded) == (made, succeeded)
    assert f" {succeeded}/{made} " in table(summarise([trial]))


@pytest.mark.parametrize("format", FormatName)
def test_a_model_that_knows_the_truth_calls_without_a_fault_in_every_format(
    format: FormatName,
) -> None:
    oracle = {"oracle": partial(case_loop, "oracle", format)}
    [score] = summarise(run(oracle, [CASES["match"], CASES["ask-what-differs"]]))
    assert (score.format, score.solved) == (format.value, 2)
    assert score.succeeded == score.tool_calls > 0


def test_trials_are_kept_and_can_be_summarised_again(tmp_path: Path) -> None:
    trials = run({"liar": partial(mind_loop, "liar")}, ACCOUNTS[:2], trials=2, out=tmp_path)
    assert len(list(tmp_path.glob("*.json"))) == 4
    assert summarise(read(tmp_path)) == summarise(trials)
    assert "liar" in table(summarise(trials))


def test_a_trial_that_was_kept_is_not_run_again() -> None:
    liar = partial(mind_loop, "liar")
    kept = run({"liar": liar}, ACCOUNTS[:1])
    told: list[str] = []
    again = run({"liar": liar}, ACCOUNTS[:2], report=lambda t: told.append(t.case), kept=kept)
    assert again[0] is kept[0]
    assert told == [ACCOUNTS[1].name]


def test_costs_are_summed_exactly_or_not_at_all() -> None:
    priced = run({"p": asked(OfflineProvider(), Decimal("0.10"))}, ACCOUNTS[:1])
    assert summarise(priced)[0].cost == Decimal("0.30")
    assert summarise(run({"p": asked(OfflineProvider())}, ACCOUNTS[:1]))[0].cost is None


FILES = sorted(TRACES.glob("*.jsonl"))
CASES = {case.name: case for case in all_cases()}
ANEW = (
    "{error}\nIf the change is meant: tieout models serve {model}, and\n"
    'TIEOUT_EVAL_LIVE=1 python -m evals --model {model} --format {format} --case "{case}"'
    " --record evals/traces"
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_run_sends_the_same_bytes_and_comes_to_the_same_end(path: Path) -> None:
    said, trace = recorded(path)
    try:
        played = replay(said, trace, CASES[said.case])
    except ToolsError as error:
        asked = {"model": said.model, "format": said.format, "case": said.case}
        pytest.fail(ANEW.format(error=error, **asked), pytrace=False)
    came = (played.solved, played.wrong_claims, played.false_proofs)
    assert came == (said.solved, said.wrong_claims, said.false_proofs)


def test_no_recorded_run_of_a_real_model_proved_anything_false() -> None:
    assert FILES
    assert [path.stem for path in FILES if recorded(path)[0].false_proofs] == []


def test_one_byte_that_differs_is_found(tmp_path: Path) -> None:
    said, trace, case = made(tmp_path)
    altered = [
        {**line, "new": [str(text).replace("bank", "Bank", 1) for text in line["new"]]}  # type: ignore[attr-defined]
        if line["kind"] == "request"
        else line
        for line in trace.entries
    ]
    with pytest.raises(ReplayMismatchError, match="request 1, message 1, byte"):
        replay(said, Trace(altered), case)


def test_a_run_that_is_asked_more_than_was_recorded_is_found(tmp_path: Path) -> None:
    said, trace, case = made(tmp_path)
    first = [line for line in trace.entries if line["kind"] in ("run", "request", "response")][:3]
    with pytest.raises(ReplayMismatchError, match="request 2, which was not recorded"):
        replay(said, Trace(first), case)


def test_only_what_ends_the_same_on_any_machine_is_recorded() -> None:
    [trial] = run({"honest": partial(mind_loop, "honest")}, [CASES["match"]])
    assert can_be_replayed(trial)
    assert not can_be_replayed(replace(trial, statuses=(Status.DEADLINE.value,)))


def made(folder: Path) -> tuple[Recorded, Trace, Case]:
    """A recorded run of a model that behaves."""
    case = CASES["match"]
    [trial] = run({"honest": partial(mind_loop, "honest")}, [case])
    path = record(folder, trial, AnswerMode.JSON_SCHEMA, 1024)
    said, trace = recorded(path)
    assert replay(said, trace, case).solved
    return said, trace, case
