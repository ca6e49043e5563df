"""The earlier name of holdfast.race."""

from holdfast.race import ActorResult, RaceError, explore, replaying

__all__ = ["ActorResult", "RaceError", "explore", "replaying"]
