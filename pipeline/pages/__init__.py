"""Words with boxes, read from a document's pages in a sandboxed child process."""
