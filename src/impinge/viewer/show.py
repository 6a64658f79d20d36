"""Look at it: in a notebook, in a browser, or as a file whose path is said."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from impinge.core.errors import ImpingeError
from impinge.scene import Recording, Robot
from impinge.viewer.arguments import is_posed, played_by
from impinge.viewer.view import View


def show(
    *things: Any, title: str | None = None, path: str | os.PathLike[str] | None = None
) -> Path | None:
    """Show shapes, scenes, answers and recordings on one page.

    In a notebook the page appears below the cell. Elsewhere it is written into a new folder for
    temporary files, its path is printed, and a browser is asked to open it where there is a
    display. It never waits: a script goes on at once. With ``path`` the page is written there, and
    nothing else happens.

    Parameters
    ----------
    *things : shape, (shape, pose), Scene, Robot, (robot, q), Recording, Run, mapping, View, or a \
result
        As of :meth:`impinge.View.add`, in this order: shapes before the answers about them.
    title : str, optional
        Above the picture.
    path : str or path, optional
        File to write the page to, as ``"page.html"``.

    Returns
    -------
    Path or None
        The file, if ``path`` was given.

    Raises
    ------
    ImpingeError
        If there is nothing to show, or something that cannot be shown; the message says which.

    See Also
    --------
    impinge.View : for names, colours, bounding volumes, cells, and to save the page.

    Examples
    --------
    ::

        im.show(a, b, im.distance(a, b))
        im.show(a, b, im.distance(a, b), path="page.html")       # a file to keep, or to send
        im.show((knot, pose_a), (ball, pose_b), im.collide(knot, ball, pose_a, pose_b))
        im.show(scene)
        im.show(scene, recording)
        im.show(robot)                          # a slider for each joint
        im.show((robot, q), scene)
        im.show(robot, im.Recording(times, joints={robot.name: q}))
        im.show(world.run(240))                 # contacts, impulses as arrows, energies
        im.show(run_a, run_b)                   # side by side, with one camera and one slider
        im.show((blade, motion), (post, pose), im.time_of_impact(blade, post, motion, pose))
    """
    view = view_of(*things, title=title)
    if path is not None:
        return view.save(path)
    show_view(view)
    return None


def view_of(*things: Any, title: str | None = None) -> View:
    """The view of some things, as :func:`show` composes it.

    Examples
    --------
    >>> from impinge.geometry import Box, Sphere
    >>> view_of(Sphere(1), Box((1, 1, 1)))
    View('sphere, box', 2 things)
    """
    if not things:
        raise ImpingeError("things: nothing to show; give shapes, a scene or an answer")
    if len(things) == 1 and isinstance(things[0], View):
        return things[0]
    view = View(title)
    # Whatever the order: a recording moves what it is shown with, a second one is beside it.
    for thing in sorted(things, key=lambda thing: isinstance(played_by(thing), Recording)):
        if isinstance(thing, View):
            raise ImpingeError("things: a View is shown alone; add the other things to it")
        if isinstance(thing, tuple) and len(thing) == 2 and isinstance(thing[0], Robot):
            view.robot(*thing)
        elif is_posed(thing):
            view.add(thing[0], pose=thing[1])
        else:
            view.add(thing)
    return view


def show_view(view: View) -> None:
    """Show a view where the caller can see it."""
    display = _notebook()
    if display is not None:
        display(view)
        return
    file = Path(tempfile.mkdtemp(prefix="impinge-")) / "page.html"
    view.save(file)
    print(file)
    if has_display():
        open_page(file.as_uri())


def open_page(address: str) -> bool:
    """Ask for a browser; whether one was found."""
    import webbrowser

    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def has_display() -> bool:
    """Can a browser show a window here? Over ssh, for one, it cannot."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return "SSH_CONNECTION" not in os.environ


def _notebook() -> Any | None:
    """What displays an object below a cell, where there are cells."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from importlib import import_module

    return import_module("IPython.display").display
