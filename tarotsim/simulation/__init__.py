"""A run: the plan of what is to be played, and the runner that plays it into a log."""
