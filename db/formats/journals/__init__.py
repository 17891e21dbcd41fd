"""Plain-text ledgers: beancount, hledger and ledger."""
