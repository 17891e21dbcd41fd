"""Generated families of damaged and hostile pages, each with what a person sees on it.

`banks` are layouts as they hang together in life, `books` honest statements of them, `paper` how
they are printed and what an attack may change; `case` is a page with its truth, and `judging` says
what of its rows is proven wrongly.
"""
