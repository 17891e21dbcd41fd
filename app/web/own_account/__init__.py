"""What a user sees of, and does with, the own account."""
