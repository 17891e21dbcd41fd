"""Who holds an import, for how long, and what follows when a worker is lost."""
