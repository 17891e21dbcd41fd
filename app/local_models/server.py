"""Runs in the model's own environment, not in tieout's: serves the weights until its input ends.

Gently: one thread writes, two read. Says its address in one line when it is ready."""

import os
import sys


def main(weights: str, model: str, context: str, port: str) -> None:
    """Serve chat completions as OpenAI's protocol has them."""
    # OpenMP's threads would otherwise spin while they wait, and slow everything else down.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp  # type: ignore[import-not-found,unused-ignore]

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {model}
    params.n_ctx, params.n_parallel, params.port = int(context), 1, int(port)
    params.cpuparams.n_threads, params.cpuparams_batch.n_threads = 1, 2
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
