"""The races of Slate. With APPLICATION=wrong they show what goes wrong in wrong.py.

Holds that have expired are deleted by the lab's actor `ttl`, at any moment of a run or not at all.
"""

import importlib
import os
import unittest

from holdfast import explore

from .database import TABLE, Refused, client, create_table, get_item, hold_key, now, slot_key

application = importlib.import_module("." + os.environ.get("APPLICATION", "right"), __package__)
place_hold, renew, confirm = application.place_hold, application.renew, application.confirm
release, on_hold_expired = application.release, application.on_hold_expired

SLOT = {"venue": "hall", "time": "2026-10-01T20:00"}
AN_HOUR_AGO = now() - 3600


def open_slot():
    create_table()
    client.put_item(TableName=TABLE, Item={**slot_key(SLOT), **SLOT, "status": "OPEN"})


def check_consistency():
    """Checks that the slot agrees with all holds and bookings. Returns the user who holds it and the user who has
    booked it, each None if there is none."""
    items = client.scan(TableName=TABLE, ConsistentRead=True)["Items"]
    slot = next(item for item in items if item["sk"].startswith("SLOT#"))
    users = {item["pk"]: item.get("user") for item in items}  # An unconditional renewal leaves a hold without a user.
    holds = [key for key in users if key.startswith("HOLD#")]
    bookings = [key for key in users if key.startswith("BOOKING#")]
    expected_holds = [f"HOLD#{slot['holdId']}"] if slot["status"] == "HELD" else []
    expected_bookings = [f"BOOKING#{slot['bookingId']}"] if slot["status"] == "BOOKED" else []
    assert holds == expected_holds, f"the slot is {slot['status']}, and its holds are {holds}"
    assert bookings == expected_bookings, f"the slot is {slot['status']}, and its bookings are {bookings}"
    return (users[holds[0]] if holds else None), (users[bookings[0]] if bookings else None)


class Slate(unittest.TestCase):
    def race(self, **options):
        explore(client=client, expected=Refused, **options)

    def place_hold_for_alice(self, expires_at=None):
        open_slot()
        self.hold_id = place_hold(SLOT, "alice", expires_at)

    def place_expired_hold_for_alice(self):
        self.place_hold_for_alice(AN_HOUR_AGO)

    def consume(self):
        """Acts as the consumer of the stream, which gets a record of the deletion once the hold is deleted."""
        if not get_item(hold_key(self.hold_id)):
            on_hold_expired(SLOT, self.hold_id)

    def consume_at_end(self):
        """If the hold has been deleted, its record arrives at the end of the run at the latest. The update may be
        refused: the slot may no longer refer to that hold."""
        try:
            self.consume()
        except Refused:
            pass

    def test_two_users_hold_one_slot(self):
        def check(results):
            successful = [user for user, result in results.items() if result.fulfilled]
            holder, _ = check_consistency()
            expected = [holder] if holder else []
            assert successful == expected, f"{holder} holds the slot, and the calls of {successful} succeeded"

        actors = {"bob": lambda: place_hold(SLOT, "bob"), "carol": lambda: place_hold(SLOT, "carol")}
        self.race(start=open_slot, actors=actors, check=check)

    def test_a_payment_returns_after_the_hold_has_expired(self):
        def check(results):
            self.consume_at_end()
            _, guest = check_consistency()
            for user in ("alice", "bob"):
                succeeded = results[user].fulfilled
                assert succeeded == (guest == user), f"{guest} has booked the slot; success of {user}: {succeeded}"

        actors = {
            "alice": lambda: confirm(SLOT, self.hold_id, "alice"),
            "consumer": self.consume,
            "bob": lambda: confirm(SLOT, place_hold(SLOT, "bob"), "bob"),
        }
        self.race(start=self.place_expired_hold_for_alice, actors=actors, check=check)

    def test_a_hold_is_renewed_while_it_expires(self):
        def check(results):
            self.consume_at_end()
            holder, _ = check_consistency()
            assert holder == "alice" or not results["alice"].fulfilled, f"{holder} has the hold that alice renewed"

        actors = {"alice": lambda: renew(self.hold_id), "consumer": self.consume}
        self.race(start=self.place_expired_hold_for_alice, actors=actors, check=check)

    def test_a_hold_is_released_twice_while_another_user_wants_the_slot(self):
        def check(results):
            released = results["alice"].fulfilled or results["payments"].fulfilled
            expected = "bob" if results["bob"].fulfilled else None if released else "alice"
            holder, _ = check_consistency()
            assert holder == expected, f"{holder} holds the slot, and should be {expected}"

        actors = {
            "alice": lambda: release(SLOT, self.hold_id),
            "payments": lambda: release(SLOT, self.hold_id),
            "bob": lambda: place_hold(SLOT, "bob"),
        }
        self.race(start=self.place_hold_for_alice, actors=actors, check=check)


if __name__ == "__main__":
    unittest.main()
