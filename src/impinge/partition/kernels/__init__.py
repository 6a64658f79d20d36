"""Compiled parts of partitions."""
