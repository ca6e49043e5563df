"""`python -m holdfast` and the command `holdfast`: the server's binary takes the place of this process."""

import os
import sys

from holdfast.binary import binary_path


def main() -> None:
    try:
        binary = binary_path()
        os.execv(binary, ["holdfast", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"holdfast: {error}")


if __name__ == "__main__":
    main()
