"""Compiled parts of reading files: what takes a step a byte."""
