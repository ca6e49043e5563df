"""Checks that the README quotes the programs that the tests run: each of the files below must equal a block of code in
README.md. Status 0: each was found."""

import os
import sys

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
PROGRAMS = ["tests/package/put_a_slot.cc", "tests/package/race_the_last_room.cc"]


def text_of(path):
    with open(os.path.join(REPOSITORY, path), encoding="utf-8") as file:
        return file.read()


missing = [path for path in PROGRAMS if "```cpp\n" + text_of(path) + "```\n" not in text_of("README.md")]
for path in missing:
    print(f"README.md has no block that is equal to {path}")
sys.exit(1 if missing else 0)
