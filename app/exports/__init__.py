"""Every row of statements as files for a spreadsheet or a script, without any ledger."""
