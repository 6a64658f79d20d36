"""Compiled code of the answers over a step: features that move."""
