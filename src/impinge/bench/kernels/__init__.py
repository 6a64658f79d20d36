"""Compiled loops over the parts of a query, to time each on its own."""
