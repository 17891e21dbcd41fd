"""The verbs: a module for those used together. What is heavy is imported only when one runs."""
