"""Positions being understood: the game tree, the reasons for a move, the map of perfect play, quizzes."""
