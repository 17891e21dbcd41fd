"""Examines the model's server, if one is set: does it answer, and does it know the model."""

from __future__ import annotations

import json
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from app.doctor.findings import Finding, State
from app.environment.models import OFFLINE
from app.environment.settings import Settings
from app.texts import terminal as texts

SECONDS = 5
OPENAI = "https://api.openai.com/v1"


def model_finding(settings: Settings) -> Finding:
    """`offline` needs nothing; any other model's server is asked for its list of models."""
    if settings.model == OFFLINE:
        return Finding("model", State.GOOD, texts.DOCTOR_OFFLINE)
    address = settings.base_url or OPENAI
    try:
        known = _models(address, settings.api_key)
    except HTTPError as error:
        detail = texts.DOCTOR_MODEL_STATUS.format(address=address, status=error.code)
        return Finding("model", State.BAD, detail, texts.DOCTOR_MODEL_REFUSED)
    except (URLError, OSError, ValueError, HTTPException):
        detail = texts.DOCTOR_MODEL_SILENT.format(address=address)
        return Finding("model", State.BAD, detail, texts.DOCTOR_MODEL_UNREACHABLE)
    return _by_name(settings.model, known)


def _models(address: str, api_key: str | None) -> list[str]:
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    request = Request(address.rstrip("/") + "/models", headers=headers)
    with urlopen(request, timeout=SECONDS) as answer:
        listing = json.load(answer)
    rows = listing.get("data", []) if isinstance(listing, dict) else []
    return [str(row.get("id")) for row in rows if isinstance(row, dict)]


def _by_name(model: str, known: list[str]) -> Finding:
    if not known or model in known:
        return Finding("model", State.GOOD, model)
    remedy = texts.DOCTOR_MODEL_NAMES.format(names=", ".join(sorted(known)[:8]))
    return Finding("model", State.BAD, texts.DOCTOR_MODEL_UNKNOWN.format(model=model), remedy)
