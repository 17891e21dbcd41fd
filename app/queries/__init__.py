"""What the ledger is asked for the verbs, the pages and the API alike: nothing is changed."""
