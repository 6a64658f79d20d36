"""Compiled solvers of contact problems: active sets, principal pivots, Gauss-Seidel sweeps."""
