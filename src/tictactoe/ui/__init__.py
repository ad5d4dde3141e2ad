"""Everything that touches a screen, a keyboard or the command line. It holds no rules."""
