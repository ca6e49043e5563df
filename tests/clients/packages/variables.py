"""The environment variables that a binary reads, according to its help."""

import re
import subprocess

FLAG = re.compile(r"^  (--[a-z-]+)", re.MULTILINE)


def variables_of(binary):
    text = subprocess.run([binary, "--help"], check=True, capture_output=True, text=True).stdout
    flags = set(FLAG.findall(text)) - {"--help", "--version"}
    return {"HOLDFAST_" + flag[2:].upper().replace("-", "_") for flag in flags}
