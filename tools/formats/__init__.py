"""How a model asks for a tool: the provider's own calls, or text that is parsed strictly."""
