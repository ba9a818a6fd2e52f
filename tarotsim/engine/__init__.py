"""The compiled engine: random streams, the deal, the loop that plays it, batches of deals."""
