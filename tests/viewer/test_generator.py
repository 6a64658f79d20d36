"""Who has made a page."""

from importlib import metadata

from impinge.viewer import generator as module


def test_it_says_the_version(monkeypatch):
    monkeypatch.setattr(metadata, "version", lambda name: "1.2.3")
    assert module.generator() == "impinge 1.2.3"

    def unknown(name):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", unknown)
    assert module.generator() == "impinge"
