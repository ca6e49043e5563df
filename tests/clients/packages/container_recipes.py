"""Reads the recipes for containers: their stages and instructions."""

import os
import shlex

REPOSITORY = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
RECIPES = os.path.join(REPOSITORY, "server/packages/container")


def stages_of(name):
    """The stages of the recipe, each a list of its instructions as (keyword, arguments). It must begin with FROM."""
    with open(os.path.join(RECIPES, name), encoding="utf-8") as file:
        lines = [line for line in file.read().split("\n") if line and not line.startswith("#")]
    stages = []
    for line in "\n".join(lines).replace("\\\n", " ").split("\n"):
        keyword, _, arguments = line.partition(" ")
        if keyword == "FROM":
            stages.append([])
        stages[-1].append((keyword, arguments.strip()))
    return stages


def arguments_of(stage, keyword):
    return [arguments for name, arguments in stage if name == keyword]


def environment(stage):
    """The variables of a stage that has exactly one instruction ENV."""
    [text] = arguments_of(stage, "ENV")
    return dict(pair.split("=", 1) for pair in shlex.split(text))
