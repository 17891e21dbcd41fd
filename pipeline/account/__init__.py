"""Which account a statement is of: by its number, its rows or a model; or a new one."""
