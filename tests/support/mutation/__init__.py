"""Breaks the kernel on purpose, one small change at a time, and sees whether its tests notice.

    python -m tests.support.mutation --module sums --module ordered

`changes` and `nodes` say what a small change is, `patch` makes one in the running program, and
`judge` asks the unit tests of the kernel. docs/mutation.md holds what they found.
"""
