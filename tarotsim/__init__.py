"""tarotsim: a simulator and analytics tool for four-player French Tarot."""

__version__ = "0.1.0"
