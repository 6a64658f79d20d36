"""Compiled measures of bounding volumes, one file a volume."""
