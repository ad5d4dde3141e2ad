"""Doors for the services that teachers grade with: each gets a folder that judges programs there."""
