"""The numbers of a page, in a real browser: sorted, searched, linked, and there without WebGL."""

import numpy as np
import pytest
from viewer.browser import rows_of, wait_until

import impinge as im

PARTS = 300


def at(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


@pytest.fixture(scope="module")
def made():
    """A row of boxes, each of which reaches a little further into the next."""
    scene = im.Scene()
    place = 0.0
    for k in range(PARTS):
        scene.add(f"part {k}", im.Box((1.0, 1.0, 1.0)), at(place))
        place += 1.0 - 0.002 * (k % 50) - 0.001
    view = im.View("Row").add(scene)
    return view.payload(), view.html()


@pytest.fixture(scope="module")
def shown(keep_page, made):
    """Its page, for tests that look at it and leave it as it was."""
    return keep_page(made[1])


def table_of(payload, key):
    (found,) = [table for table in payload["tables"] if table["id"] == key]
    return found


def first_table(payload):
    return payload["tables"][0]


def number_column(table):
    return next(
        (k, column["key"])
        for k, column in enumerate(table["columns"])
        if column["kind"] == "number"
    )


def test_all_rows_are_counted_and_few_are_made(shown, made):
    payload, page = made[0], shown

    assert page.locator("#table").get_attribute("data-total") == str(
        len(first_table(payload)["rows"])
    )
    assert 5 < page.locator("#table tr[data-row]").count() < 100
    assert page.locator("#tables [role=tab]").count() == len(payload["tables"])


def test_sorting_by_a_column(open_page, made):
    payload, html = made
    page = open_page(html)
    table = first_table(payload)
    k, key = number_column(table)
    values = sorted(row[k] for row in table["rows"])
    head = page.locator(f'#table th[data-key="{key}"]')
    for _ in range(2):
        head.locator("button").click()
        order = head.get_attribute("aria-sort")
        assert order in {"ascending", "descending"}
        seen = [float(text) for text in rows_of(page, key)]
        expected = values if order == "ascending" else values[::-1]
        assert seen == expected[: len(seen)]


def test_names_are_sorted_as_people_count(open_page, made):
    page = open_page(made[1])
    page.locator("#tables [role=tab]").nth(-1).click()
    head = page.locator("#table th").first
    head.locator("button").click()
    key = head.get_attribute("data-key")
    assert rows_of(page, key)[:12] == [f"part {k}" for k in range(12)]


def test_scrolling_shows_the_other_rows(open_page, made):
    payload, html = made
    page = open_page(html)
    before = page.locator("#table tr[data-row]").first.get_attribute("data-row")
    page.locator("#sheet").evaluate("(sheet) => { sheet.scrollTop = sheet.scrollHeight; }")
    wait_until(
        page, "(row) => document.querySelector('#table tr[data-row]').dataset.row !== row", before
    )
    last = page.locator("#table tr[data-row]").last
    assert last.get_attribute("aria-rowindex") == str(len(first_table(payload)["rows"]) + 1)


def test_searching_names(shown, made):
    payload, page = made[0], shown
    page.keyboard.press("/")
    page.keyboard.type("part 123")
    table = first_table(payload)
    names = table["things"]["columns"]
    at_ = [[column["key"] for column in table["columns"]].index(name) for name in names]
    expected = sum("part 123" in "\n".join(str(row[k]) for k in at_) for row in table["rows"])
    assert expected > 0
    assert page.locator("#table").get_attribute("data-total") == str(expected)
    page.keyboard.press("Enter")
    assert page.locator("#details").is_visible()
    page.locator("#search").fill("no such name")
    assert page.locator("#table").get_attribute("data-total") == "0"
    assert page.locator("#empty").is_visible()
    page.locator("#search").fill("")
    page.locator("#view").focus()
    page.keyboard.press("Escape")


def test_the_card_tells_every_digit(shown, made):
    payload, page = made[0], shown
    table = first_table(payload)
    page.evaluate("(id) => impingeView.select(id, 7)", table["id"])
    for column, value in zip(table["columns"], table["rows"][7], strict=True):
        told = page.locator(f'#details [data-key="{column["key"]}"]').get_attribute("data-value")
        if column["kind"] in {"number", "integer"}:
            assert float(told) == value
        elif column["kind"] == "vector":
            assert [float(x) for x in told.split()] == value
        elif column["kind"] in {"name", "text"}:
            assert told == value
    page.keyboard.press("Escape")
    assert page.locator("#details").is_hidden()


def test_a_name_leads_to_its_thing_and_back(open_page, made):
    payload, html = made
    page = open_page(html)
    table = first_table(payload)
    link = page.locator("#table tr[data-row] button.name").nth(1)
    name = link.text_content()
    link.click()
    chosen = page.locator("#tables [role=tab][aria-selected=true]")
    assert chosen.get_attribute("data-table") == table["id"]
    assert page.locator("#table tr[aria-selected=true] button.name").nth(1).text_content() == name
    link.click()
    assert chosen.get_attribute("data-table") != table["id"]
    assert page.locator("#details .name").first.text_content() == name
    page.locator("#details button.link").first.click()
    assert chosen.get_attribute("data-table") == table["id"]
    assert all(name in row.text_content() for row in page.locator("#table tr[data-row]").all())


def test_rows_by_keyboard(open_page, made):
    page = open_page(made[1])
    page.keyboard.press("n")
    page.keyboard.press("n")
    chosen = page.locator("#table tr[aria-selected=true]")
    assert chosen.get_attribute("aria-rowindex") == "3"
    page.keyboard.press("p")
    assert chosen.get_attribute("aria-rowindex") == "2"
    page.locator("#sheet").focus()
    page.keyboard.press("End")
    assert page.locator("#table tr[aria-selected=true]").is_visible()
    page.keyboard.press("Escape")
    assert chosen.count() == 0


def test_numbers_of_a_column_stand_below_each_other(shown, made):
    payload, page = made[0], shown
    k, _ = number_column(first_table(payload))
    texts = page.locator("#table tr[data-row]").evaluate_all(
        "(rows, k) => rows.map((row) => row.cells[k].textContent)", k
    )
    assert len({len(text.partition(".")[2]) for text in texts}) == 1


def test_without_webgl_the_numbers_are_complete(open_page, made):
    payload, html = made
    page = open_page(html, webgl=False)
    table = first_table(payload)

    assert page.evaluate("document.body.dataset.webgl") == "no"
    assert "no 3D pictures" in page.locator("#no-picture").text_content()
    assert page.locator("#no-picture").is_visible()
    assert page.locator("#view canvas").count() == 0
    assert page.locator("#table").get_attribute("data-total") == str(len(table["rows"]))
    assert page.locator("#panel").bounding_box()["width"] > 850
    _, key = number_column(table)
    head = page.locator(f'#table th[data-key="{key}"]')
    head.locator("button").click()
    seen = [float(text) for text in rows_of(page, key)]
    assert seen in (sorted(seen), sorted(seen, reverse=True))
    page.locator("#table tr[data-row]").first.locator("td.number").first.click()
    assert page.locator("#details").is_visible()
    page.locator("#search").fill("part 12")
    assert int(page.locator("#table").get_attribute("data-total")) < len(table["rows"])
    for key in "hfwx123t?":
        page.keyboard.press(key)


def test_searching_and_sorting_a_table_that_was_scrolled_shows_its_first_rows(open_page, made):
    page = open_page(made[1])
    page.evaluate(
        "let e = document.querySelector('#table'); while (e.scrollHeight <= e.clientHeight + 1"
        " || getComputedStyle(e).overflowY === 'visible') e = e.parentElement;"
        " e.scrollTop = e.scrollHeight"
    )
    page.locator("#search").fill("part 17")
    wait_until(page, "document.querySelectorAll('#table tr[data-row]').length > 0")
    assert 0 < int(page.locator("#table").get_attribute("data-total")) < 30
    assert page.locator("#table tr[data-row]").first.is_visible()
