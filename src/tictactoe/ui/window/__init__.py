"""The game in a window (pygame-ce)."""
