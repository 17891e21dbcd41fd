"""What a model may do: the tool loop, its registry, formats, providers and the ledger tools."""
