"""Who may do what: users, sessions, tokens and roles, for the pages and the API alike."""
