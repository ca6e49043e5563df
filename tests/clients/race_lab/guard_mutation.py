"""guard_mutation.py LANGUAGE [SYSTEM]...: removes each condition of the examples' right versions, one at a time. The
tests of the example must fail without it, or they do not test the condition. A condition here is a whole
ConditionExpression or, if that consists of conditions joined by AND, one of these."""

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import examples

HERE = os.path.dirname(os.path.abspath(__file__))
PRELOADS = {
    "javascript": {"NODE_OPTIONS": f"--require {os.path.join(HERE, 'without_condition.cjs')}"},
    "python": {"PYTHONPATH": os.path.join(HERE, "without_condition")},
}


def conditions(language, system):
    with tempfile.NamedTemporaryFile("r") as seen:
        status, text = examples.run(language, system, "right", **PRELOADS[language], HOLDFAST_CONDITIONS=seen.name)
        found = sorted(set(seen.read().splitlines()))
    if status != 0 or not found:
        sys.exit(f"{system} fails with all its conditions, or has none:\n{text}")
    return found


def is_noticed(language, system, condition):
    status, text = examples.run(language, system, "right", **PRELOADS[language], HOLDFAST_WITHOUT=condition)
    return status != 0 and "Again: HOLDFAST_REPLAY=" in text


def main():
    language, *systems = sys.argv[1:]
    systems = systems or examples.SYSTEMS

    # Tests the conditions of a system one after the other, because its tests share a database.
    def mutate(system):
        found = conditions(language, system)
        return [(system, condition, is_noticed(language, system, condition)) for condition in found]

    with ThreadPoolExecutor(2) as pool:
        results = [result for results in pool.map(mutate, systems) for result in results]
    for system, condition, noticed in results:
        print(f"{language} {system}: without {condition}: {'noticed' if noticed else 'NOT NOTICED'}")
    missed = [condition for _, condition, noticed in results if not noticed]
    if missed:
        sys.exit(f"{len(missed)} of {len(results)} conditions can be removed without a test that fails")


if __name__ == "__main__":
    main()
