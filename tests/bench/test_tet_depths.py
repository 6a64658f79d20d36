"""Depth of pressed bodies, measured: the tower keeps its side, neighbours agree more."""


def test_the_tower_and_the_balls(tets_report):
    last = tets_report["tower"][-1]
    assert last["consistent"] > 0.999
    assert last["closest"] < -0.999
    # Balls pressed by 20, 45 and 70 % of their size.
    deep = [row for row in tets_report["presses"] if row["scene"] == "balls"][1:]
    for row in deep:
        assert row["rows"] > 100
        assert row["consistent"]["back"] > row["closest"]["back"]
    assert {"crowd", "balls"} <= {row["scene"] for row in tets_report["stages"]}
    for row in tets_report["stages"]:
        assert abs(sum(row["shares"].values()) - 1.0) < 1e-12
