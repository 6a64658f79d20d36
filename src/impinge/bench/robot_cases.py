"""Which robots and problems a run of ``impinge bench robots`` finds here, and their peers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from impinge.bench.study import Run
from impinge.scene import Robot
from impinge.scenes.motion_bench import MotionProblem, motion_bench
from impinge.scenes.robot_models import model_file, panda_folder, share_folder

OURS, PEER = "impinge", "pinocchio"


def here(run: Run, names: Any) -> Iterator[str]:
    """Those robots whose files are here; says what is missing."""
    for name in names:
        if model_file(name) is not None:
            yield name
        elif share_folder() is None:
            run.say(f"{name}: example-robot-data is not installed; `make peers` adds it")
        else:
            run.say(f"{name}: example-robot-data has no such file")


def peer_of(run: Run, name: str, robot: Robot) -> Any:
    file, share = model_file(name), share_folder()
    return run.peers[PEER](file, robot, share) if PEER in run.peers else None


def panda_peer(run: Run, robot: Robot) -> Any:
    folder = panda_folder()
    return run.peers[PEER](folder / "panda.urdf", robot, folder) if folder and run.peers else None


def problems_of(run: Run) -> list[MotionProblem]:
    """Some of the problems, from all scenarios; none without the data folder."""
    folder = panda_folder()
    if folder is None or not (archive := folder / "problems.tar.bz2").is_file():
        run.say("problems: IMPINGE_DATA names no folder with robots/panda/problems.tar.bz2")
        return []
    return motion_bench(archive, run.size["problems"])
