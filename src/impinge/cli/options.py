"""Options of several commands."""

from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Surfaces = Annotated[
    bool, typer.Option("--surfaces", help="Meshes are surfaces: one inside another is no clash.")
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package", "--packages", metavar="NAME=FOLDER",
        help="Folder of a package. May be repeated.",
    ),
]  # fmt: skip
Missing = Annotated[str, typer.Option(help="Meshes of a robot that are not there: error or skip.")]
