"""The path of a robot on a page, in a real browser."""

import numpy as np
import pytest
from viewer.browser import wait_until

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot
from impinge.viewer.show import view_of


@pytest.fixture(scope="module")
def swept():
    shape = (im.Box((1, 0.1, 0.1)), im.pose((0.5, 0, 0)))
    hinge = Joint("hinge", "continuous", "base", "arm", axis=(0, 0, 1))
    robot = Robot(Articulation([Link("base"), Link("arm", [shape])], [hinge]), name="crank")
    scene = im.Scene.from_dict({"post": (im.Sphere(0.1), im.pose((0, 0.8, 0)))})
    found = robot.check_path([[0.0], [0.6], [3.0]], scene)
    return robot, found, view_of(robot, scene, found).html()


def test_it_opens_at_the_contact_and_the_slider_leads_there(open_page, swept):
    robot, found, html = swept
    page = open_page(html)
    bar = page.locator("#time")

    assert page.evaluate("() => impingeView.joints()") == found.configuration.tolist()
    assert bar.locator(".now").text_content() == f"t = {found.time:.4f}"
    assert bar.locator(".of").text_content() == "segment 1, touching"
    assert page.locator("#labels span:visible").all_text_contents() == ["arm touches post"]
    assert bar.locator(".tick .said").text_content() == "first contact"
    page.evaluate("() => impingeView.setFrame(0)")
    assert bar.locator(".of").text_content() == "segment 0, free"
    assert page.evaluate("() => impingeView.joints()") == [0.0]
    # Labels move with the next picture.
    wait_until(page, "() => [...document.querySelectorAll('#labels span')].every((s) => s.hidden)")
    bar.locator(".tick .said").click()
    assert bar.locator(".of").text_content() == "segment 1, touching"
    at = np.reshape(page.evaluate("() => impingeView.frameOf('arm')"), (4, 4))
    assert np.abs(at - robot.links(found.configuration)[1]).max() < 1e-12


def test_rows_of_segments_lead_to_their_frames(open_page, swept):
    page = open_page(swept[2])
    page.get_by_role("tab", name="Segments").click()
    page.locator("#table tbody tr, [role=row]").filter(has_text="free, certified").first.click()
    wait_until(
        page, "() => document.querySelector('#time .of').textContent.startsWith('segment 0')"
    )
