"""Files to things: ``load`` of anything.

=======================================  =========================================================
:func:`~impinge.io.load.load`            a mesh from an STL, OBJ, PLY, OFF or GLB file, in metres
=======================================  =========================================================

Imports formats and geometry. Imported by the rooms that show and measure.
"""

from impinge.io.load import load

__all__ = ["load"]
