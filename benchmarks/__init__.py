"""Measurements that print ratios against something everybody has, not bare seconds."""
