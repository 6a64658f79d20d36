"""``python -m impinge``: is everything in order here?"""

from impinge.cli.app import app

if __name__ == "__main__":
    app(["doctor"])
