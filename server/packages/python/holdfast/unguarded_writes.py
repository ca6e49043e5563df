"""The finding that a write had no condition although it rested on a read that may have been out of date."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from holdfast.race import RaceError, explore

Json = Dict[str, Any]


def expect_no_unguarded_writes(result: Optional[Json] = None, **options: Any) -> Json:
    """Fails if a write without a condition overwrote an item that had changed since its actor read it, or rested on a
    read of an index or an eventually consistent read. The write need not have done harm: the runs may all have passed.
    A result of `shake` has only the overwritten items.
    Takes a verdict of `explore` or a result of `shake`, or the options of `explore`, which it then calls."""
    __tracebackhide__ = True
    if (result is None) == (not options):
        raise TypeError("expect_no_unguarded_writes: pass a result, or the options of explore")
    if result is None:
        result = explore(**options)
    findings = _findings(result)
    if findings:
        lines = "\n".join(f"  {line}" for line in findings)
        raise RaceError(f"unguarded writes:\n\n{lines}", result)
    return result


def _findings(result: Json) -> List[str]:
    if "warnings" in result:
        stale_writes = [each["text"] for each in result["warnings"] if each["kind"] == "stale_write"]
        return list(dict.fromkeys(stale_writes))
    if "lostUpdates" in result:
        return [
            f"lost update: {each['operation']} of {each['item']} in {each['table']} overwrites"
            f" {_version(each['overwrittenVersion'])} without a condition; the item was last read as"
            f" {_version(each['readVersion'])}"
            for each in result["lostUpdates"]
        ]
    raise TypeError("expect_no_unguarded_writes: this is neither a verdict of explore nor a result of shake")


def _version(number: int) -> str:
    return "absent" if number == 0 else f"v{number}"
