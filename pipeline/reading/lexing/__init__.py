"""Words to rows with what is in them: figures, days, phrases, headers and labelled figures."""
