"""The review pages: see the page of the statement, and decide."""
