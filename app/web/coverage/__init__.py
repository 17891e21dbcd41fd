"""Coverage: which month of which account is covered, differs, is missing or locked."""
