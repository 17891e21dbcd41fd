"""Who may come in, and what they may do: users, their rights in books, their sessions, tokens."""
