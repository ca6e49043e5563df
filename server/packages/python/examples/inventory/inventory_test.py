"""The races of inventory. With APPLICATION=wrong they show what goes wrong in wrong.py."""

import importlib
import os
import unittest

from holdfast import explore

from .database import TABLE, Refused, client, create_table, stock_key

application = importlib.import_module("." + os.environ.get("APPLICATION", "right"), __package__)
receive, reserve, ship, release = application.receive, application.reserve, application.ship, application.release

NEVER_OVERSOLD = {
    "name": "never oversold",
    "table": TABLE,
    "where": "attribute_exists(availableQty)",
    "each": "availableQty >= :zero AND reservedQty >= :zero",
    "values": {":zero": 0},
}


def seed(quantity):
    create_table()
    stock = {**stock_key("lamp"), "quantity": quantity, "reservedQty": 0, "availableQty": quantity}
    client.put_item(TableName=TABLE, Item=stock)


def reserve_two():
    seed(5)
    reserve("a", "lamp", 2)


def check_consistency(received):
    """Checks that the quantity is the received units less the shipped ones, and that the reserved units are those of
    the orders with the status `reserved`."""
    items = client.scan(TableName=TABLE, ConsistentRead=True)["Items"]
    stock = next(item for item in items if item["sk"] == "#STOCK")

    def count(status):
        return sum(item["count"] for item in items if item.get("status") == status)

    quantity = received - count("shipped")
    expected = [quantity, count("reserved"), quantity - count("reserved")]
    found = [stock[name] for name in ("quantity", "reservedQty", "availableQty")]
    assert found == expected, f"quantity, reservedQty and availableQty are {found}, and should be {expected}"


class Inventory(unittest.TestCase):
    def race(self, start, received, actors):
        def check(results):
            # With a lorry, `received` includes its five units. A conflict with another transaction may cancel the
            # delivery: the lorry gets the error, and would retry.
            arrived = "lorry" not in results or results["lorry"].fulfilled
            check_consistency(received if arrived else received - 5)

        explore(client=client, expected=Refused, always=NEVER_OVERSOLD, start=start, actors=actors, check=check)

    def test_two_buyers_want_the_last_unit(self):
        actors = {"alice": lambda: reserve("a", "lamp", 1), "bob": lambda: reserve("b", "lamp", 1)}
        self.race(lambda: seed(1), 1, actors)

    def test_a_delivery_arrives_while_a_buyer_reserves(self):
        self.race(lambda: seed(1), 6, {"lorry": lambda: receive("lamp", 5), "alice": lambda: reserve("a", "lamp", 1)})

    def test_an_order_that_is_sent_twice_reserves_once(self):
        actors = {"first": lambda: reserve("a", "lamp", 1), "second": lambda: reserve("a", "lamp", 1)}
        self.race(lambda: seed(5), 5, actors)

    def test_an_order_is_shipped_while_it_is_released(self):
        self.race(reserve_two, 5, {"packer": lambda: ship("a"), "alice": lambda: release("a")})

    def test_an_order_is_released_twice(self):
        self.race(reserve_two, 5, {"alice": lambda: release("a"), "clerk": lambda: release("a")})


if __name__ == "__main__":
    unittest.main()
