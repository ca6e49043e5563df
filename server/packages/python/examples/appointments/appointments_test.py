"""The races of appointments. With APPLICATION=wrong they show what goes wrong in wrong.py."""

import importlib
import os
import unittest

from holdfast import explore

from .database import PRICE, TABLE, Refused, account_key, client, create_table, slot_key

application = importlib.import_module("." + os.environ.get("APPLICATION", "right"), __package__)
book, cancel = application.book, application.cancel

NINE = "2026-10-01T09:00"
TEN = "2026-10-01T10:00"

NEVER_OVERDRAWN = {
    "name": "accounts are not overdrawn",
    "table": TABLE,
    "where": "attribute_exists(balance)",
    "each": "balance >= :zero",
    "values": {":zero": 0},
}


def seed(deposits=None):
    """Stores free slots, and customers who have paid in enough for two bookings, or the amount in `deposits`."""
    create_table()
    items = [{**slot_key(time), "time": time, "status": "available"} for time in (NINE, TEN)]
    for customer in ("alice", "bob", "carol"):
        paid = (deposits or {}).get(customer, 2 * PRICE)
        items.append({**account_key(customer), "customer": customer, "deposit": paid, "balance": paid})
    client.batch_write_item(RequestItems={TABLE: [{"PutRequest": {"Item": item}} for item in items]})


def check_consistency():
    """Checks that slots, bookings and accounts agree. Returns the customers with a booking."""
    items = client.scan(TableName=TABLE, ConsistentRead=True)["Items"]
    live = [item for item in items if item["pk"].startswith("BOOKING#") and item["status"] == "booked"]
    for slot in (item for item in items if item["sk"].startswith("SLOT#")):
        holders = [booking["pk"] for booking in live if booking["time"] == slot["time"]]
        expected = [f"BOOKING#{slot['bookingId']}"] if slot["status"] == "booked" else []
        assert holders == expected, f"{slot['time']} is held by {expected}, but these bookings are live: {holders}"
    for account in (item for item in items if item["sk"] == "#ACCOUNT"):
        bookings = [booking for booking in live if booking["customer"] == account["customer"]]
        expected = account["deposit"] - len(bookings) * PRICE
        balance = account["balance"]
        assert balance == expected, f"{account['customer']} has {balance}, and should have {expected}"
    return sorted(booking["customer"] for booking in live)


def check_outcomes(results):
    """For tests whose actors are customers: checks that exactly the actors that succeeded have a booking."""
    successful = sorted(name for name, result in results.items() if result.fulfilled)
    found = check_consistency()
    assert found == successful, f"{found} have bookings, and the calls of {successful} succeeded"


class Appointments(unittest.TestCase):
    def test_two_customers_want_one_slot(self):
        explore(
            client=client,
            expected=Refused,
            start=seed,
            actors={"alice": lambda: book(NINE, "alice"), "bob": lambda: book(NINE, "bob")},
            check=check_outcomes,
        )

    def test_a_customer_with_enough_for_one_slot_books_two_at_once(self):
        explore(
            client=client,
            expected=Refused,
            start=lambda: seed({"alice": PRICE}),
            actors={"phone": lambda: book(NINE, "alice"), "laptop": lambda: book(TEN, "alice")},
            always=NEVER_OVERDRAWN,
            check=lambda _: check_consistency(),
        )

    def test_a_form_that_is_sent_twice_with_the_time_changed_is_one_booking(self):
        explore(
            client=client,
            expected=Refused,
            start=seed,
            actors={"first": lambda: book(NINE, "alice", "form7"), "second": lambda: book(TEN, "alice", "form7")},
            check=lambda _: check_consistency(),
        )

    def test_a_booking_is_cancelled_by_customer_and_provider_while_another_customer_books(self):
        def book_for_alice():
            seed()
            book(NINE, "alice", "form7")

        def check(results):
            cancelled = [results["alice"].fulfilled, results["provider"].fulfilled].count(True)
            assert cancelled <= 1, "both cancelled one booking"
            expected = ["alice"] * (cancelled == 0) + ["bob"] * results["bob"].fulfilled
            found = check_consistency()
            assert found == expected, f"{found} have bookings, and should be {expected}"

        explore(
            client=client,
            expected=Refused,
            start=book_for_alice,
            actors={
                "alice": lambda: cancel("form7"),
                "provider": lambda: cancel("form7"),
                "bob": lambda: book(NINE, "bob"),
            },
            check=check,
        )

    def test_the_answer_to_a_write_is_lost(self):
        """boto3 tries again when a connection ends without a response. DynamoDB recognizes the second attempt of a
        transaction by its token. Other writes have no token."""
        explore(
            client=client,
            expected=Refused,
            start=seed,
            actors={"alice": lambda: book(NINE, "alice")},
            faults=[{"do": "commit_then_drop", "budget": 1}],
            check=check_outcomes,
        )


if __name__ == "__main__":
    unittest.main()
