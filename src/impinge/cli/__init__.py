"""The command line: one file a command.

===============================  ==================================================================
``impinge check``                do two files, or parts of a scene, clash; how far apart are they
``impinge view``                 files and results as a page
``impinge run``                  the main job: every touching pair of a scene, with pictures
``impinge bench``                side-by-side measurements
``impinge doctor``               is everything in order here
``impinge warmup``, ``cache``    compile kernels now; where they are kept
===============================  ==================================================================

Imports every room. Imported by nothing. Heavy libraries are imported inside the commands.
"""

from impinge.cli.app import app

__all__ = ["app"]
