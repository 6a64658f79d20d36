"""``impinge view``: a page to look at it, as a file, a picture, or in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli import view_examples
from impinge.cli.configuration_file import RobotOptions, read_pose
from impinge.cli.reporting import (
    Json,
    Missing,
    Packages,
    Surfaces,
    console,
    make_folder,
    print_answer,
    print_json,
    reported,
)
from impinge.cli.units import Unit, unit_file
from impinge.cli.view_things import view_of_files
from impinge.core.errors import ImpingeError
from impinge.formats.writing import write_file
from impinge.io.load import EXTENSIONS
from impinge.viewer.page_file import page_html
from impinge.viewer.show import has_display, open_page

BY_BROWSER, BY_RAYS = "browser", "rays"


@reported
def view(
    things: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="THING...",
            help="Meshes, tetrahedra, points, a scene (TOML), a robot (URDF, MJCF, BVH), "
            "recordings (REC, NPZ; two are side by side), or a result (JSON of `impinge check "
            "--json`, or of any `to_dict`).",
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write the page here.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture of it here.")] = None,
    pose_a: Annotated[Path | None, typer.Option(help="File with the pose of the first.")] = None,
    pose_b: Annotated[Path | None, typer.Option(help="File with the pose of the second.")] = None,
    units: Annotated[
        str | None,
        typer.Option(
            help="Unit of mesh files, of poses and of the page: m, cm, mm, in ... `part.stl:mm` "
            "says that of one file."
        ),
    ] = None,
    surfaces: Surfaces = False,
    recording: Annotated[Path | None, typer.Option(help="Recording that moves the things.")] = None,
    q: Annotated[
        Path | None,
        typer.Option(help="Configurations of the robot, as of `impinge check`; several play."),
    ] = None,
    world: Annotated[Path | None, typer.Option("--in", help="Scene (TOML) it is in.")] = None,
    srdf: Annotated[Path | None, typer.Option(help="SRDF file of the robot.")] = None,
    package: Packages = None,
    missing: Missing = "error",
    volumes: Annotated[
        list[str] | None,
        typer.Option(
            help="Trees of bounding volumes: sphere, aabb, obb, kdop, ellipsoid. May be repeated."
        ),
    ] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Candidates of the broad phase.")] = False,
    cells: Annotated[
        str | None, typer.Option(help="Cells of a partition: grid, hash, octree, kd.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Above the picture.")] = None,
    port: Annotated[int, typer.Option(help="To serve it on; 0 for any that is free.")] = 0,
    opened: Annotated[bool, typer.Option("--open/--no-open", help="Ask for a browser.")] = True,
    width: Annotated[int, typer.Option(min=200, max=8000, help="Of the picture.")] = 1600,
    height: Annotated[int, typer.Option(min=200, max=8000, help="Of the picture.")] = 1000,
    dark: Annotated[bool, typer.Option("--dark", help="A dark picture.")] = False,
    example: Annotated[str | None, typer.Option(help="Show an example instead of files.")] = None,
    examples: Annotated[bool, typer.Option("--examples", help="List the examples.")] = False,
    gallery: Annotated[
        Path | None, typer.Option(help="Write a picture of every example into this folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Look at meshes, scenes, robots, results and recordings on a page with their numbers.

    With -o the page is one HTML file, to be kept or sent. Without -o and --png it is served to this
    machine only, until Ctrl-C.
    """
    known = view_examples.EXAMPLES
    if examples:
        print_answer({name: one.about for name, one in known.items()}, _list, as_json)
        return
    if gallery is not None:
        _write_gallery(gallery, width, height)
        return
    if (example is None) == (not things):
        raise ImpingeError("THING: give files, or --example NAME (--examples lists them)")
    if example is not None:
        if example not in known:
            raise ImpingeError(f"example: {example!r}, expected one of {', '.join(known)}")
        made, mode = known[example].make(), known[example].mode
    else:
        files = [*(things or []), *(file for file in (recording, world) if file is not None)]
        _keep_inputs(files, {"out": out, "png": png})
        poses = _poses(files, pose_a, pose_b, units)
        made, mode = view_of_files(
            files, title=title, poses=poses, units=units, volumes=volumes or (), pairs=pairs,
            cells=cells, surfaces=surfaces, q=q,
            robots=RobotOptions(srdf, tuple(package or ()), missing),
        ), ""  # fmt: skip
    mode = f"{mode or 'picture'}&{'dark' if dark else 'light'}"
    said: dict[str, Any] = {"title": made.title}
    payload = made.payload()
    if png is not None:
        how = write_picture(payload, png, width, height, mode)
        said |= {"picture": str(png), "picture_by": how}
    if out is not None:
        data = page_html(payload).encode("utf-8")
        write_file(out, data)
        said |= {"page": str(out), "bytes": len(data)}
    if out is not None or png is not None:
        print_answer(said, _say, as_json)
        return
    _serve(page_html(payload), port, said, opened=opened, as_json=as_json)


def write_picture(payload: dict[str, Any], path: Path, width: int, height: int, mode: str) -> str:
    """Write a picture of a page, by a browser or else by our own rays; by which."""
    from impinge.viewer.browser import find_browser, take_picture
    from impinge.viewer.still import draw_still

    if find_browser() is None:
        draw_still(payload, path, size=(width, height))
        return BY_RAYS
    take_picture(page_html(payload), path, size=(width, height), mode=mode)
    return BY_BROWSER


def _keep_inputs(files: list[Path], targets: dict[str, Path | None]) -> None:
    """Refuse to write over what is shown, or over any file that could be shown."""
    shown = [unit_file(file).path for file in files]
    for name, target in targets.items():
        if target is None:
            continue
        same = (file.exists() and target.exists() and file.samefile(target) for file in shown)
        if any(same) or target.resolve() in {file.resolve() for file in shown}:
            raise ImpingeError(f"{name}: {target} is one of the files to show")
        suffix = target.suffix.lower()
        if suffix in {*EXTENSIONS, ".json"}:
            raise ImpingeError(f"{name}: {target} would be taken for a {suffix} file; choose .html")
        if name == "out" and suffix == ".png":
            raise ImpingeError(f"out: {target}: a page is .html; --png writes a picture")


def _poses(files: list[Path], *given: Any) -> list[Any]:
    """Poses from files, in metres. Files use the unit of the command, or of the first file."""
    *pose_files, units = given
    metres = (unit_file(files[0]).unit if units is None else Unit.of(units)).metres
    return [None if file is None else read_pose(file, metres) for file in pose_files]


def _say(said: dict[str, Any]) -> None:
    out = console()
    if "page" in said:
        out.print(f"page: {said['page']} ({said['bytes'] / 1e6:.1f} MB)", soft_wrap=True)
    if "picture" in said:
        how = "by a browser" if said["picture_by"] == BY_BROWSER else (
            "by our own rays and matplotlib: no Chromium was found; bounding volumes and cells "
            "are not drawn"
        )  # fmt: skip
        out.print(f"picture: {said['picture']} ({how})", soft_wrap=True)


def _serve(page: str, port: int, said: dict[str, Any], *, opened: bool, as_json: bool) -> None:
    from impinge.viewer.serve import PageServer

    try:
        with PageServer(page, port) as server:
            if as_json:
                print_json({**said, "address": server.address})
            else:
                print(f"{server.address}\nfor this machine only, until Ctrl-C")
            sys.stdout.flush()
            if opened and has_display():
                open_page(server.address)
            server.wait()
    except KeyboardInterrupt:
        if not as_json:
            print("stopped")


def _list(abouts: dict[str, str]) -> None:
    for name, about in abouts.items():
        console().print(f"[bold]{name:18}[/bold]  {about}")


def _write_gallery(folder: Path, width: int, height: int) -> None:
    """A picture of each example, for the documents."""
    make_folder(folder)
    for name, example in view_examples.EXAMPLES.items():
        path = folder / f"view_{name.replace('-', '_')}.png"
        mode = f"{example.mode}&light"
        how = write_picture(example.make().payload(), path, width, height, mode)
        _fewer_colours(path, example.smooth)
        print(f"{path} (by {how})", file=sys.stderr, flush=True)


def _fewer_colours(path: Path, smooth: bool) -> None:
    """256 colours, chosen for the picture: a third of the bytes, and the same to the eye."""
    from PIL import Image

    with Image.open(path) as picture:
        # Rare colours count as well: contact points are a few pixels of the picture.
        method = Image.Quantize.MEDIANCUT if smooth else Image.Quantize.MAXCOVERAGE
        few = picture.convert("RGB").quantize(256, method, kmeans=2)
        few.save(path, optimize=True)
