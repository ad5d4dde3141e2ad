"""The game in a full-screen terminal, made with Textual, which is imported nowhere else."""
