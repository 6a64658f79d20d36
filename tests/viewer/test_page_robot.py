"""Robots on a page, in a real browser."""

import numpy as np
import pytest
from articulated import FOLDED, KINDS, arm, move, random_articulation
from viewer.browser import click_at, wait_until

import impinge as im
from impinge.scene import Robot

SEED = 3


@pytest.fixture(scope="module")
def every():
    """A robot with every kind of joint, and mimic joints, away from the origin."""
    tree = random_articulation(SEED, links=20, meshes=False)
    assert {joint.kind for joint in tree.joints} == {*KINDS}
    assert any(joint.mimic for joint in tree.joints)
    base = move((3.0, -2.0, 1.0))
    base[:2, :2] = [[0, -1], [1, 0]]
    return Robot(tree, base=base)


@pytest.fixture(scope="module")
def every_page(keep_page, every):
    """Its page, for tests that set all joints before they look at it."""
    return keep_page(im.View().robot(every, contacts=False).html())


def links_of(page, names):
    found = page.evaluate("(names) => names.map((name) => impingeView.frameOf(name))", names)
    return np.reshape(found, (-1, 4, 4))


def joints_of(page):
    return np.array(page.evaluate("() => impingeView.joints()"))


def drag(page, row, value):
    """Moves a slider as a reader does: the event is the browser's."""
    page.locator(f"#joints input[type=range][data-row='{row}']").evaluate(
        "(slider, value) => { slider.value = value;"
        " slider.dispatchEvent(new Event('input', { bubbles: true })); }",
        str(value),
    )


def test_links_are_where_the_library_poses_them(every_page, every):
    page = every_page
    for q in every.random(12, seed=1):
        page.evaluate("(q) => impingeView.setJoints(q)", q.tolist())

        assert np.abs(links_of(page, every.link_names) - every.links(q)).max() < 1e-12


def test_surfaces_are_drawn_there(every_page, every):
    """What is drawn is in single precision."""
    page = every_page
    page.evaluate("(q) => impingeView.setJoints(q)", every.neutral().tolist())
    first = page.evaluate("(name) => impingeView.verticesOf(name)", every.link_names[-1])
    start = every.links(every.neutral())[-1]
    q = every.random(seed=2)
    page.evaluate("(q) => impingeView.setJoints(q)", q.tolist())
    then = page.evaluate("(name) => impingeView.verticesOf(name)", every.link_names[-1])
    local = (np.reshape(first, (-1, 3)) - start[:3, 3]) @ start[:3, :3]
    there = every.links(q)[-1]

    moved = local @ there[:3, :3].T + there[:3, 3]
    size = np.abs(every.links(q)[:, :3, 3]).max()
    assert np.abs(np.reshape(then, (-1, 3)) - moved).max() < 1e-6 * size


def test_sliders_move_joints_of_every_kind_to_their_values(every_page, every):
    page = every_page
    count = page.locator("#joints input[type=range]").count()
    assert count == every.speeds
    for row in range(count):
        drag(page, row, 0.3)
    q = joints_of(page)

    assert np.abs(links_of(page, every.link_names) - every.links(q)).max() < 1e-12
    values = page.locator("#joints input.value").evaluate_all(
        "(all) => all.map((one) => one.value)"
    )
    assert {*values} == {"0.3000"}
    # Three sliders are roll, pitch and yaw: a turn about z, after y, after x.
    c, s = np.cos(0.3), np.sin(0.3)
    turn = (
        np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        @ [[c, 0, s], [0, 1, 0], [-s, 0, c]]
        @ [[1, 0, 0], [0, c, -s], [0, s, c]]
    )
    joint = next(joint for joint in every.articulation.joints if joint.kind == "ball")
    poses = dict(zip(every.link_names, every.links(q), strict=True))
    own = np.linalg.inv(poses[joint.parent] @ joint.origin) @ poses[joint.child]
    assert np.abs(own[:3, :3] - turn).max() < 1e-12


@pytest.fixture
def shown(open_page):
    scene = im.Scene.from_dict({"wall": (im.Box((0.2, 4, 4)), move((2.5, 0, 0)))})
    robot = arm(states={"bent": {"1": 0.5, "2": 1.0}})
    return open_page(im.View().robot(robot, [0.0, 0.0, 0.0], scene).html(), size=(1300, 800))


def counts(page):
    return [int(text) for text in page.locator("#tables .count").all_inner_texts()]


def test_contacts_are_hidden_at_configurations_that_nobody_asked_about(shown):
    given = counts(shown)
    marks = shown.evaluate("() => impingeView.marksOf('Contact points').length")
    assert given[1] == 1
    assert marks > 0
    assert not shown.locator("#joints .by-hand").is_visible()

    drag(shown, 0, 1.5)
    assert counts(shown)[1] == 0
    assert shown.evaluate("() => impingeView.marksOf('Contact points').length") == 0
    assert shown.locator("#joints .by-hand").is_visible()
    assert "As given" in shown.locator("#answer").evaluate(
        "(answer) => getComputedStyle(answer, '::before').content"
    )

    shown.click("#joints .given")
    assert counts(shown) == given
    assert joints_of(shown).tolist() == [0.0, 0.0, 0.0]
    assert not shown.locator("#joints .by-hand").is_visible()


def test_a_contact_that_is_hidden_is_not_selected(shown):
    shown.evaluate("() => impingeView.select('contacts', 0)")
    assert shown.locator("#details").is_visible()
    shown.evaluate("() => impingeView.setJoints([1.5, 0, 0])")

    assert not shown.locator("#details").is_visible()
    assert "set by hand" in shown.locator("#empty").inner_text()


def test_states_are_buttons_and_q_is_copied(shown):
    shown.click("#joints [data-state=bent]")
    assert joints_of(shown).tolist() == [0.5, 1.0, 0.0]
    shown.locator("#joints input.value").nth(2).fill("-0.25")
    shown.keyboard.press("Enter")
    shown.click("#joints .copy")

    wait_until(shown, "() => document.querySelector('#joints .copy').dataset.q")
    assert shown.locator("#joints .copy").get_attribute("data-q") == "[0.5, 1, -0.25]"
    shown.click("#joints [data-state=Neutral]")
    assert joints_of(shown).tolist() == [0.0, 0.0, 0.0]


def test_keys_and_typed_numbers_stay_within_ranges(shown):
    shown.locator("#joints input[type=range]").first.focus()
    shown.keyboard.press("ArrowRight")
    assert joints_of(shown)[0] == pytest.approx(6 / 200)
    typed = shown.locator("#joints input.value").first
    for text, value in (("99", 3.0), ("nonsense", 3.0), ("\u22121", -1.0)):
        typed.fill(text)
        shown.keyboard.press("Enter")
        assert joints_of(shown)[0] == value


def test_a_joint_selects_what_it_moves_and_a_link_its_joint(shown):
    shown.locator("#joints .joint-name").nth(1).click()
    assert shown.locator("#details .name").first.inner_text() == "lower"
    shown.keyboard.press("Escape")
    click_at(shown, (0.5, 0, 0.05))

    assert shown.locator("#details .name").first.inner_text() == "upper"
    assert shown.locator("#joints .joint.chosen .joint-name").inner_text() == "1"


def test_search_leaves_the_joints_that_contain_it(shown):
    shown.fill("#search", "hand")
    names = shown.locator("#joints .joint:visible .joint-name").all_inner_texts()
    assert names == ["3"]


def test_recorded_joints_play_and_the_table_says_where_links_are(open_page):
    robot = arm()
    q = np.linspace([0, 0, 0], FOLDED, 5)
    run = im.Recording(np.arange(5.0), joints={"arm": q})
    page = open_page(im.View().add(robot).add(run).html(), size=(1300, 800))
    for frame in (0, 3, 4):
        page.evaluate("(frame) => impingeView.setFrame(frame)", frame)
        poses = dict(zip(robot.link_names, robot.links(q[frame]), strict=True))

        assert joints_of(page).tolist() == q[frame].tolist()
        assert np.abs(links_of(page, ["hand"])[0] - poses["hand"]).max() < 1e-12
        assert counts(page)[1] == len(robot.collide(q[frame]))
    drag(page, 0, 1.0)
    assert counts(page)[1] == 0
    page.evaluate("() => impingeView.setFrame(3)")
    assert joints_of(page).tolist() == q[3].tolist()
    page.click("[role=tab]:has-text('Things')")
    cells = page.locator("#table tr[data-row] td:nth-child(3)").evaluate_all(
        "(cells) => cells.map((cell) => cell.dataset.value)"
    )
    shown = np.array([[float(x) for x in text.split()] for text in cells])
    assert np.abs(shown - robot.links(q[3])[:4, :3, 3]).max() < 1e-12
