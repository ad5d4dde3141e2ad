"""How long a test waits for what it wants to see: the end is for a program that hangs, not for a slow machine."""

PATIENCE = 600.0
