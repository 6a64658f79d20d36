"""``impinge cache``: where kernels are kept, and how to be rid of them."""

import json
import os
import subprocess
import sys

from typer.testing import CliRunner

from impinge.cli import app

SHELL = [sys.executable, "-c", "from impinge.cli import app; app()"]


def test_info():
    found = CliRunner().invoke(app, ["cache", "info", "--json"])

    assert found.exit_code == 0
    assert set(json.loads(found.stdout)) == {"folder", "files", "bytes", "writable"}
    assert "MB" in CliRunner().invoke(app, ["cache", "info"]).stdout


def test_clean_removes_kernels_and_nothing_else(tmp_path):
    kept = tmp_path / "cache"
    (kept / "one").mkdir(parents=True, mode=0o700)
    kept.chmod(0o700)
    (kept / "one" / "kernel.nbi").write_bytes(b"x")
    (kept / "one" / "kernel.1.nbc").write_bytes(b"x")
    (kept / "one" / "mine.txt").write_text("keep")
    environment = {**os.environ, "IMPINGE_CACHE_DIR": str(kept)}

    found = subprocess.run(
        [*SHELL, "cache", "clean"], capture_output=True, text=True, env=environment, check=True
    )

    assert found.stdout.strip() == "2 files removed"
    assert [file.name for file in (kept / "one").iterdir()] == ["mine.txt"]
