"""A tool pushes into a soft liver: follow the contact, push back, and look at it.

Each frame starts from the direction of the last one. The recording has both bodies as they deform,
and what the tracker did: directions tried, depth of the hulls, force on the tool.

Run: python examples/liver_and_tool.py
"""

import numpy as np

import impinge as im
from impinge.narrow import ContactTracker
from impinge.response import facet_forces
from impinge.scenes import polyhedra_scene

FRAMES = 120


def main():
    scene = polyhedra_scene("liver-and-tool")
    tracker = ContactTracker(scene.mesh_a, scene.mesh_b)
    times = np.linspace(0.0, 1.0, FRAMES)
    frames, contacts, pushes = {"liver": [], "tool": []}, [], []
    for time in times:
        liver, tool = scene.vertices(time)
        contact = tracker.update(liver, tool)
        _, on_tool = facet_forces(contact, scene.mesh_a, scene.mesh_b, stiffness=200.0)
        frames["liver"].append(liver)
        frames["tool"].append(tool)
        contacts.append(contact)
        pushes.append(np.linalg.norm(on_tool.sum(axis=0)))
    hulls = [contact.separation for contact in contacts]
    recording = im.Recording(
        times,
        vertices={name: np.stack(rows) for name, rows in frames.items()},
        points={"contact [m]": [np.c_[c.points, c.depths] for c in contacts]},
        scalars={
            "iterations": [found.iterations for found in hulls],
            "depth of the hulls [m]": [max(-found.distance, 0.0) for found in hulls],
            "force on the tool [N]": pushes,
        },
        things={"liver": scene.mesh_a, "tool": scene.mesh_b},
    )
    im.View("Liver and tool").recording(recording).save("liver_and_tool.html")
    deepest = int(np.argmax([len(contact) for contact in contacts]))
    liver = scene.mesh_a.with_vertices(frames["liver"][deepest])
    tool = scene.mesh_b.with_vertices(frames["tool"][deepest])
    view = im.View("Deepest frame").add(liver, "liver").add(tool, "tool").add(contacts[deepest])
    view.save("facets.html")
    touching = sum(len(contact) > 0 for contact in contacts)
    print(f"{touching} of {FRAMES} frames touch, {np.mean(recording.scalar('iterations')):.2f} "
          f"directions a frame, {max(pushes):.1f} N at most")  # fmt: skip
    return contacts, frames, scene


def check(found):
    """Pairs are those of a full search, and the tool is pushed back the way it came."""
    contacts, frames, scene = found
    assert sum(len(contact) > 0 for contact in contacts) > 20
    assert not any(contact.turned for contact in contacts)
    for k, contact in enumerate(contacts):
        a = scene.mesh_a.with_vertices(frames["liver"][k])
        b = scene.mesh_b.with_vertices(frames["tool"][k])
        assert np.array_equal(contact.pairs, im.intersecting_pairs(a, b).pairs)


if __name__ == "__main__":
    main()
