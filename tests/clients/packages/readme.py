"""The recipes of the README's section "Without compiling", as they are written there.

A file is a block of code after a paragraph that ends with its name and a colon; a block of `sh` holds commands. Both
belong to the language that the last paragraph with a bold beginning names."""

import os
import re

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
SECTION = re.compile(r"^## Without compiling\n(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"(?P<before>[^\n]*)\n\n```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"`([\w.]+\.\w+)`[^`]*:$")


def recipe(language):
    """The files by name, and the blocks of commands in their order."""
    with open(os.path.join(REPOSITORY, "README.md"), encoding="utf-8") as readme:
        section = SECTION.search(readme.read())[1]
    part = re.search(rf"^\*\*{language}\*\*(.*?)(?=^\*\*|\Z)", section, re.MULTILINE | re.DOTALL)[1]
    files, commands = {}, []
    for block in BLOCK.finditer(part):
        if block["kind"] == "sh":
            commands.append(block["text"])
            continue
        name = NAMED_FILE.search(block["before"])
        if name is None:
            raise ValueError(f"this block has no name in the README:\n{block['text']}")
        files[name[1]] = block["text"]
    return files, commands
