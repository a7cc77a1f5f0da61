"""The one component of cards and table, and the plain functions that fill it with data."""
