"""Methods of a world by name, imported when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from impinge.simulation.bodies import Settings

METHODS = {
    "stepping": ("stepping", "Stepping"),
    "events": ("events", "Events"),
    "quasi-static": ("quasi_static", "QuasiStatic"),
    "penalty": ("penalty", "Penalty"),
}
"""Module and class; ``bodies.py`` says what a method is."""


def method_of(name: str, settings: Settings) -> Any:
    """A new method; no name is checked here."""
    module, kind = METHODS[name]
    return getattr(import_module(f"impinge.simulation.{module}"), kind)(settings)
