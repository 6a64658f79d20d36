"""Poses at the edge of what is taken for a rigid motion."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.core.poses import as_poses


@pytest.fixture
def just_accepted():
    """Poses stretched by nearly 1e-14, which are used as they are."""
    rng = np.random.default_rng(1)
    found = []
    while len(found) < 40:
        pose = np.eye(4)
        signs = np.sign(rng.normal(size=(3, 3)))
        pose[:3, :3] = Rotation.random(random_state=rng).as_matrix() @ (
            np.eye(3) + 0.48e-14 * signs
        )
        pose[:3, 3] = rng.normal(size=3)
        if (as_poses(pose, "pose") == pose).all():
            found.append(pose)
    return found
