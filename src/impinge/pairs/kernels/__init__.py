"""Compiled parts of the broad phases: curve, tree, walks, sweeps, and the order of pairs."""
