"""Guard mutation: takes every single condition of the examples' right versions away, one at a time. The tests of the
example have to notice each, or they do not test it."""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import examples

PRELOAD = "--require " + os.path.join(os.path.dirname(os.path.abspath(__file__)), "without_condition.cjs")


def conditions(system):
    with tempfile.NamedTemporaryFile("r") as seen:
        status, text = examples.run(
            "javascript", system, "right", NODE_OPTIONS=PRELOAD, HOLDFAST_CONDITIONS=seen.name
        )
        if status != 0:
            sys.exit(f"{system} fails with all its conditions:\n{text}")
        return sorted(set(seen.read().splitlines()))


def is_noticed(system, condition):
    status, text = examples.run("javascript", system, "right", NODE_OPTIONS=PRELOAD, HOLDFAST_WITHOUT=condition)
    return status != 0 and "Again: HOLDFAST_REPLAY=" in text


# The conditions of one system, whose tests share a database.
def mutate(system):
    return [(system, condition, is_noticed(system, condition)) for condition in conditions(system)]


def main():
    systems = sys.argv[1:] or examples.SYSTEMS["javascript"]
    with ThreadPoolExecutor(2) as pool:
        results = [result for results in pool.map(mutate, systems) for result in results]
    for system, condition, noticed in results:
        print(f"{system}: without {condition}: {'noticed' if noticed else 'NOT NOTICED'}")
    missed = [condition for _, condition, noticed in results if not noticed]
    if missed or len(results) < len(systems):
        sys.exit(f"{len(missed)} of {len(results)} conditions can be removed without a test that fails")


if __name__ == "__main__":
    main()
