"""The kernel: the only code that can say `proven` and `matched`, of a witness or of a pairing."""
