"""What happens to named things in a step: first contacts, on the way from pose to pose."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from impinge.continuous.options import MAX_STEPS, TOLERANCE, Options, as_options
from impinge.core.errors import ImpingeError
from impinge.core.options import as_flag
from impinge.scene.articulated import ArticulatedPopulation
from impinge.scene.impact_results import (
    SceneCast,
    SceneFreedom,
    SceneImpact,
    SceneImpacts,
    StepCost,
)
from impinge.scene.impacts import cast_shape, find_impacts, find_unproved, first_of, with_shapes
from impinge.scene.joint_step import JointStep
from impinge.scene.step import Step, Targets
from impinge.scene.things import check_margin, check_pose


class MovingPopulation(ArticulatedPopulation):
    """Things by name that move: what a :class:`~impinge.scene.Scene` is asked about a step."""

    def __init__(self, *, solid: bool = False) -> None:
        super().__init__(solid=solid)
        self._last_step = StepCost()

    def time_of_impact(
        self,
        poses_t1: Targets = None,
        *,
        tolerance: float = TOLERANCE,
        max_time: float = 1.0,
        count_started: bool = False,
        max_steps: int = MAX_STEPS,
    ) -> SceneImpact:
        """The first contact among all things while they move; nothing in between is missed.

        Parameters
        ----------
        poses_t1 : mapping of str to pose or RigidMotion, or (n, 4, 4) array_like, optional
            Where things are at the end of the step, by name, or of all in the order of ``names``.
            What is not named rests, and so does what stays in its pose. Towards a pose a thing
            moves as a :class:`impinge.Motion`: its origin along a line, turning at a constant rate,
            the shorter way round. A motion says it otherwise, and begins where the thing is. A
            batch of n motions, in the order of ``names``, too. Robots have configurations (dof,)
            here, and move as :class:`~impinge.motion.InBetween` says; things move to poses then.
        tolerance, max_time, max_steps : optional
            As of :func:`impinge.time_of_impact`, for each pair.
        count_started : bool, optional
            Pairs that touch at the start count as the first contact: status ``STARTED_TOUCHING`` at
            time 0. By default they are listed in ``started`` and do not hide the first *new*
            contact, that of things that start apart.

        Returns
        -------
        SceneImpact
            Time, status, points, normal and features of the first contact, ``names``, and
            ``started``. Of several at the same time, the first by name.

        Raises
        ------
        ImpingeError
            If a name, a pose or a motion is not usable, or two things cannot be asked about; the
            message names them.

        Notes
        -----
        Margins and what is ignored count as in :meth:`collide`. Pairs of which neither moves are
        not asked, nor listed in ``started``. A pair that touches at the start is not followed: that
        it goes deeper, or parts and meets again in the same step, is not told. Let a response act
        on ``started`` first; or ask with ``count_started=True``, which ends the step there.

        A pair that was given up (``OUT_OF_BUDGET``) counts from the time until which it is proved
        to be free.

        Examples
        --------
        A bullet, and a crate that slides on the floor:

        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add("floor", im.HalfSpace((0, 0, 1)))
        >>> scene.add("crate", im.Box((1, 1, 1)), im.pose((0, 0, 0.5)))
        >>> scene.add("bullet", im.Sphere(0.005), im.pose((-100, 0, 0.5)))
        >>> step = {"bullet": im.pose((300, 0, 0.5)), "crate": im.pose((0.1, 0, 0.5))}
        >>> found = scene.time_of_impact(step)
        >>> found.names, round(found.time, 4), found.started.pairs
        (('bullet', 'crate'), 0.2488, (('crate', 'floor'),))
        """
        options = as_options(0.0, tolerance, max_time, self._solid, max_steps)
        counted = as_flag(count_started, "count_started")
        with self._memo.lock:
            return self._first_impact(poses_t1, options, counted)[1]

    def impacts(
        self,
        poses_t1: Targets = None,
        *,
        tolerance: float = TOLERANCE,
        max_time: float = 1.0,
        max_steps: int = MAX_STEPS,
    ) -> SceneImpacts:
        """Every pair's first contact in a step, as if nothing stopped the others; by time.

        Pairs that touch at the start come first, at time 0, with status ``STARTED_TOUCHING``.

        Parameters
        ----------
        poses_t1, tolerance, max_time, max_steps : optional
            As of :meth:`time_of_impact`.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"left": im.Sphere(1), "right": im.Sphere(1)})
        >>> scene.move("right", im.pose((5, 0, 0)))
        >>> found = scene.impacts({"right": im.pose((-5, 0, 0))})
        >>> found.pairs, found.time.round(6).tolist()
        ((('left', 'right'),), [0.3])
        """
        options = as_options(0.0, tolerance, max_time, self._solid, max_steps)
        with self._memo.lock:
            if self._joint_step(poses_t1) is not None:
                raise ImpingeError("poses_t1: with robots, ask scene.time_of_impact")
            found = find_impacts(Step(self._things, poses_t1), options, every=True)
            self._last_step = found.cost
            return SceneImpacts(found.rows, found.pairs)

    def stay_free(
        self,
        poses_t1: Targets = None,
        *,
        tolerance: float = TOLERANCE,
        max_time: float = 1.0,
        max_steps: int = MAX_STEPS,
    ) -> SceneFreedom:
        """Whether nothing touches in the whole step: proved, or not claimed. For planners.

        What touches at the start is not free: :meth:`ignore` pairs that rest on each other.

        Parameters
        ----------
        poses_t1 : optional
            As of :meth:`time_of_impact`.
        tolerance, max_time, max_steps : optional
            As of :func:`impinge.stay_free`, for each pair.

        Returns
        -------
        SceneFreedom
            True or false; with the pairs of which it is not proved, and what is known of them.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"left": im.Sphere(1), "right": im.Sphere(1)})
        >>> scene.move("right", im.pose((5, 0, 0)))
        >>> bool(scene.stay_free({"right": im.pose((5, 9, 0))}))
        True
        >>> scene.stay_free({"right": im.pose((-5, 0, 0))})
        SceneFreedom('left' and 'right' HITS)
        """
        options = as_options(0.0, tolerance, max_time, self._solid, max_steps)
        with self._memo.lock:
            if (joint := self._joint_step(poses_t1)) is not None:
                return joint.stay_free(options)
            found = find_unproved(Step(self._things, poses_t1), options)
            self._last_step = found.cost
            return SceneFreedom(found.rows, found.pairs)

    def advance_to_impact(
        self,
        poses_t1: Targets = None,
        *,
        tolerance: float = TOLERANCE,
        max_time: float = 1.0,
        count_started: bool = False,
        max_steps: int = MAX_STEPS,
    ) -> SceneImpact:
        """Move all things to the time of their first contact, each along its own motion.

        Where nothing comes into contact, things move to the end: into ``poses_t1``, or to where
        they are at ``max_time``. After an error, or Ctrl-C, nothing has moved.

        The gap is then at most the tolerance beyond the margins, and not closed: without a response
        the same two touch again at once when the step is taken on.

        Parameters
        ----------
        poses_t1, tolerance, max_time, count_started, max_steps : optional
            As of :meth:`time_of_impact`.

        Returns
        -------
        SceneImpact
            As of :meth:`time_of_impact`.

        Examples
        --------
        >>> import impinge as im
        >>> scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "ball": im.Sphere(1)})
        >>> scene.move("ball", im.pose((0, 0, 5)))
        >>> scene.advance_to_impact({"ball": im.pose((0, 0, -5))})
        SceneImpact(('ball', 'floor'), HIT, time=0.4)
        >>> scene["ball"].pose[2, 3].round(5)
        np.float64(1.0)
        """
        options = as_options(0.0, tolerance, max_time, self._solid, max_steps)
        counted = as_flag(count_started, "count_started")
        with self._memo.lock:
            step, first = self._first_impact(poses_t1, options, counted)
            time = min(float(first.time), options.max_time)
            self._things.move(*step.poses_at(time))
            if isinstance(step, JointStep):
                for name, q in step.configurations_at(time).items():
                    self._robots[name] = self._robots[name]._replace(q=q)
            return first

    def _first_impact(
        self, targets: Targets, options: Options, count_started: bool
    ) -> tuple[Step | JointStep, SceneImpact]:
        """How things move, and what touches first."""
        joint = self._joint_step(targets)
        if joint is not None:
            return joint, with_shapes(joint.search(options, count_started), joint)
        step = Step(self._things, targets)
        found = find_impacts(step, options)
        self._last_step = found.cost
        return step, with_shapes(first_of(found, count_started), step)

    def cast(
        self,
        shape: Any,
        direction: ArrayLike,
        pose: ArrayLike | None = None,
        *,
        margin: float = 0.0,
        tolerance: float = TOLERANCE,
        count_started: bool = False,
    ) -> SceneCast:
        """What a shape that is not in the scene hits first when it is moved along a line.

        Parameters
        ----------
        shape : shape
            It does not turn.
        direction : (3,) array_like
            Along a vector; its length is the distance looked at [m], world frame.
        pose : (4, 4) array_like, optional
            Where it begins; identity if not given.
        margin : float, optional
            Distance [m] that counts as part of the shape.
        tolerance, count_started : optional
            As of :meth:`time_of_impact`.

        Examples
        --------
        How far can a table of two by one metres be pushed along x?

        >>> import impinge as im
        >>> scene = im.Scene()
        >>> scene.add("cupboard", im.Box((1, 1, 2)), im.pose((4, 0, 0)))
        >>> scene.cast(im.Box((2, 1, 0.1)), (10, 0, 0))
        SceneCast('cupboard', distance=2.5)
        """
        ready, placed = self._as_shape(shape, "shape"), check_pose(pose, "shape")
        wide = check_margin(margin, "shape")
        options = as_options(0.0, tolerance, 1.0, self._solid, MAX_STEPS)
        with self._memo.lock:
            counted = as_flag(count_started, "count_started")
            found, self._last_step = cast_shape(
                self._things, ready, placed, wide, direction, options, counted
            )
            return found

    @property
    def last_step(self) -> StepCost:
        """What the last question about a step took."""
        return self._last_step
