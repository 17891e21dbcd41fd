"""Everything that servers and models were seen, or could be made, to do wrong, over all formats."""
