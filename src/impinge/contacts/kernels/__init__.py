"""Compiled parts of this room: trust their caller, never raise."""
