"""What can go wrong at the door: settings and inputs a person can mend."""

from __future__ import annotations

from db.errors import TieoutError


class SettingInvalid(TieoutError):
    """{name} is {value!r}, which is not one of: {choices}. Change it or unset it."""

    code = "setting_invalid"


class SamplesMissing(TieoutError):
    """The sample statements are part of a checkout, not of an installed tieout. Run `make demo`
    in a clone of the project."""

    code = "samples_missing"


class NoDocuments(TieoutError):
    """There is no PDF in {paths}. Name the statements themselves, or a folder that holds them."""

    code = "no_documents"
