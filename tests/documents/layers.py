"""Checks that every folder includes headers only of itself and of the folders below it: layers.py [REPOSITORY]

The layers of the engine are those of engine/CMakeLists.txt; the table below has all others. Status 0: every include
points downwards."""

import os
import re
import sys

# Each folder with those directly below it: it may include headers of these, and of the folders below them. The lowest
# folders come first: a folder may name only folders that are listed before it. Each folder directly in `server`,
# `conformance` or `bench` must be listed; a deeper one that is not listed belongs to the listed folder that contains
# it. Tests may include anything, and no other folder may include headers of tests.
LAYERS = {
    "conformance/command_line": [],
    "conformance/client": [],
    "conformance/report": ["conformance/client"],
    "server/json": ["engine"],
    "server/json/members": ["server/json"],
    "server/json/operations": ["server/json/members"],
    "server/message": ["server/json"],
    "server/log": [],
    "server/observe": ["server/log", "server/message"],
    "server/race": [
        "conformance/report",
        "engine/race",
        "server/json/operations",
        "server/log",
        "server/message",
    ],
    "server/upstream": ["server/race", "conformance/client"],
    "server/admin": ["server/race", "server/observe"],
    "server/dispatch": ["server/admin", "server/upstream", "server/json/operations", "server/message"],
    "server/http": ["server/dispatch"],
    "server/shake": ["server/upstream", "conformance/command_line"],
    "server": ["server/http", "server/shake", "conformance/client", "conformance/command_line"],
    "conformance/history": ["conformance/report"],
    "conformance/suite_report": ["conformance/command_line", "conformance/history", "conformance/report"],
    "conformance/runner": ["conformance/suite_report"],
    "conformance/cases": ["conformance/runner"],
    "conformance/races": ["conformance/runner"],
    "conformance/systems": ["conformance/runner"],
    "conformance/systems/appointments": ["conformance/systems"],
    "conformance/systems/inventory": ["conformance/systems"],
    "conformance/systems/medical_tests": ["conformance/systems"],
    "conformance/systems/scheduling": ["conformance/systems"],
    "conformance/systems/slate": ["conformance/systems"],
    "conformance/faulty": ["conformance/client", "conformance/command_line"],
    "conformance": [
        "conformance/command_line",
        "conformance/cases",
        "conformance/races",
        "conformance/systems/appointments",
        "conformance/systems/inventory",
        "conformance/systems/medical_tests",
        "conformance/systems/scheduling",
        "conformance/systems/slate",
    ],
    "bench/measure": [],
    "bench/process": ["conformance/command_line"],
    "bench/stall": ["bench/measure", "bench/process"],
    "bench/load": ["bench/measure", "conformance/runner"],
    "bench/workloads": ["bench/load"],
    "bench/report": ["bench/measure", "conformance/report"],
    "bench/runner": ["bench/report", "bench/workloads"],
    # The load generator, and the benchmarks that start a server.
    "bench": ["bench/runner", "bench/stall", "conformance"],
    # The benchmarks that run engine or server in process.
    "bench/in_process": ["engine/race"],
    "bench/wire": ["bench/process", "bench/in_process", "server"],
}
# The library whose headers are included in quotation marks.
LIBRARY = "absl/"

ENGINE_LAYER = re.compile(r"^holdfast_engine_layer\((\w+)\s+USES\s+([^)]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def engine_layers(repository):
    """The engine's part of the table, from its CMakeLists.txt."""
    with open(os.path.join(repository, "engine/CMakeLists.txt"), encoding="utf-8") as file:
        declared = ENGINE_LAYER.findall(file.read())
    layers = {}
    for name, uses in declared:
        folder = "engine" if name == "engine" else f"engine/{name}"
        below = re.findall(r"\bholdfast_(\w+)", uses)
        layers[folder] = ["engine" if used == "engine" else f"engine/{used}" for used in below]
    return layers


def permitted_folders(layers):
    """For each folder all folders whose headers it may include."""
    permitted = {}
    for folder, directly_below in layers.items():
        permitted[folder] = {folder}
        for below in directly_below:
            if below not in permitted:
                sys.exit(f"{folder} stands on {below}, which is not listed before it")
            permitted[folder] |= permitted[below]
    return permitted


def layer_of(path, permitted):
    """The listed folder that the file belongs to, or None."""
    folder = os.path.dirname(path)
    while folder not in permitted and folder.count("/") > 1:
        folder = os.path.dirname(folder)
    return folder if folder in permitted else None


def sources(repository, folders):
    for top in sorted({folder.split("/")[0] for folder in folders}):
        for directory, _, names in os.walk(os.path.join(repository, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cc")):
                    yield os.path.relpath(os.path.join(directory, name), repository)


def problems(repository):
    permitted = permitted_folders(engine_layers(repository) | LAYERS)
    for path in sources(repository, permitted):
        layer = layer_of(path, permitted)
        if layer is None:
            yield f"{path}: its folder has no place among the layers"
            continue
        with open(os.path.join(repository, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                include = INCLUDE.match(line)
                if include is None or include[1].startswith(LIBRARY):
                    continue
                if layer_of(include[1], permitted) not in permitted[layer]:
                    yield f"{path}:{number}: {include[1]} is not below {layer}"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    repository = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../.."))
    found = list(problems(repository))
    print("\n".join(found) or "Every include points downwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
