"""Lessons as data, and what their goals mean; they know the engine and nothing else."""
