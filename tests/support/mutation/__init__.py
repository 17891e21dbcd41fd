"""Breaks the kernel on purpose, one small change at a time, and sees who notices.

    python -m tests.support.mutation --module sums --module calendar

`changes` says what a small change is, `patch` makes one in the running program, `literal` are the
unit tests of the kernel and `corpus` are pages, witnesses and ledgers with what the unbroken
kernel says of them: the two judges. docs/mutation.md holds what they found.
"""
