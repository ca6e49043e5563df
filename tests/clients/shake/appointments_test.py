"""An ordinary test of the race lab's appointments in Python, with threads: APPLICATION=wrong pytest appointments_test.py"""

import importlib
import os
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../server/packages/python"))
database = importlib.import_module("examples.appointments.database")
application = importlib.import_module("examples.appointments." + os.environ.get("APPLICATION", "right"))

NINE = "2026-10-01T09:00"
CUSTOMERS = ("alice", "bob", "carol")


# Seconds between the beginnings of two bookings. As long as nothing is delayed, a booking has ended before the next
# begins.
GAP = 0.2


def book(number, customer):
    time.sleep(number * GAP)
    try:
        application.book(NINE, customer)
    except database.Refused:
        return False
    return True


class Appointments(unittest.TestCase):
    def test_a_slot_has_one_customer(self):
        database.create_table()
        items = [{**database.slot_key(NINE), "time": NINE, "status": "available"}]
        items += [{**database.account_key(customer), "balance": 2 * database.PRICE} for customer in CUSTOMERS]
        for item in items:
            database.client.put_item(TableName=database.TABLE, Item=item)
        with ThreadPoolExecutor(len(CUSTOMERS)) as pool:
            booked = sum(pool.map(book, range(len(CUSTOMERS)), CUSTOMERS))
        stored = database.client.scan(TableName=database.TABLE, ConsistentRead=True)["Items"]
        self.assertLessEqual(booked, 1)
        self.assertEqual(sum(item["pk"].startswith("BOOKING#") for item in stored), booked)
        left = sum(item["balance"] for item in stored if item["sk"] == "#ACCOUNT")
        self.assertEqual(left, (6 - booked) * database.PRICE)


if __name__ == "__main__":
    unittest.main()
