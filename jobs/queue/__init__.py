"""The imports that wait: the table that holds them, and the queue in Redis that hands them out."""
