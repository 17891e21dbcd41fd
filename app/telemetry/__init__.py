"""What operators see of a process: its log, masked, and spans of what it did."""
