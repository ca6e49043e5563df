"""The README's blocks of code, as they are written there."""

import os
import re
from dataclasses import dataclass

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
HEADING = re.compile(r"^#{1,3} (.*)$")
NAMED_FILE = re.compile(r"`([\w.]+\.\w+)`[^`]*:$")
BOLD = re.compile(r"^\*\*(.*?)\*\*")


@dataclass
class Block:
    section: str
    # The bold words at the start of a paragraph of the section: of the last such paragraph above the block, or empty if
    # there is none.
    subject: str
    # The language of a fence, "" if the fence has none, and "sh" for indented lines.
    kind: str
    # The last line of text before the block.
    before: str
    text: str

    @property
    def first_line(self):
        return self.text.split("\n", 1)[0]


def blocks():
    with open(os.path.join(REPOSITORY, "README.md"), encoding="utf-8") as file:
        lines = file.read().split("\n")
    section = subject = before = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        if heading := HEADING.match(line):
            section, subject = heading[1], ""
        elif bold := BOLD.match(line):
            subject = bold[1]
        if line.startswith("```"):
            end = lines.index("```", at + 1)
            yield Block(section, subject, line[3:], before, "\n".join(lines[at + 1 : end]) + "\n")
            at = end
        elif line.startswith("    ") and lines[at - 1] == "":
            end = at
            while lines[end].startswith("    "):
                end += 1
            yield Block(section, subject, "sh", before, "".join(code[4:] + "\n" for code in lines[at:end]))
            at = end - 1
        elif line:
            before = line
        at += 1


def recipe(language):
    """The recipe for `language` in the section "Without compiling": its files by name, and its blocks of commands in
    their order. A file is a block below a line that ends with a colon and whose last word in backquotes is its name."""
    files, commands = {}, []
    for block in blocks():
        if (block.section, block.subject) != ("Without compiling", language):
            continue
        if block.kind == "sh":
            commands.append(block.text)
            continue
        name = NAMED_FILE.search(block.before)
        if name is None:
            raise ValueError(f"this block has no name in the README:\n{block.text}")
        files[name[1]] = block.text
    return files, commands
