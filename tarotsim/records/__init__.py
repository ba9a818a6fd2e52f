"""Deals as text: reading and writing the deal records of `record.md`, and judging them."""
