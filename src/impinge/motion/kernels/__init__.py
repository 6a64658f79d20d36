"""Compiled motions: their rows, where they are, how fast, and what encloses them.

``motion_row`` says what the numbers of a row mean; everything else takes rows and times.
"""
