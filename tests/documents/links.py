"""Checks that the links, paths and file names in the documents exist: links.py [REPOSITORY]

In every *.md file of the repository the target of each relative link must exist, and so must the heading that a link
names after a #. In `code`, every word that looks like a path must exist, relative to the root of the repository or to
the document's folder, with or without its extension (`engine/write/write_path`), and every file name must exist in some
folder. In a block of code every program that is called as ./path must exist. Status 0: everything was found."""

import glob
import os
import re
import sys

# Folders that hold neither documents nor sources of the project.
SKIPPED = {".git", ".build", "node_modules"}
# Words in code that have the form of a path and are not one.
NOT_PATHS = {"application/json"}
# Files that the reader of a recipe creates.
READERS_FILES = {"test_booking.py"}

FENCE = re.compile(r"\s*(```|~~~)")
# A span of code does not extend beyond its paragraph.
CODE_SPAN = re.compile(r"(`+)((?:[^`\n]|\n(?!\s*\n))+?)\1")
LINK = re.compile(r"\]\(([^()\s]+)\)|^\[[^\]]+\]:\s*(\S+)", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
# A path contains a slash and does not begin with one. URLs, flags and `<placeholders>` do not match.
PATH = re.compile(r"(\./)?\.?\w[\w.*-]*/([\w.*-]+/?)*")
FILE_NAME = re.compile(r"[\w-]+\.(h|cc|py|js|md|cmake)")
BUILT = re.compile(r"(\./)?\.build/")


def files(repository):
    for directory, folders, names in os.walk(repository):
        folders[:] = sorted(set(folders) - SKIPPED)
        yield from (os.path.join(directory, name) for name in sorted(names))


def split_blocks(text):
    """Returns the text with blank lines in place of its fenced blocks, and (number, line) for each line of code.

    Lines of code are those of fenced blocks, and indented lines; the latter also remain in the text."""
    prose, blocks, fenced = [], [], False
    for number, line in enumerate(text.split("\n"), 1):
        is_fence = bool(FENCE.match(line))
        fenced ^= is_fence
        if fenced or is_fence or line.startswith("    "):
            blocks.append((number, line))
        prose.append("" if fenced or is_fence else line)
    return "\n".join(prose), blocks


def anchors(prose):
    """The anchors of the headings: lower case, without punctuation, hyphens for blanks, numbered if they repeat."""
    found = set()
    for heading in HEADING.finditer(prose):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        anchor = re.sub(r"[^\w\- ]", "", text).lower().replace(" ", "-")
        repeated = 0
        while anchor + (f"-{repeated}" if repeated else "") in found:
            repeated += 1
        found.add(anchor + (f"-{repeated}" if repeated else ""))
    return found


class Documents:
    def __init__(self, repository):
        self._repository = repository
        self._paths = list(files(repository))
        self._names = {os.path.basename(path) for path in self._paths}

    def problems(self):
        for path in self._paths:
            if not path.endswith(".md"):
                continue
            with open(path, encoding="utf-8") as file:
                prose, blocks = split_blocks(file.read())
            missing = [*self._missing_code(path, prose, blocks), *self._missing_links(path, prose)]
            for number, problem in sorted(missing):
                yield f"{os.path.relpath(path, self._repository)}:{number}: {problem}"

    def _missing_code(self, document, prose, blocks):
        words = [(prose.count("\n", 0, span.start()) + 1, word) for span in CODE_SPAN.finditer(prose)
                 for word in span[2].split()]
        words += [(number, word) for number, line in blocks for word in line.split() if word.startswith("./")]
        for number, word in words:
            if FILE_NAME.fullmatch(word):
                found = word in self._names or word in READERS_FILES
            elif PATH.fullmatch(word) and not BUILT.match(word) and word not in NOT_PATHS:
                found = self._is_path(word, document)
            else:
                continue
            if not found:
                yield number, f"there is no {word}"

    def _is_path(self, word, document):
        candidates = [os.path.join(folder, word) for folder in (self._repository, os.path.dirname(document))]
        return any(glob.glob(candidate) or glob.glob(f"{candidate}.*") for candidate in candidates)

    def _missing_links(self, document, prose):
        for link in LINK.finditer(CODE_SPAN.sub(lambda span: re.sub(r"[^\n]", " ", span[0]), prose)):
            target = link[1] or link[2]
            if re.match(r"[a-zA-Z][\w+.-]*:", target):
                continue  # A link to another site.
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
            number = prose.count("\n", 0, link.start()) + 1
            if not os.path.exists(path) or os.path.relpath(path, self._repository).startswith(".."):
                yield number, f"the link's target {target} is not there"
            elif anchor and not self._has_heading(path, anchor):
                yield number, f"the link's target {target} has no such heading"

    def _has_heading(self, path, anchor):
        if not path.endswith(".md"):
            return False
        with open(path, encoding="utf-8") as file:
            return anchor in anchors(split_blocks(file.read())[0])


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    repository = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../.."))
    found = list(Documents(repository).problems())
    print("\n".join(found) or "Everything that the documents refer to is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
