"""A child process in which a hostile document can do no harm, with limits on what it may cost."""
