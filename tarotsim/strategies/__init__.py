"""The players. One file each; a new one is listed in `registry`, or named on the command line by its file."""
