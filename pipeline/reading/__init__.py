"""Words to statement drafts: layouts propose readings, arithmetic decides between them."""

from pipeline.reading.sections import read_statements

__all__ = ["read_statements"]
