"""gallery.py LANGUAGE: the lab has to find nothing in the right versions of the examples, and something in every test
of the wrong ones."""

import re
import sys

import examples


def count(pattern, text):
    return sum(int(number) for number in re.findall(pattern, text, re.MULTILINE))


# How many tests passed and failed, as node:test and unittest say it.
def passed_and_failed(language, text):
    if language == "javascript":
        return count(r"^(?:#|ℹ) pass (\d+)", text), count(r"^(?:#|ℹ) fail (\d+)", text)
    ran = count(r"^Ran (\d+) tests", text)
    failed = count(r"failures=(\d+)", text) + count(r"errors=(\d+)", text)
    return ran - failed, failed


def complaint(language, system, version):
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
    complaints = [
        f"{system} {version}"
        for system in examples.SYSTEMS[language]
        for version in ("right", "wrong")
        if complaint(language, system, version)
    ]
    if complaints:
        sys.exit(f"not as expected: {', '.join(complaints)}")


if __name__ == "__main__":
    main()
