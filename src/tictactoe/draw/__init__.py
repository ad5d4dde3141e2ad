"""Drawing: a value in, a string out."""
