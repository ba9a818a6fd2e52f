"""``python -m tarotsim``."""

from tarotsim.cli.main import main

main()
