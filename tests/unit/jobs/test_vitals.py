"""A worker that shows no signs of life is noticed, however its pool fared meanwhile."""

from jobs.worker.worker_pool import Vitals, Watch


def test_a_worker_that_beats_is_not_silent() -> None:
    watch = Watch(Vitals())
    for _ in range(5):
        watch.vitals.beat()
        assert watch.look() == 0


def test_silence_is_counted_in_looks_and_ends_with_a_beat() -> None:
    watch = Watch(Vitals())
    watch.vitals.beat()
    assert [watch.look() for _ in range(4)] == [0, 1, 2, 3]
    watch.vitals.beat()
    assert watch.look() == 0
