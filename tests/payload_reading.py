"""A payload read as a page reads it."""

import base64

import numpy as np


def array(payload, number):
    plain = payload["arrays"][number]
    raw = base64.b64decode(plain["data"])
    return np.frombuffer(raw, "<" + plain["dtype"]).reshape(plain["shape"])


def layers(payload, kind=None):
    return [layer for layer in payload["layers"] if kind in (None, layer["kind"])]


def layer(payload, name):
    (found,) = [layer for layer in payload["layers"] if layer["name"] == name]
    return found


def table(payload, key):
    (found,) = [table for table in payload["tables"] if table["id"] == key]
    return found


def column(made, key, rows=None):
    k = [c["key"] for c in made["columns"]].index(key)
    return [row[k] for row in (made["rows"] if rows is None else rows)]


def world(payload, drawn):
    """Drawing coordinates back to the world, in float64."""
    return np.asarray(drawn, np.float64) * payload["scale"] + payload["origin"]


def at(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose
