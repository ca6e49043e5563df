"""Checks that flags are described alike everywhere: flags.py SOURCE=PROGRAM...

The help that .ci/help prints from a program's source must equal the program's own help. The README's table of the
server's flags must have the flags and arguments of the server's help. Status 0: everything agrees."""

import os
import re
import subprocess
import sys

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
SERVER = "server/flags.cc"
# A flag and its argument: after the indentation in the help, in the first column of the table in the README.
HELP_ROW = re.compile(r"^  (--\S+(?: \S+)?)(?:  .*)?$", re.MULTILINE)
README_ROW = re.compile(r"^\| (`--[^|]*) \|", re.MULTILINE)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=REPOSITORY).stdout


def flags_of_readme():
    with open(os.path.join(REPOSITORY, "README.md"), encoding="utf-8") as file:
        rows = README_ROW.findall(file.read())
    return {flag.replace("…", "...") for row in rows for flag in re.findall(r"`([^`]*)`", row)}


def problems(programs):
    for source, program in programs:
        from_source, from_program = output(".ci/help", source), output(program, "--help")
        if from_source != from_program:
            yield f"{source}: .ci/help prints\n{from_source}\nand the program\n{from_program}"
        if source == SERVER:
            of_help = {re.sub(" {2,}.*", "", row) for row in HELP_ROW.findall(from_program)}
            for flag in sorted(of_help ^ flags_of_readme()):
                yield f"{flag} is {'in no row of the README' if flag in of_help else 'no flag of the server'}"


def main():
    found = list(problems([argument.split("=", 1) for argument in sys.argv[1:]]))
    print("\n".join(found) or "Help, sources and README name the same flags")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
