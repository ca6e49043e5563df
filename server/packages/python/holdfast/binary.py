"""Where the server's binary is."""

import os
from pathlib import Path

_PACKAGED = Path(__file__).parent / "bin" / "holdfast"
# Builds of the clone that this file belongs to, if it belongs to one.
_ROOT = Path(__file__).parent / "../../../.."
_BUILDS = [_ROOT / ".build" / preset / "server" / "holdfast" for preset in ("static", "release")]


def binary_path() -> str:
    """The first of: the file that HOLDFAST_BINARY names, the binary of the wheel, a build of the clone."""
    given = os.environ.get("HOLDFAST_BINARY")
    if given:
        if not os.path.exists(given):
            raise FileNotFoundError(f"HOLDFAST_BINARY names {given}, which does not exist")
        return given
    for path in (_PACKAGED, *_BUILDS):
        if path.exists():
            return str(path)
    raise FileNotFoundError(
        "this installation has no binary: install the wheel of this platform, or set HOLDFAST_BINARY to the path of one"
    )
