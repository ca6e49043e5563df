"""Reads the recipes for containers: their stages and instructions."""

import os
import re
import shlex

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
RECIPES = os.path.join(REPOSITORY, "server/packages/container")


def instructions(name):
    """The stages, each with its instructions as (keyword, arguments)."""
    with open(os.path.join(RECIPES, name), encoding="utf-8") as file:
        lines = [line for line in file.read().split("\n") if line and not line.startswith("#")]
    stages = []
    for line in re.sub(r"\\\n", " ", "\n".join(lines)).split("\n"):
        keyword, _, arguments = line.partition(" ")
        if keyword == "FROM":
            stages.append([])
        stages[-1].append((keyword, arguments.strip()))
    return stages


def arguments_of(stage, keyword):
    return [arguments for name, arguments in stage if name == keyword]


def environment(stage):
    """The variables of a stage with one instruction ENV."""
    [text] = arguments_of(stage, "ENV")
    return dict(pair.split("=", 1) for pair in shlex.split(text))
