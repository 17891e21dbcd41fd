"""The texts of the verbs that are about queued work: beside `terminal`."""

from typing import Final

from app.texts.terminal import Example, Help

JOBS_SUMMARY: Final = "See imports as work: list, show, retry, cancel."
WORKER_SUMMARY: Final = "Run queued imports until stopped."
WATCH_SUMMARY: Final = "Bring in every statement that lands in a folder."

JOBS_AT_ONCE: Final = "N"
JOBS_AT_ONCE_HELP: Final = (
    "How many documents to read at once; the outcome is the same as one after the other."
)
QUEUE_HELP: Final = (
    "Only queue the documents, for `tieout worker` to import; needs TIEOUT_REDIS_URL."
)
PRIORITY_HELP: Final = (
    "With --queue: what goes first. By default a few documents are high, and many, or those from"
    " a watched folder, are normal."
)
PRIORITY_AND_QUEUE: Final = "--priority needs --queue: without it documents are brought in now."
QUEUE_AND: Final = (
    "--queue cannot be used with {others}: a queued import runs with the model and the passwords"
    " of the worker, which takes these options."
)

JOBS_HELP: Final = Help(
    "The ledger's imports as work: waiting, running, ended or failed. Without a verb, list them,"
    " newest first.",
    Example("tieout jobs", "the newest fifty, and how many there are of each status"),
    Example("tieout jobs list --status failed", "what failed, and why"),
    Example("tieout jobs retry 12", "let a failed one be tried again"),
    Example("tieout jobs --json", "for scripts"),
)
JOBS_LIST_HELP: Final = Help(
    "List imports, the newest first, and count them all by status.",
    Example("tieout jobs list --status queued --status running", "what is still to do"),
    Example("tieout jobs list --status failed --since 3h", "what failed in the last three hours"),
    Example("tieout jobs list --code no_statement --name march", "by error and by file"),
    Example("tieout jobs list --limit 500 --json", "for scripts"),
)
JOBS_STATUS_HELP: Final = "Only imports of this status; may be given more than once."
JOBS_CODE_HELP: Final = "Only imports with this error code; may be given more than once."
JOBS_SINCE_HELP: Final = (
    "Only imports to which anything happened since then: a day in UTC such as 2026-11-01, or how"
    " long ago, such as 30m, 3h, 2d or 1w."
)
JOBS_PART: Final = "PART"
JOBS_NAME_HELP: Final = "Only imports of files with this in their names."
SINCE_UNCLEAR: Final = "{text!r} is neither a day such as 2026-11-01 nor a time such as 3h or 2d"
JOBS_LIMIT_HELP: Final = "How many at most (default: 50)."
JOBS_SHOW_HELP: Final = Help(
    "Show one import: how far it is, how often it was tried, what went wrong.",
    Example("tieout jobs show 12", "import 12"),
)
JOBS_YES_HELP: Final = "Do it without being asked."
JOBS_RETRY_HELP: Final = Help(
    "Queue failed imports again, including those that were cancelled or set aside as poison: each"
    " that is named, or all that the options choose. Without TIEOUT_REDIS_URL they only wait in"
    " the ledger.",
    Example("tieout jobs retry 12 13", "try imports 12 and 13 again"),
    Example(
        "tieout jobs retry --code document_gone --since 2d", "all that failed so, if you say y"
    ),
    Example(
        "tieout jobs retry --status failed --yes --json", "everything that failed, by a script"
    ),
)
JOBS_CANCEL_HELP: Final = Help(
    "Cancel waiting or running imports: each that is named, or all that the options choose. A"
    " worker that has already started one writes nothing of it.",
    Example("tieout jobs cancel 12", "cancel import 12"),
    Example("tieout jobs cancel --status queued --name 2019", "what waits of that year"),
)
JOBS_WHICH: Final = "Name imports, or choose them with --status, --code, --since or --name."
JOBS_NOT_BOTH: Final = "Name imports, or choose them with options, but not both."
JOBS_ASK: Final = {
    "retry": "Retry {number} import(s)?",
    "cancel": "Cancel {number} import(s)?",
}
JOBS_SAY_YES: Final = "{question} There is no terminal to answer at: add --yes."
JOBS_DONE: Final = {"retry": "{id}  {file}: waits again", "cancel": "{id}  {file}: cancelled"}
JOBS_REFUSED: Final = "{message} [{code}]"
JOBS_CHANGED: Final = {
    "retry": "{number} import(s) wait again.",
    "cancel": "{number} import(s) cancelled.",
}
JOBS_ID: Final = "id"
JOBS_FILE: Final = "file"
JOBS_DOING: Final = "doing"
JOBS_TRIES: Final = "tries"
JOBS_NONE: Final = "No imports."
JOBS_COUNT: Final = "{number} {status}"
JOBS_PAGE: Final = "{stage}, page {page}"
JOBS_WAITS: Final = "{code} since {since}, {tries} tries"
JOBS_CLASS: Final = "{count} {fault}"
JOBS_FIELDS: Final = {
    "id": "import",
    "file": "file",
    "path": "path",
    "status": "status",
    "stage": "stage",
    "page": "page",
    "attempts": "tries",
    "deaths": "workers that crashed on it",
    "tries": "tries that failed",
    "waiting_for": "waits for",
    "waiting_since": "waits since",
    "created_at": "since",
    "handed_in_by": "handed in by",
    "heartbeat_at": "last heard from",
    "run_after": "waits until",
    "finished_at": "ended",
    "error_code": "error",
    "error": "what to do",
}

SCHEDULE_SUMMARY: Final = "Queue commands on a schedule."
SCHEDULE_HELP: Final = Help(
    "Queue the commands in a schedule file when they are due, for `tieout worker` to run. If"
    " several schedulers run, only one queues; what was missed is run once.",
    Example("tieout schedule --file schedules.toml", "until Ctrl-C"),
    Example("TIEOUT_SCHEDULES=/etc/tieout/schedules.toml tieout schedule", "as a service"),
)
SCHEDULE_FILE_HELP: Final = (
    "The schedule file (TOML); workers find it through TIEOUT_SCHEDULES too."
)
WORKER_HELP: Final = Help(
    "Take imports from the queue (TIEOUT_REDIS_URL) and run them, several at once with -n. On"
    " SIGTERM or Ctrl-C, each worker finishes its stage and returns its import to the queue. Logs"
    " go to stderr, one JSON object a line.",
    Example("tieout worker", "one worker"),
    Example("tieout worker -n 4", "four, each with one document at a time"),
    Example("tieout worker --model qwen3", "with a model for what rules leave open"),
)
METRICS_HELP: Final = (
    "Serve /healthz, /readyz and /metrics at this address, without signing in; off unless set"
    " here or in TIEOUT_METRICS."
)
HEALTH_SUMMARY: Final = "Ask a running worker, watcher or web whether it can work."
HEALTH_HELP: Final = Help(
    "Ask the service at TIEOUT_METRICS, or at --metrics, whether it is ready: its ledger and its"
    " queue answer. Exit code 7 if it is not, for the health checks of containers.",
    Example("tieout health --metrics 127.0.0.1:9464", "whether what runs there is ready"),
    Example("TIEOUT_METRICS=9464 tieout health", "the same, in a container"),
)
HEALTH_READY: Final = "{address} is ready"
WORKERS_HELP: Final = "How many workers (default: 1)."

WATCH_HELP: Final = Help(
    "Import the files in FOLDER and those that are added later, as `tieout import` would, one"
    " line a file. A file is taken when it has not changed for --settle seconds; no file is"
    " moved, and known documents are recognised by their content. Stop with Ctrl-C.",
    Example("tieout watch ~/Downloads/statements", "tie out what the bank sends"),
    Example("tieout watch /mnt/share --poll", "for folders on a network, which report nothing"),
    Example("tieout watch inbox --queue", "leave the work to workers"),
    Example("tieout watch today --queue --priority high", "before any backlog"),
)
WATCH_FOLDER: Final = "FOLDER"
WATCH_SETTLE_HELP: Final = "Seconds a file must stay unchanged before it is taken (default: 2)."
WATCH_POLL_HELP: Final = "Check the folder regularly instead of waiting for the system's events."
WATCH_LINE: Final = "{file}: {status}"
WATCH_FAILED: Final = "{file}: {status}: {message} [{code}]"
WATCH_KNOWN: Final = "{count} file(s) were known already"
WATCHING: Final = "watching {folder}; Ctrl-C ends"

DOCTOR_NO_QUEUE: Final = "not set; imports run here and now"
DOCTOR_QUEUE_SET: Final = "For workers on several machines: set TIEOUT_REDIS_URL"
DOCTOR_QUEUE_GOOD: Final = "answers at {place}; {waiting} waiting"
DOCTOR_METRICS: Final = "served at {host}:{port} while a service runs"
DOCTOR_SCHEDULES: Final = "{number} to be queued by: tieout schedule"
DOCTOR_SPANS: Final = "go to {place}"
DOCTOR_SPANS_AWAY: Final = "no answer at {place}; work goes on, but spans are lost"
DOCTOR_SPANS_NO_URL: Final = "the receiver's address is not a URL such as http://collector:4318"
DOCTOR_SPANS_MEND: Final = "Start the receiver, or correct OTEL_EXPORTER_OTLP_ENDPOINT"
DOCTOR_SECRET: Final = "{file} can be read, but not by other users"
DOCTOR_SECRET_OPEN: Final = "every user of this machine may open {file}"
DOCTOR_SECRET_CLOSE: Final = "Close it to other users: chmod o= {file}"
