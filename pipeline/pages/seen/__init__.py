"""Whether a word's ink on the page as displayed agrees with its text."""
