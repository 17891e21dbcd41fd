"""An account as a whole: what it is known by, and how it is corrected, merged and put back."""
