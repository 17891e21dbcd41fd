"""Words that someone points at, on numbered lines of a page, as a witness for the kernel."""
