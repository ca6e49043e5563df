"""The races of the scheduling service. With APPLICATION=wrong they show what goes wrong in wrong.py."""

import importlib
import os
import unittest

from holdfast import explore

from .database import BOOKINGS, BOOKING_MINUTES, CONNECTIONS, Refused, client, connection_key, create_tables, get_item

application = importlib.import_module("." + os.environ.get("APPLICATION", "right"), __package__)
book, cancel, refresh_token = application.book, application.cancel, application.refresh_token

NINE = 9 * 60
QUARTER_PAST_NINE = NINE + 15


def check_consistency():
    """Checks that confirmed bookings do not overlap. Returns the times at which they begin."""
    items = client.scan(TableName=BOOKINGS, ConsistentRead=True)["Items"]
    starts = sorted(item["start"] for item in items if item.get("status") == "confirmed")
    for earlier, later in zip(starts, starts[1:]):
        assert earlier + BOOKING_MINUTES <= later, f"bookings at minutes {earlier} and {later} overlap"
    return starts


def check_bookable(time):
    """Checks that the time can be booked if, and only if, no booking overlaps it."""
    is_free = all(abs(start - time) >= BOOKING_MINUTES for start in check_consistency())
    try:
        book(time, "next")
        assert is_free, "a time that is taken was booked again"
    except Refused:
        assert not is_free, "a time that is free was refused"


class Scheduling(unittest.TestCase):
    def test_two_bookers_want_hours_that_overlap(self):
        explore(
            client=client,
            expected=Refused,
            start=create_tables,
            actors={"alice": lambda: book(NINE, "alice"), "bob": lambda: book(QUARTER_PAST_NINE, "bob")},
            check=lambda _: check_consistency(),
        )

    def test_a_booker_books_twice_while_the_index_lags(self):
        """One booker has only one order of requests, but the index may not have the first booking yet."""

        def alice():
            book(NINE, "alice")
            book(QUARTER_PAST_NINE, "alice")

        explore(
            client=client,
            expected=Refused,
            start=create_tables,
            index_lag=1,
            actors={"alice": alice},
            check=lambda _: check_consistency(),
        )

    def test_a_booking_is_cancelled_by_both_sides_while_another_booker_wants_the_time(self):
        booking = {}

        def book_at_nine():
            create_tables()
            booking.update(book(NINE, "alice"))

        def check(results):
            check_bookable(NINE)
            assert [results["alice"].fulfilled, results["owner"].fulfilled].count(True) <= 1, "both cancelled it"

        explore(
            client=client,
            expected=Refused,
            start=book_at_nine,
            actors={
                "alice": lambda: cancel(booking),
                "owner": lambda: cancel(booking),
                "bob": lambda: book(NINE, "bob"),
            },
            check=check,
        )

    def test_two_refreshers_have_one_token(self):
        def create_connection():
            create_tables()
            item = {**connection_key("owner"), "vault_reference": "first", "version": 1}
            client.put_item(TableName=CONNECTIONS, Item=item)

        def check(results):
            refreshed = sum(result.fulfilled for result in results.values())
            version = get_item(CONNECTIONS, connection_key("owner"))["version"]
            assert version == 1 + refreshed, f"version {version} after {refreshed} refreshes"

        explore(
            client=client,
            expected=Refused,
            start=create_connection,
            actors={"web": lambda: refresh_token("owner"), "worker": lambda: refresh_token("owner")},
            check=check,
        )


if __name__ == "__main__":
    unittest.main()
