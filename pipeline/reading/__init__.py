"""Words to statement drafts: layouts propose readings, arithmetic decides between them."""
