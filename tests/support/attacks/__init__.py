"""Generated families of damaged and hostile pages, each with what a person sees on it.

    python -m tests.support.attacks --family dates --show 5 --seed 2 --count 3

counts what is proven although it differs. `banks` are layouts as they hang together in life,
`books` honest statements of them, `paper` how they are printed and what an attack may change;
`case` is a page with its truth, `judge.wrong` says what a reading proves wrongly. A new attack is
a function that yields cases, named in `families`: take an honest book, change its paper, and where
a person now sees something else or nothing, change its truth.
"""
