"""One statement as a person decides on it: what differs, what is proposed, and what would follow.

Nothing is proven again to be looked at: after every write the verdicts are made again, and stored.
"""
