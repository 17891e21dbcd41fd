"""Work: imports that wait, run or failed, and what can be done about each."""
