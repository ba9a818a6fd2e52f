"""The rules of four-player French Tarot, compiled; no input or output, no chance.

One file a chapter: `tables` (what is worth what), `table` (the state of a deal, and what a seat may
see of it), `auction`, `discard`, `declarations` (poignée, chelem), `play` (legality, tricks, the
Excuse) and `settlement`. Whoever plays or judges a deal (`run`, `score`, `export`) calls these.
"""

RULES_VERSION = 1
"""Moves only when a rule's behaviour does; stamped on every log."""
