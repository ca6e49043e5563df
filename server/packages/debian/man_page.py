"""The manual page of the binary: man_page.py BINARY prints it.

It is made of the help of the binary's own commands, so that it has every flag and no other."""

import re
import subprocess
import sys

COMMANDS = ["", "shake", "health"]
DESCRIPTION = """\
serves DynamoDB's API from memory, so that any AWS SDK can be pointed at it. Nothing is stored on disk: when the process
ends, the data is gone. SIGTERM and SIGINT end it with status 0."""
FILES = [
    ("/etc/default/holdfast", "the variables of the service"),
    ("/usr/lib/systemd/system/holdfast.service", "the service: systemctl enable --now holdfast"),
]
FLAG_ROW = re.compile(r"^  (-\S+(?: \S+)?)(?:  +(.*))?$")


class Help:
    """A command's help: its title, its flags as (usage, text), and the paragraphs below them."""

    def __init__(self, binary, command):
        arguments = [binary, *command.split(), "--help"]
        text = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
        self.title, rows, *notes = text.rstrip("\n").split("\n\n")
        self.notes = [note.split("\n") for note in notes]
        self.flags = []
        for row in rows.split("\n"):
            flag = FLAG_ROW.match(row)
            if flag:
                self.flags.append((flag[1], flag[2] or ""))
            else:
                usage, description = self.flags[-1]
                self.flags[-1] = usage, f"{description} {row.strip()}".strip()


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def flags_section(command_help):
    for usage, text in command_help.flags:
        yield from [".TP", f".B {escaped(usage)}", escaped(text)]
    for note in command_help.notes:
        yield ".PP"
        for line in note:
            yield escaped(line)


def man_page(binary, date=""):
    """`date` is the date on the page, such as 2026-10-01."""
    version = subprocess.run([binary, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    helps = {command: Help(binary, command) for command in COMMANDS}
    usages = ["holdfast [FLAG]..."]
    for command in COMMANDS[1:]:
        usages.append(helps[command].title.split(": ")[0])
    name, summary = helps[""].title.split(": ", 1)
    lines = [f'.TH HOLDFAST 1 "{date}" "{escaped(version)}" "User Commands"']
    lines += [".SH NAME", f"{name} \\- {escaped(summary)}"]
    lines.append(".SH SYNOPSIS")
    for usage in usages:
        lines += [f".B {escaped(usage)}", ".br"]
    lines.pop()
    lines += [".SH DESCRIPTION", ".B holdfast", *map(escaped, DESCRIPTION.split("\n"))]
    lines += [".SH FLAGS OF THE SERVER", *flags_section(helps[""])]
    for command in COMMANDS[1:]:
        summary = helps[command].title.split(": ", 1)[1]
        lines += [f".SH HOLDFAST {command.upper()}", f".B holdfast {command}", escaped(summary) + "."]
        lines += flags_section(helps[command])
    lines.append(".SH FILES")
    for path, text in FILES:
        lines += [".TP", f".I {escaped(path)}", escaped(text)]
    lines += [".SH SEE ALSO", ".BR systemctl (1)"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(man_page(sys.argv[1]))
