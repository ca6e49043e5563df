"""Checks that programs, sources and documents agree on flags, helps and lists: flags.py SOURCE=COMMAND...

COMMAND is a program, or a program and the name of one of its commands; SOURCE is the file with its table of flags. The
help that .ci/help prints from SOURCE must equal the help of the command itself. The file list.txt beside a source,
which the script `run` beside it prints for `--list` until the program is built, must equal what the program prints for
it. The README's table of the server's flags, and that of shake's flags in SHAKE.md, must have the flags and arguments
of that help. The scripts that build a program and run it, or one of its commands, must print the help before the
program is built. Status 0: everything agrees."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
# The documents that have a table of the flags of a source.
DOCUMENTS = {"server/flags.cc": "README.md", "server/shake/shake_flags.cc": "server/packages/SHAKE.md"}
# A flag and its argument: after the indentation in the help, in the first column of the table of a document.
HELP_ROW = re.compile(r"^  (--\S+(?: \S+)?)(?:  .*)?$", re.MULTILINE)
# The scripts that build a program and run it, or one of its commands, and the sources of their flags.
SCRIPTS = {
    "server/run": "server/flags.cc",
    "server/run shake": "server/shake/shake_flags.cc",
    "server/run health": "server/health_command.cc",
    "conformance/run": "conformance/flags.cc",
    "conformance/faulty-proxy": "conformance/faulty/flags.cc",
    "bench/run": "bench/flags.cc",
}
TABLE_ROW = re.compile(r"^\| (`--[^|]*) \|", re.MULTILINE)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=REPOSITORY).stdout


def flags_of_document(path):
    with open(os.path.join(REPOSITORY, path), encoding="utf-8") as file:
        rows = TABLE_ROW.findall(file.read())
    return {flag.replace("…", "...") for row in rows for flag in re.findall(r"`([^`]*)`", row)}


def problems(programs):
    for source, command in programs:
        from_source, from_program = output(".ci/help", source), output(*command.split(" "), "--help")
        if from_source != from_program:
            yield f"{source}: .ci/help prints\n{from_source}\nand the program\n{from_program}"
        list_file = os.path.join(os.path.dirname(source), "list.txt")
        if os.path.exists(os.path.join(REPOSITORY, list_file)):
            with open(os.path.join(REPOSITORY, list_file), encoding="utf-8") as file:
                if file.read() != output(*command.split(" "), "--list"):
                    yield f"{list_file} differs from what the program prints for --list"
        if source in DOCUMENTS:
            document = DOCUMENTS[source]
            flags_of_help = {re.sub(" {2,}.*", "", row) for row in HELP_ROW.findall(from_program)}
            for flag in sorted(flags_of_help ^ flags_of_document(document)):
                yield f"{flag} is {f'in no row of {document}' if flag in flags_of_help else f'no flag of {source}'}"


def problems_of_scripts():
    """Runs the scripts in a copy of the sources where nothing has been built, and where nothing can be built."""
    with tempfile.TemporaryDirectory() as unbuilt:
        shutil.copytree(os.path.join(REPOSITORY, ".ci"), os.path.join(unbuilt, ".ci"))
        for path in {*(command.split(" ")[0] for command in SCRIPTS), *SCRIPTS.values()}:
            os.makedirs(os.path.join(unbuilt, os.path.dirname(path)), exist_ok=True)
            shutil.copy(os.path.join(REPOSITORY, path), os.path.join(unbuilt, path))
        for command, source in SCRIPTS.items():
            script, *arguments = f"{command} --help".split(" ")
            run = subprocess.run(
                [os.path.join(unbuilt, script), *arguments], capture_output=True, text=True, timeout=60
            )
            if (run.returncode, run.stdout, run.stderr) != (0, output(".ci/help", source), ""):
                yield f"{command} --help, before the program is built, prints\n{run.stdout}{run.stderr}"


def main():
    found = list(problems([argument.split("=", 1) for argument in sys.argv[1:]])) + list(problems_of_scripts())
    print("\n".join(found) or "Help, sources and README name the same flags")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
