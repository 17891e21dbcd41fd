"""What goes on just now, told to every page that listens, from one look at the table."""
