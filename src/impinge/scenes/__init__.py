"""One definition of each named scene, for test, benchmark, example and command line.

========================================  ========================================================
:func:`clash_machine`                     thousands of machine parts, some of them misplaced
:func:`write_clash_machine`               the same as a scene file
:func:`find_clashes`                      which parts of a scene touch, how deep, and where
:class:`Assembly` :class:`Clash`          many parts in one frame; two of them that touch
:func:`mesh_pair` :func:`pair_names`      two meshes by name, at any size; real ones where at hand
:func:`box_set` :func:`drifted`           boxes by the thousand, spread in several ways; some moved
:func:`brick_crowd`                       bricks of tetrahedra that overlap
:func:`convex_shape`                      a convex shape of each kind
:func:`convex_poses`                      deep, near and separated poses of two of them
:func:`adversarial_pairs`                 pairs of convex shapes that are difficult, by seed
:func:`feature_pairs`                     pairs of curved shapes whose features almost touch
:func:`seeded_poses`                      deep, near and separated poses of two meshes
:func:`spinning_blades`                   thin, fast and narrow, many turns in a step: what touches,
:func:`bullets_through_paper`             and when, is known
:func:`screws_in_nuts`
:func:`linking_rings`
:func:`seeded_motions`                    of any two shapes that start apart
:class:`MovingPairs`                      two shapes, many motions, known times of first contact
:func:`crowd_step` :func:`bullet_step`    scenes of thousands of things, and where some go in a step
:func:`pile`                              solids in a heap, with contacts everywhere
:func:`blade_and_post`                    a blade that spins many times in a step, a thin post
:func:`sliding_gear`                      a gear that slides and turns towards another
:class:`Encounter`                        two named things that move and meet
:func:`articulated`                       mannequins, machines and trains that move: robots, things
:func:`articulated_names`                 around them, and their motions, by name
:class:`ArticulatedScene`
:func:`conveyor`                          parcels on a belt: a scene, and a recording that moves it
:func:`motion_bench`                      problems of MotionBenchMaker: scenes, starts and goals
:func:`plan` :class:`Plan`                a path between two configurations, by RRT-Connect
:func:`walk_among_chessmen`               a captured walk of a mannequin, and what it touches
:func:`folded_sheet`                      sheets that fold, roll, hang over a ball or are crumpled,
:func:`rolled_sheet` :func:`draped_sheet` and strips that meet themselves: from formulas
:func:`crumpled_sheet` :func:`ribbon`
:func:`cone_strip`
:func:`waving_sheet`                      a sheet in the wind: a recording of what deforms
:func:`polyhedra_scene`                   two bodies that deform while they touch, by name
:class:`PolyhedraScene`
:func:`needle_fan`                        a solid of long thin triangles
:func:`cage`                              coarse tetrahedra around a solid, from cells of a grid
:func:`world` :func:`world_names`          bodies that fall, hit, rest and slide, by name
:func:`tray_of_parts`                     shapes of every kind that lie about
:func:`shape` :func:`deformed`            flat, long, round and concave; a wave or a twist over time
:mod:`~impinge.scenes.parts`              gears, bolts, springs, pipes and more, from formulas
========================================  ========================================================

Imports core, geometry, motion, formats, narrow, scene, simulation, io.
Imported by bench and cli.
"""

from impinge.scenes.articulated import articulated, articulated_names, walk_among_chessmen
from impinge.scenes.articulated_scene import ArticulatedScene
from impinge.scenes.assembly import Assembly
from impinge.scenes.blades import spinning_blades
from impinge.scenes.boxes import box_set, drifted
from impinge.scenes.bricks import brick_crowd, cage
from impinge.scenes.bullets import bullets_through_paper
from impinge.scenes.clash import Clash, clash_machine, find_clashes, write_clash_machine
from impinge.scenes.convex_adversarial import ConvexPairs, adversarial_pairs
from impinge.scenes.convex_features import feature_pairs
from impinge.scenes.convex_pairs import convex_poses, convex_shape
from impinge.scenes.conveyor import conveyor
from impinge.scenes.fast import Encounter, blade_and_post, sliding_gear
from impinge.scenes.folds import (
    cone_strip,
    crumpled_sheet,
    draped_sheet,
    folded_sheet,
    ribbon,
    rolled_sheet,
)
from impinge.scenes.mesh_pairs import mesh_pair, pair_names
from impinge.scenes.motion_bench import MotionProblem, motion_bench
from impinge.scenes.moving import MovingPairs, seeded_motions
from impinge.scenes.polyhedra import PolyhedraScene, polyhedra_scene
from impinge.scenes.poses import Poses, seeded_poses
from impinge.scenes.rrt_connect import Plan, plan
from impinge.scenes.screws import screws_in_nuts
from impinge.scenes.shapes import deformed, needle_fan, shape
from impinge.scenes.steps import bullet_step, crowd_step
from impinge.scenes.tori import linking_rings
from impinge.scenes.tray import pile, tray_of_parts
from impinge.scenes.waving import waving_sheet
from impinge.scenes.worlds import world, world_names

__all__ = [
    "ArticulatedScene",
    "Assembly",
    "Clash",
    "ConvexPairs",
    "Encounter",
    "MotionProblem",
    "MovingPairs",
    "Plan",
    "PolyhedraScene",
    "Poses",
    "adversarial_pairs",
    "articulated",
    "articulated_names",
    "blade_and_post",
    "box_set",
    "brick_crowd",
    "bullet_step",
    "bullets_through_paper",
    "cage",
    "clash_machine",
    "cone_strip",
    "convex_poses",
    "convex_shape",
    "conveyor",
    "crowd_step",
    "crumpled_sheet",
    "deformed",
    "draped_sheet",
    "drifted",
    "feature_pairs",
    "find_clashes",
    "folded_sheet",
    "linking_rings",
    "mesh_pair",
    "motion_bench",
    "needle_fan",
    "pair_names",
    "pile",
    "plan",
    "polyhedra_scene",
    "ribbon",
    "rolled_sheet",
    "screws_in_nuts",
    "seeded_motions",
    "seeded_poses",
    "shape",
    "sliding_gear",
    "spinning_blades",
    "tray_of_parts",
    "walk_among_chessmen",
    "waving_sheet",
    "world",
    "world_names",
    "write_clash_machine",
]
