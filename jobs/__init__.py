"""When work runs: import jobs, inline or on a queue, safe against a crash."""
