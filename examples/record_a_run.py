"""Record a simulation frame by frame, stop it halfway, go on, and read what it did.

A sheet of particles falls onto a ball. Each frame is in the file when ``append`` returns, so a run
that is killed loses nothing.

Run: python examples/record_a_run.py
"""

import numpy as np

import impinge as im

SIDE, DT, FRAMES = 25, 0.01, 60


def sheet():
    """A square of SIDE x SIDE vertices, 1 m wide, at a height of 0.6 m."""
    x, y = np.meshgrid(*[np.linspace(-0.5, 0.5, SIDE)] * 2)
    i = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)[:-1, :-1].ravel()
    faces = np.concatenate([np.stack([i, i + 1, i + SIDE], 1),
                            np.stack([i + 1, i + SIDE + 1, i + SIDE], 1)])  # fmt: skip
    return im.Mesh(np.stack([x, y, np.full_like(x, 0.6)], axis=-1).reshape(-1, 3), faces)


def record(path, cloth, ball, frames):
    """Append frames until there are so many; those that are there already are kept."""
    with im.Recorder(path, things={"cloth": cloth, "ball": ball}, resume=True) as recorder:
        before = now = cloth.vertices
        if recorder.frames:
            run = im.load(path)
            before, now = run.vertices("cloth", -2), run.vertices("cloth", -1)
        while recorder.frames < frames:
            # Verlet's step, without springs: particles fall, and stay where they meet the ball.
            resting = np.linalg.norm(now, axis=1) < ball.radius + 1e-9
            fallen = 2 * now - before + DT**2 * np.array([0, 0, -9.81])
            before, now = now, np.where(resting[:, None], now, fallen)
            inside = np.linalg.norm(now, axis=1) < ball.radius
            now[inside] = im.closest_point(ball, now[inside]).point
            recorder.append(
                DT * (recorder.frames + 1),
                vertices={"cloth": now},
                points={"resting": now[resting]},
                scalars={"speed": np.abs(now - before).max() / DT, "touching": resting.sum()},
            )


def main():
    cloth, ball = sheet(), im.Sphere(0.4)
    record("fall.rec", cloth, ball, FRAMES // 2)  # as if killed here,
    record("fall.rec", cloth, ball, FRAMES)  # and started again
    run = im.load("fall.rec")  # frames stay in the file
    touching = run.scalar("touching")
    print(run, f"first touch at {run.times[np.argmax(touching > 0)]:.2f} s, "
          f"{touching[-1]:.0f} vertices rest on the ball")  # fmt: skip
    return run


def check(run):
    """It falls 0.2 m, which takes 0.2 s; one that was not interrupted is the same to the bit."""
    assert abs(run.times[np.argmax(run.scalar("touching") > 0)] - 0.2) < 0.02
    assert len(run.points("resting", -1)) == run.scalar("touching")[-1] > 50
    record("whole.rec", run.things["cloth"], run.things["ball"], FRAMES)
    assert im.load("whole.rec") == run


if __name__ == "__main__":
    main()
