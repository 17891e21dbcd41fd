"""The bytes of documents: where they are kept, found and compared with the ledger."""
