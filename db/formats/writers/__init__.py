"""Files of proven statements, in the forms that ledgers and accounting programs take in."""
