"""What goes on just now, sent to every page that listens, from one look at the table."""
