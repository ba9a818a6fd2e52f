"""Statistics: pure functions from logs to DataFrames."""
