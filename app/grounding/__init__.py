"""What an answer of `tieout ask` is made of: values that look-ups returned, and no word more."""
