"""Scenario 2, inventory (../javascript/scenarios/inventory.js), through boto3. Fifty threads race for the last unit,
each with one UpdateItem; and for random quantities, each in a transaction that also puts a movement item."""

import random
import unittest

from holdfast_clients import (
    CLIENT_COUNT,
    ROUNDS,
    Racers,
    create_table,
    error_code,
    make_client,
    successes,
    wrong_cancellations,
)

TABLE = "Inventory"
STOCK = 40


def stock_key(warehouse):
    return {"pk": {"S": f"WAREHOUSE#{warehouse}"}, "sk": {"S": "PRODUCT#p"}}


def reservation(warehouse, quantity, guarded):
    request = {
        "TableName": TABLE,
        "Key": stock_key(warehouse),
        "UpdateExpression": "SET availableQty = availableQty - :q, reservedQty = reservedQty + :q",
        "ExpressionAttributeValues": {":q": {"N": str(quantity)}},
    }
    if guarded:
        request["ConditionExpression"] = "availableQty >= :q"
    return request


class InventoryRaces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        create_table(cls.client, TABLE)
        cls.racers = Racers()

    def new_stock(self, warehouse, quantity):
        figures = {"quantity": quantity, "availableQty": quantity, "reservedQty": 0}
        item = {**stock_key(warehouse), **{name: {"N": str(value)} for name, value in figures.items()}}
        self.client.put_item(TableName=TABLE, Item=item)

    def figures(self, warehouse):
        item = self.client.get_item(TableName=TABLE, Key=stock_key(warehouse), ConsistentRead=True)["Item"]
        return int(item["availableQty"]["N"]), int(item["reservedQty"]["N"])

    def last_unit_race(self, warehouse, guarded=True):
        self.new_stock(warehouse, 1)
        request = reservation(warehouse, 1, guarded)
        # Debian 12's botocore does not know this member of UpdateItem yet.
        member = "ReturnValuesOnConditionCheckFailure"
        if member in self.client.meta.service_model.operation_model("UpdateItem").input_shape.members:
            request[member] = "ALL_OLD"
        outcomes = self.racers.race(lambda client, n: client.update_item(**request))
        violations = []
        if len(successes(outcomes)) != 1:
            violations.append(f"{len(successes(outcomes))} buyers got the last unit")
        for _, error in outcomes:
            if error is None:
                continue
            if error_code(error) != "ConditionalCheckFailedException":
                violations.append(f"a loser got {error_code(error)}")
            elif member in request and error.response["Item"]["availableQty"] != {"N": "0"}:
                violations.append(f"a loser was shown {error.response['Item']}")
        if self.figures(warehouse) != (0, 1):
            violations.append(f"available and reserved are {self.figures(warehouse)}")
        return violations

    def test_one_of_fifty_buyers_gets_the_last_unit(self):
        for n in range(ROUNDS):
            self.assertEqual(self.last_unit_race(f"last {n}"), [], f"round {n}")

    def test_control_without_the_condition_the_last_unit_is_sold_more_than_once(self):
        self.assertIn(f"{CLIENT_COUNT} buyers got the last unit", self.last_unit_race("last control", guarded=False))

    def movement_race(self, warehouse, guarded=True):
        self.new_stock(warehouse, STOCK)
        generator = random.Random(warehouse)
        quantities = [generator.randint(1, 5) for _ in range(CLIENT_COUNT)]

        def step(client, n):
            movement = {
                "pk": {"S": f"WAREHOUSE#{warehouse}"},
                "sk": {"S": f"MOVEMENT#{n:03}"},
                "quantity": {"N": str(quantities[n])},
            }
            put = {"TableName": TABLE, "Item": movement, "ConditionExpression": "attribute_not_exists(pk)"}
            update = reservation(warehouse, quantities[n], guarded)
            return client.transact_write_items(TransactItems=[{"Update": update}, {"Put": put}])

        outcomes = self.racers.race(step)
        violations = wrong_cancellations(outcomes)
        sold = sum(quantities[n] for n, (_, error) in enumerate(outcomes) if error is None)
        movements = self.client.query(
            TableName=TABLE,
            KeyConditionExpression="pk = :w AND begins_with(sk, :m)",
            ExpressionAttributeValues={":w": {"S": f"WAREHOUSE#{warehouse}"}, ":m": {"S": "MOVEMENT#"}},
            ConsistentRead=True,
        )["Items"]
        moved = sum(int(movement["quantity"]["N"]) for movement in movements)
        available, reserved = self.figures(warehouse)
        if available < 0:
            violations.append(f"oversold: {available} available")
        if not sold == moved == reserved == STOCK - available:
            violations.append(f"{sold} sold, {moved} moved, {reserved} reserved, {available} left of {STOCK}")
        if sold == 0:
            violations.append("nothing was sold")
        # The available quantity only falls, so a refused buyer wanted more than is left.
        for quantity, (_, error) in zip(quantities, outcomes):
            reasons = getattr(error, "response", {}).get("CancellationReasons", [])
            if reasons and reasons[0]["Code"] == "ConditionalCheckFailed" and quantity <= available:
                violations.append(f"{quantity} were refused, and {available} are left")
        return violations

    def test_random_quantities_never_oversell_and_the_movements_add_up(self):
        for n in range(ROUNDS):
            self.assertEqual(self.movement_race(f"many {n}"), [], f"round {n}")

    def test_control_unguarded_buyers_oversell(self):
        violations = self.movement_race("many control", guarded=False)
        self.assertTrue(any(violation.startswith("oversold") for violation in violations), violations)


if __name__ == "__main__":
    unittest.main(verbosity=2)
