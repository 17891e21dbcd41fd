"""What carries waiting imports out: a worker, a pool of them, or a thread."""
