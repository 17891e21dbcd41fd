"""What is remembered: models, migrations, queries, money. Imports no other room."""
