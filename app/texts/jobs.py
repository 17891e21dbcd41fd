"""The texts of the verbs that are about queued work: beside `terminal`."""

from typing import Final

from app.texts import table

PRIORITY_AND_QUEUE: Final = "--priority needs --queue: without it documents are brought in now."
QUEUE_AND: Final = (
    "--queue cannot be used with {others}: a queued import runs with the model and the passwords"
    " of the worker, which takes these options."
)

SINCE_UNCLEAR: Final = "{text!r} is neither a day such as 2026-11-01 nor a time such as 3h or 2d"
JOBS_WHICH: Final = "Name imports, or choose them with --status, --code, --since or --name."
JOBS_NOT_BOTH: Final = "Name imports, or choose them with options, but not both."
JOBS_ASK: Final = table("jobs", "JOBS_ASK")
JOBS_SAY_YES: Final = "{question} There is no terminal to answer at: add --yes."
JOBS_DONE: Final = {"retry": "{id}  {file}: waits again", "cancel": "{id}  {file}: cancelled"}
JOBS_REFUSED: Final = "{message} [{code}]"
JOBS_CHANGED: Final = table("jobs", "JOBS_CHANGED")
JOBS_ID: Final = "id"
JOBS_FILE: Final = "file"
JOBS_DOING: Final = "doing"
JOBS_TRIES: Final = "tries"
JOBS_NONE: Final = "No imports."
JOBS_COUNT: Final = "{number} {status}"
JOBS_PAGE: Final = "{stage}, page {page}"
JOBS_WAITS: Final = "{code} since {since}, {tries} tries"
JOBS_CLASS: Final = "{count} {fault}"
JOBS_FIELDS: Final = table("jobs", "JOBS_FIELDS")

HEALTH_READY: Final = "{address} is ready"

WATCH_FOLDER: Final = "FOLDER"
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
