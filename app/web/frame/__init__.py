"""The frame of every page: which language it speaks, and which keys it hears."""
