"""Every kind of probe over every format: `python -m benchmarks.probes` prints the table.

Statuses are asserted in the tests; this also takes the time, for which a machine must be at rest:
whether any run went over its limit by more than a second, and the longest time for which another
thread of the process could do nothing.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.support.figures import say
from tests.support.probing.kinds import FORMATS, Kind
from tests.support.probing.running import PROBES, Ran, ran
from tools.formats.choose import FormatName

_MOST_OVER, _MOST_SILENT, _BEAT = 1.0, 0.5, 0.01


class Heartbeat:
    """Another thread that does nothing but look at the clock; ``silence`` is its longest gap."""

    def __init__(self) -> None:
        self.silence = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        last = time.monotonic()
        while not self._over.wait(_BEAT):
            now = time.monotonic()
            self.silence, last = max(self.silence, now - last - _BEAT), now


def main(arguments: Sequence[str] = ()) -> int:
    """Run them all, or those whose name holds the first argument, and print what came of them."""
    wanted = arguments[0] if arguments else ""
    kinds = [kind for kind in PROBES if wanted in kind.name]
    undefined, over, silence = 0, 0, 0.0
    counted: Counter[str] = Counter()
    for kind in kinds:
        for format in FORMATS:
            with Heartbeat() as heart:
                found = ran(kind, format)
            counted[found.status.value] += 1
            undefined += _undefined(kind, format, found)
            over += _late(kind, format, found)
            if heart.silence > _MOST_SILENT:
                say(f"silent {heart.silence:.2f} s: {kind.name} | {format}")
            silence = max(silence, heart.silence)
    say(", ".join(f"{status} {count}" for status, count in counted.most_common()))
    say(f"kinds {len(kinds)}, formats {len(FORMATS)}, runs {len(kinds) * len(FORMATS)}")
    say(f"undefined {undefined}, over limit {over}, longest silence {silence:.2f} s")
    return 1 if undefined or over or silence > _MOST_SILENT else 0


def _undefined(kind: Kind, format: FormatName, found: Ran) -> bool:
    expected = kind.expected(format)
    if found.status is expected and not found.acted:
        return False
    acted = ", and a call ran that must not" if found.acted else ""
    say(f"{found.status} and not {expected}{acted}: {kind.name} | {format}")
    return True


def _late(kind: Kind, format: FormatName, found: Ran) -> bool:
    if found.over <= _MOST_OVER:
        return False
    say(f"{found.over:.1f} s over its limit: {kind.name} | {format}")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
