"""Every text of the command line and the pages, a module for each subject."""
