"""Compiled code of the trees: builders, refit, the steps of a walk, questions of one tree."""
