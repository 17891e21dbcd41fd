"""What the benchmarks share: servers to measure against and clients to compare."""
