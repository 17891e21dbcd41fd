"""The steps of the tables' history, shipped with the program and run by ``db.upgrade``."""
