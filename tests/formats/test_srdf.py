"""SRDF files: ignored pairs, groups in every form, states; names that are not there."""

import pytest

from impinge.core.errors import FileError
from impinge.formats.robot_parts import RobotParts
from impinge.formats.srdf import read_srdf
from impinge.geometry import Articulation, Joint, Link

TREE = Articulation(
    [Link(name) for name in "abcde"],
    [
        Joint("1", "revolute", "a", "b"),
        Joint("2", "fixed", "b", "c"),
        Joint("3", "revolute", "c", "d"),
        Joint("4", "ball", "a", "e"),
    ],
)
TEXT = """<robot name="x">
<group name="arm"><chain base_link="a" tip_link="d"/></group>
<group name="one"><joint name="4"/><link name="b"/></group>
<group name="all"><group name="arm"/><group name="one"/></group>
<group name="still"><joint name="2"/></group>
<group_state name="up" group="arm"><joint name="1" value="0.5"/><joint name="2" value="0"/>
<joint name="4" value="0 0 0 1"/></group_state>
<disable_collisions link1="a" link2="d" reason="Never"/>
<disable_collisions link1="b" link2="e"/>
</robot>"""


def read(tmp_path, text):
    path = tmp_path / "x.srdf"
    path.write_text(text)
    return read_srdf(path, RobotParts(TREE))


def test_pairs_groups_and_states(tmp_path):
    parts = read(tmp_path, TEXT)

    assert parts.ignored == {("a", "d"): "Never", ("b", "e"): "disabled in the SRDF"}
    assert parts.groups == {"arm": ("1", "3"), "one": ("1", "4"), "all": ("1", "3", "4")}
    assert parts.states == {"up": {"1": 0.5, "4": (0.0, 0.0, 0.0, 1.0)}}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('link1="a" link2="d"', 'link1="a" link2="a"', "line 8: link1 and link2 are both 'a'"),
        ('name="one"><joint', 'name="arm"><joint', "line 3: two groups are called 'arm'"),
        ('value="0.5"', 'value="1_0"', "expected numbers"),
        ('link1="a"', 'link1="z"', "line 8: the robot has no link 'z'"),
        ('<joint name="4"/>', '<joint name="9"/>', "no joint '9'"),
        ('base_link="a"', 'base_link="e"', "no chain from 'e' to 'd'"),
        ('<group name="one"/>', '<group name="all"/>', "contain each other"),
        ('value="0.5"', 'value="high"', "line 6: value is 'high'"),
        ('group="arm"', 'group="leg"', "no group 'leg'"),
        ('link2="e"', "", "has no link2"),
        ("<robot", "<model", "well-formed"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, old, new, told):
    assert old in TEXT
    with pytest.raises(FileError, match=told):
        read(tmp_path, TEXT.replace(old, new))


def test_groups_within_groups_take_no_time(tmp_path):
    # Twice in each other, forty deep: a walk without memory would take 2^40 steps; a recursive one
    # ends at a thousand.
    inner = "".join(
        f'<group name="g{k}"><group name="g{k + 1}"/><group name="g{k + 1}"/></group>'
        for k in range(3000)
    )
    parts = read(tmp_path, f'<robot>{inner}<group name="g3000"><joint name="1"/></group></robot>')
    assert parts.groups["g0"] == ("1",)


def test_states_of_the_same_name_are_one(tmp_path):
    second = '<group_state name="up" group="one"><joint name="3" value="2"/></group_state></robot>'
    parts = read(tmp_path, TEXT.replace("</robot>", second))
    assert parts.states == {"up": {"1": 0.5, "3": 2.0, "4": (0.0, 0.0, 0.0, 1.0)}}
