"""How things are said to a person: in whose language, and in a bookkeeper's words."""
