"""Forced wins, and a strong move where nothing is proven: for boards that nobody has solved."""
