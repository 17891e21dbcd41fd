"""The `tieout` command."""
