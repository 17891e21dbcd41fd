"""The `tieout` command: one module per verb."""
