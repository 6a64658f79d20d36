"""Compiled code of the exact answers: two posed trees walked together."""
