"""Doors for other people's worlds: one file for each of their conventions."""
