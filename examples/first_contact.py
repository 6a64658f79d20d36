"""When does a swinging arm first touch a fixture, where, and with which faces?

The arm turns by 90 degrees about a hinge: a screw, since the hinge stays where it is. The answer is
a time of the step, never late, and a page shows the moment.

Run: python examples/first_contact.py
"""

import numpy as np

import impinge as im

HINGE_TO_MIDDLE = (0.5, 0.0, 0.0)
DEGREES = 90.0


def turned(degrees):
    """Where the arm is after so much of its swing, clockwise about the z axis of the world."""
    about_hinge = im.pose(axis_angle=((0, 0, 1), -degrees), degrees=True)
    return about_hinge @ im.pose(HINGE_TO_MIDDLE)


def main():
    arm, fixture = im.box_mesh((1.0, 0.1, 0.12)), im.box_mesh((0.2, 0.2, 0.1))
    stands = im.pose((0.5, -0.5, 0), euler=(20, -15, 10), degrees=True)
    swing = im.ScrewMotion(turned(0), turned(DEGREES))

    hit = im.time_of_impact(arm, fixture, swing, stands)
    angle = DEGREES * hit.time
    print(f"{hit.status.name} after {hit.time:.4f} of the swing, at {angle:.2f} degrees")
    print(f"at {hit.point_b.round(4)} m, the gap is {1e9 * hit.gap:.0f} nm")
    print(f"face {hit.feature_a} of the arm, vertex {hit.feature_b} of the fixture")

    # With a clearance of 5 mm it has to stop a little earlier.
    near = im.time_of_impact(arm, fixture, swing, stands, margin=0.005)
    print(f"5 mm apart until {DEGREES * near.time:.2f} degrees")

    view = im.View("First contact").add(arm, "arm", swing).add(fixture, "fixture", stands)
    page = view.add(hit).save("first_contact.html")
    print(f"the moment is marked in {page}")
    return arm, fixture, stands, hit, near, page


def check(found):
    arm, fixture, stands, hit, near, page = found
    # The arm's side is 0.05 beside the line through the hinge: when does it reach each corner?
    corners = fixture.vertices @ stands[:3, :3].T + stands[:3, 3]
    x, y, _ = corners.T
    times = np.degrees(np.arctan2(-y, x) - np.arcsin(0.05 / np.hypot(x, y))) / DEGREES
    first = times.argmin()
    assert times[first] - 1e-6 < hit.time <= times[first]
    np.testing.assert_allclose(hit.point_b, corners[first], atol=1e-5)
    # A triangle of the arm's leading side, and that corner.
    assert (arm.vertices[arm.faces[hit.feature_a], 1] == -0.05).all()
    assert hit.feature_b == first
    assert near.time < hit.time
    assert page.is_file()


if __name__ == "__main__":
    main()
