"""``python -m impinge``: the command line; with nothing to do, it looks whether all is in order."""

import sys

from impinge.cli.app import app

if __name__ == "__main__":
    app(sys.argv[1:] or ["doctor"])
