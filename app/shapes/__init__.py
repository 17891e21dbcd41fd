"""The JSON that tieout prints: one module for each stable shape."""
