"""Where documents are kept by their content: a folder, or an object store for many machines."""
