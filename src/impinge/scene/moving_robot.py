"""Robots between configurations: first contacts, freedom and clearance, certified."""

from __future__ import annotations

from itertools import chain
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from impinge.continuous import Freedom
from impinge.continuous.kernels import convex_freedom as freedom
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import MAX_STEPS, TOLERANCE, Options, as_options
from impinge.core.arrays import Array, as_scalar, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import as_choice, as_flag
from impinge.core.progress import progress
from impinge.motion.in_between import InBetween
from impinge.scene.joint_space import JointSpace
from impinge.scene.kernels.robot_motion import NEAR, SEARCHED
from impinge.scene.path_results import Clearance, Culling, PathImpact, RobotImpact
from impinge.scene.robot_paths import BOXES, Paths, is_undecided
from impinge.scene.robot_queries import RobotQueries

if TYPE_CHECKING:
    from impinge.scene.scene import Scene

GLANCES = ((0.5, 1.0), (0.25, 0.75), (0.125, 0.375, 0.625, 0.875))
"""Shares of a path at which the robot is tested first: a test takes a fiftieth of a proof, and what
touches at all often does for long. All rows are tested at some, and what is left at the next."""
AT_ONCE = 256
"""Segments of a path that are searched before the next are looked at."""
HALVINGS = 40
SHARE = 1e-3
"""To which share, and to the tolerance, clearances are found."""


class _Asked(NamedTuple):
    """Paths to search, and what for."""

    paths: Paths
    options: Options


class MovingRobot(JointSpace):
    """The part of a :class:`~impinge.scene.Robot` that is asked about paths."""

    def time_of_impact(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        scene: Scene | None = None,
        *,
        tolerance: float = TOLERANCE,
        margin: float = 0.0,
        self_collision: bool = True,
        max_steps: int = MAX_STEPS,
        strict: bool = False,
    ) -> RobotImpact:
        """First contact of the robot with itself or a scene, on its path between configurations.

        Every joint moves at a constant rate (:class:`~impinge.motion.InBetween`). The time is never
        later than the true contact, for real meshes and any number of turns.

        Parameters
        ----------
        q0, q1 : (dof,) or (n, dof) array_like
            First and last configuration; one goes with every row of the other.
        scene : Scene, optional
            Its things are at rest.
        tolerance : float, optional
            Distance [m] at which shapes count as touching.
        margin : float, optional
            Distance [m] up to which shapes count as touching in any case; padding, and margins of
            things, are added.
        self_collision : bool, optional
            Whether links are tested with each other.
        max_steps : int, optional
            Work for each pair of bodies before it is given up.
        strict : bool, optional
            Refuse configurations out of limits; otherwise a warning counts them.

        Returns
        -------
        RobotImpact
            ``status`` FREE, HIT, STARTED_TOUCHING (with the pair and its ``depth``), or
            OUT_OF_BUDGET: free until ``time``, and not known from there on.

        Raises
        ------
        ImpingeError
            If a configuration or number is not usable; the message names row and joint.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.geometry import Articulation, Joint, Link
        >>> arm = Link("arm", [(im.Box((1, 0.1, 0.1)), im.pose((0.5, 0, 0)))])
        >>> hinge = Joint("hinge", "continuous", "base", "arm", axis=(0, 0, 1))
        >>> robot = im.scene.Robot(Articulation([Link("base"), arm], [hinge]))
        >>> post = im.Scene.from_dict({"post": (im.Sphere(0.1), im.pose((0, 0.8, 0)))})
        >>> found = robot.time_of_impact([0.0], [3.0], post)
        >>> found.link, found.other, round(found.time, 3)
        ('arm', 'post', 0.461)
        """
        paths, options = self._asked_path(
            q0, q1, scene, self_collision, strict, (margin, tolerance, max_steps)
        )
        impacts, pairs = paths.first_contacts(options)
        times, motion = np.minimum(impacts[:, impact_row.TIME], 1.0), paths.motion
        q = np.atleast_2d(motion.configuration(times))[:, self._columns]
        path = np.stack([motion.q0, motion.q1], axis=1)[:, :, self._columns]
        link, other = paths.queries.named(pairs)
        if motion.single:
            found = RobotImpact(impacts[0], frozen(q[0]), link[0], other[0], frozen(path[0]))
        else:
            found = RobotImpact(impacts, frozen(q), link, other, frozen(path))
        return found._knowing(lambda k: paths.posed_pair(k, pairs[k], float(times[k])))

    def stay_free(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        scene: Scene | None = None,
        *,
        tolerance: float = TOLERANCE,
        margin: float = 0.0,
        self_collision: bool = True,
        max_steps: int = MAX_STEPS,
        strict: bool = False,
    ) -> Freedom:
        """Whether the robot touches nothing on its whole path: proved, or not claimed.

        For planners: cheaper than :meth:`time_of_impact`, since it need not be known when.
        Arguments as there.

        Returns
        -------
        Freedom
            ``status`` FREE, HITS or UNDECIDED; ``time``, until when the path is proved free. One
            row a path for a batch, on all threads; ``bool(found)`` of a single one is ``free``.

        Examples
        --------
        >>> import impinge as im
        >>> from impinge.geometry import Articulation, Joint, Link
        >>> rail = Joint("rail", "prismatic", "base", "cart", axis=(1, 0, 0))
        >>> cart = Link("cart", [im.Box((0.2, 0.2, 0.2))])
        >>> robot = im.scene.Robot(Articulation([Link("base"), cart], [rail]))
        >>> wall = im.Scene.from_dict({"wall": im.HalfSpace((-1, 0, 0), -2)})
        >>> robot.stay_free([0.0], [[1.8], [2.5]], wall).free
        array([ True, False])
        """
        asked = self._asked_path(
            q0, q1, scene, self_collision, strict, (margin, tolerance, max_steps)
        )
        rows = self._freedom(asked)
        return Freedom(asked.paths.motion._shaped(rows))

    def check_path(
        self,
        waypoints: ArrayLike,
        scene: Scene | None = None,
        *,
        tolerance: float = TOLERANCE,
        margin: float = 0.0,
        self_collision: bool = True,
        max_steps: int = MAX_STEPS,
        strict: bool = False,
    ) -> PathImpact:
        """First contact along way-points, each joined to the next by a path.

        Parameters
        ----------
        waypoints : (k, dof) array_like
            At least two.
        scene, tolerance, margin, self_collision, max_steps, strict
            As of :meth:`time_of_impact`.

        Returns
        -------
        PathImpact
            The first contact, and ``segment``, the number of the way-point it comes after; -1 if
            the whole path is proved free.
        """
        rows, single = self._full(waypoints, "waypoints")
        if single or len(rows) < 2:
            raise ImpingeError(f"waypoints: expected shape (k, {self.dof}) with k from 2 on")
        count, path = len(rows) - 1, frozen(rows[:, self._columns])
        with progress(count, "certifying") as done:
            for begin in range(0, count, AT_ONCE):
                some = path[begin : begin + AT_ONCE + 1]
                found = self.time_of_impact(
                    some[:-1], some[1:], scene, tolerance=tolerance, margin=margin,
                    self_collision=self_collision, max_steps=max_steps, strict=strict,
                )  # fmt: skip
                hits = np.flatnonzero(np.asarray(found.status) != impact_row.FREE)
                done(min(begin + AT_ONCE, count))
                if len(hits):
                    return PathImpact(found[int(hits[0])], begin + int(hits[0]), path)
        return PathImpact(found[len(found) - 1], -1, path)

    def clearance(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        scene: Scene | None = None,
        *,
        at_least: float | None = None,
        tolerance: float = TOLERANCE,
        self_collision: bool = True,
        max_steps: int = MAX_STEPS,
        strict: bool = False,
    ) -> Clearance:
        """How far the robot stays from itself and a scene on its whole path.

        Parameters
        ----------
        at_least : float, optional
            Distance [m] to be proved. If not given, the largest that can be is searched for, to a
            thousandth.
        q0, q1, scene, tolerance, self_collision, max_steps, strict
            As of :meth:`time_of_impact`.

        Returns
        -------
        Clearance
            ``free`` where ``at_least`` is proved, and bounds ``lower`` and ``upper`` of the least
            distance on the path.
        """
        wanted = 0.0 if at_least is None else as_scalar(at_least, "at_least")
        asked = self._asked_path(
            q0, q1, scene, self_collision, strict, (wanted, tolerance, max_steps)
        )
        rows = self._freedom(asked)
        upper = self._measured(asked, strict, self_collision, scene)
        free = rows[:, freedom.STATUS] == freedom.FREE
        lower = np.where(free, wanted, 0.0)
        if at_least is None:
            lower = self._largest_proved(asked, lower, upper)
        found = np.column_stack([rows, lower, upper])
        return Clearance(asked.paths.motion._shaped(found))

    def culling(
        self,
        q0: ArrayLike,
        q1: ArrayLike,
        scene: Scene | None = None,
        *,
        boxes: str = "taylor",
        self_collision: bool = True,
    ) -> Culling:
        """How many pairs of shapes each stage of :meth:`time_of_impact` leaves.

        Parameters
        ----------
        boxes : str, optional
            "taylor", or "intervals" to compare with.
        q0, q1, scene, self_collision
            As of :meth:`time_of_impact`.
        """
        asked = self._asked_path(q0, q1, scene, self_collision, False, (0.0, TOLERANCE, MAX_STEPS))
        paths = asked.paths
        found = paths.search(asked.options, boxes=as_choice(boxes, "boxes", BOXES))
        pairs = len(paths.queries.all_pairs)
        left, searched = found[:, NEAR].astype(np.int64), found[:, SEARCHED].astype(np.int64)
        return Culling(np.full(len(found), pairs), left, searched)

    def _asked_path(
        self, q0: ArrayLike, q1: ArrayLike, scene: Scene | None, own: bool, strict: bool,
        search: tuple[float, float, int],
    ) -> _Asked:  # fmt: skip
        first, single, queries = self._asked(q0, scene, own, strict, "q0")
        last, alone, _ = self._asked(q1, scene, own, strict, "q1")
        margin, tolerance, max_steps = search
        options = as_options(margin, tolerance, 1.0, queries.solid, max_steps)
        ends = first[0] if single else first, last[0] if alone else last
        return _Asked(Paths(queries, InBetween(self._model.kinematics, *ends)), options)

    def _asked(
        self, q: ArrayLike, scene: Scene | None, own: bool, strict: bool, name: str = "q"
    ) -> tuple[Array, bool, RobotQueries]:
        """Configurations of all joints, whether there was one alone, and what is tested."""
        rows, single = self._full(q, name)
        self._check_limits(rows, single, as_flag(strict, "strict"), name)
        if as_flag(own, "self_collision") and not self._model.checked_neutral:
            self._model.point_out_neutral()
        return rows, single, self._model.among(self._model.world(scene), bool(own))

    def _freedom(self, asked: _Asked) -> Array:
        """(n, FREEDOM_ROW) float64: glances first, then proofs of what they leave."""
        paths, options = asked.paths, asked.options
        count = len(paths.motion.q0)
        out = np.zeros((count, freedom.FREEDOM_ROW))
        # Proofs begin with surfaces that touch at the start; solids may be inside of others.
        for shares in (*([(0.0,)] if options.solid else []), *GLANCES):
            left = np.flatnonzero(out[:, freedom.STATUS] == freedom.FREE)
            seen = paths.collides_at(shares, left, options)
            out[left, freedom.STEPS] += len(shares)
            out[left[seen], freedom.STATUS] = freedom.HITS
        left = np.flatnonzero(out[:, freedom.STATUS] == freedom.FREE)
        found = paths.some(left).search(options, any_contact=True)
        free = found[:, impact_row.STATUS] == impact_row.FREE
        unsure = is_undecided(found)
        out[left, freedom.STATUS] = np.where(
            free, freedom.FREE, np.where(unsure, freedom.UNDECIDED, freedom.HITS)
        )
        out[left, freedom.TIME] = np.where(free, 1.0, np.minimum(found[:, impact_row.TIME], 1.0))
        out[left, freedom.STEPS] += found[:, impact_row.STEPS]
        return out

    def _measured(self, asked: _Asked, strict: bool, own: bool, scene: Scene | None) -> Array:
        """(n,) float64: the least distance at some times of each path."""
        best = np.full(len(asked.paths.motion.q0), inf)
        for share in (0.0, *chain.from_iterable(GLANCES)):
            q = np.atleast_2d(asked.paths.motion.configuration(share))[:, self._columns]
            near = self.closest(q, scene, self_collision=own, strict=strict)  # type: ignore[attr-defined]
            best = np.minimum(best, near.distance)
        return best

    def _largest_proved(self, asked: _Asked, lower: Array, upper: Array) -> Array:
        """(n,) float64: distances that are proved, by bisection up to what was measured."""
        low, high = lower.copy(), upper.copy()
        for row in range(len(low)):
            path = asked.paths.some(np.array([row]))
            for _ in range(HALVINGS):
                if not high[row] - low[row] > max(asked.options.tolerance, SHARE * high[row]):
                    break
                middle = 0.5 * (low[row] + high[row])
                options = asked.options._replace(margin=middle)
                found = path.search(options, any_contact=True)
                if found[0, impact_row.STATUS] == impact_row.FREE:
                    low[row] = middle
                else:
                    high[row] = middle
        return low
