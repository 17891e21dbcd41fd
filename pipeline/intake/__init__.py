"""Takes a file in: its bytes within the limits, its hash, and the passwords that open it."""
