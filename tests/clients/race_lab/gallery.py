"""gallery.py LANGUAGE: the lab must find no failure in the right versions of the examples, and a failure in every test
of the wrong versions."""

import re
import sys

import examples


def sum_of_numbers(pattern, text):
    return sum(int(number) for number in re.findall(pattern, text, re.MULTILINE))


# The numbers of tests that passed and failed, from the output of node:test or unittest.
def passed_and_failed(language, text):
    if language == "javascript":
        return sum_of_numbers(r"^(?:#|ℹ) pass (\d+)", text), sum_of_numbers(r"^(?:#|ℹ) fail (\d+)", text)
    ran = sum_of_numbers(r"^Ran (\d+) tests", text)
    failed = sum_of_numbers(r"failures=(\d+)", text) + sum_of_numbers(r"errors=(\d+)", text)
    return ran - failed, failed


def is_unexpected(language, system, version):
    status, text = examples.run(language, system, version)
    passed, failed = passed_and_failed(language, text)
    schedules = text.count("Again: HOLDFAST_REPLAY=")
    print(f"{language} {system} {version}: {passed} tests hold, {failed} are convicted", flush=True)
    if version == "right":
        good = status == 0 and passed > 0 and failed == 0
    else:
        good = status != 0 and passed == 0 and failed > 0 and schedules >= failed
    if not good:
        print(text)
    return not good


def main():
    language = sys.argv[1]
    unexpected = [
        f"{system} {version}"
        for system in examples.SYSTEMS
        for version in ("right", "wrong")
        if is_unexpected(language, system, version)
    ]
    if unexpected:
        sys.exit(f"not as expected: {', '.join(unexpected)}")


if __name__ == "__main__":
    main()
