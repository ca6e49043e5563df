"""The appointments of tests/clients/javascript/scenarios/appointments.js through boto3: fifty threads race for one
slot, with controls in which the checker finds violations."""

import unittest

from holdfast_clients import ROUNDS, Racers, create_table, make_client, successes, wrong_cancellations

TABLE = "Appointments"


def slot_key(slot):
    return {"pk": {"S": "PROVIDER#ada"}, "sk": {"S": f"SLOT#{slot}"}}


def booking_key(booking_id):
    return {"pk": {"S": f"BOOKING#{booking_id}"}, "sk": {"S": "#METADATA"}}


def book(client, slot, booking_id, customer, guarded=True):
    update = {
        "TableName": TABLE,
        "Key": slot_key(slot),
        "UpdateExpression": "SET #status = :booked, bookingId = :bid",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {":booked": {"S": "booked"}, ":bid": {"S": booking_id}},
    }
    if guarded:
        update["ConditionExpression"] = "#status = :available"
        update["ExpressionAttributeValues"][":available"] = {"S": "available"}
    item = {
        **booking_key(booking_id),
        "gsi1pk": {"S": f"CUSTOMER#{customer}"},
        "gsi1sk": {"S": f"BOOKING#{booking_id}"},
        "status": {"S": "booked"},
    }
    put = {"TableName": TABLE, "Item": item, "ConditionExpression": "attribute_not_exists(pk)"}
    return client.transact_write_items(TransactItems=[{"Update": update}, {"Put": put}])


def cancel(client, slot, booking_id, guarded=True):
    free = {
        "TableName": TABLE,
        "Key": slot_key(slot),
        "UpdateExpression": "SET #status = :available REMOVE bookingId",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {":available": {"S": "available"}},
    }
    if guarded:
        free["ConditionExpression"] = "#status = :booked AND bookingId = :bid"
        free["ExpressionAttributeValues"].update({":booked": {"S": "booked"}, ":bid": {"S": booking_id}})
    mark = {
        "TableName": TABLE,
        "Key": booking_key(booking_id),
        "UpdateExpression": "SET #status = :cancelled",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {":cancelled": {"S": "cancelled"}},
    }
    return client.transact_write_items(TransactItems=[{"Update": free}, {"Update": mark}])


class AppointmentsRaces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        create_table(cls.client, TABLE, index="gsi1")
        cls.racers = Racers()

    def new_slot(self, slot):
        put = {"PutRequest": {"Item": {**slot_key(slot), "status": {"S": "available"}, "duration": {"N": "30"}}}}
        self.assertEqual(self.client.batch_write_item(RequestItems={TABLE: [put]})["UnprocessedItems"], {})

    def get(self, key):
        return self.client.get_item(TableName=TABLE, Key=key, ConsistentRead=True).get("Item")

    def booking_race(self, slot, guarded=True):
        self.new_slot(slot)
        outcomes = self.racers.race(lambda client, n: book(client, slot, f"{slot}#{n}", f"of {slot}", guarded))
        violations = wrong_cancellations(outcomes)
        winners = [n for n, (_, error) in enumerate(outcomes) if error is None]
        if len(winners) != 1:
            violations.append(f"{len(winners)} customers won the slot")
        bookings = self.client.query(
            TableName=TABLE,
            IndexName="gsi1",
            KeyConditionExpression="gsi1pk = :c",
            ExpressionAttributeValues={":c": {"S": f"CUSTOMER#of {slot}"}},
        )["Items"]
        stored_bookings = {booking["pk"]["S"] for booking in bookings}
        expected = {f"BOOKING#{slot}#{n}" for n in winners}
        if stored_bookings != expected:
            violations.append(f"the bookings are {stored_bookings}, the successes {expected}")
        stored = self.get(slot_key(slot))
        if stored["status"]["S"] != "booked" or f"BOOKING#{stored['bookingId']['S']}" not in expected:
            violations.append(f"the slot is {stored}")
        return violations

    def test_one_of_fifty_customers_gets_the_slot(self):
        for n in range(ROUNDS):
            self.assertEqual(self.booking_race(f"book {n}"), [], f"round {n}")

    def test_control_without_the_condition_the_checker_finds_violations(self):
        self.assertNotEqual(self.booking_race("control", guarded=False), [])

    def cancel_race(self, slot, guarded=True):
        self.new_slot(slot)
        book(self.client, slot, slot, "c")
        outcomes = self.racers.race(lambda client, n: cancel(client, slot, slot, guarded))
        violations = wrong_cancellations(outcomes)
        if len(successes(outcomes)) != 1:
            violations.append(f"{len(successes(outcomes))} cancellations of one booking")
        stored = self.get(slot_key(slot))
        if stored["status"]["S"] != "available" or "bookingId" in stored:
            violations.append(f"the slot is {stored}")
        if self.get(booking_key(slot))["status"]["S"] != "cancelled":
            violations.append("the booking is not cancelled")
        return violations

    def test_one_of_fifty_cancellations_succeeds(self):
        for n in range(ROUNDS):
            self.assertEqual(self.cancel_race(f"cancel {n}"), [], f"round {n}")

    def test_control_the_checker_finds_unconditional_cancellations(self):
        self.assertNotEqual(self.cancel_race("cancel control", guarded=False), [])

    def rebooking_race(self, slot, guarded=True):
        self.new_slot(slot)
        book(self.client, slot, slot, "c")

        def step(client, n):
            if n % 2 == 0:
                return cancel(client, slot, slot, guarded)
            return book(client, slot, f"{slot}#{n}", "d")

        outcomes = self.racers.race(step)
        violations = wrong_cancellations(outcomes)
        cancelled = len(successes(outcomes[0::2]))
        winners = [n for n, (_, error) in enumerate(outcomes) if error is None and n % 2]
        if cancelled != 1 or len(winners) > 1:
            violations.append(f"{cancelled} cancellations, {len(winners)} new bookings")
        for n in range(1, len(outcomes), 2):
            if (self.get(booking_key(f"{slot}#{n}")) is not None) != (n in winners):
                violations.append(f"booking {n} disagrees with its response")
        stored = self.get(slot_key(slot))
        holder = stored.get("bookingId", {}).get("S")
        if holder != (f"{slot}#{winners[0]}" if winners else None):
            violations.append(f"the slot is held by {holder}, the winners are {winners}")
        return violations

    def test_a_slot_cancelled_and_booked_again_belongs_to_the_new_customer(self):
        for n in range(ROUNDS):
            self.assertEqual(self.rebooking_race(f"rebook {n}"), [], f"round {n}")

    def test_control_the_checker_finds_cancellations_of_another_booking(self):
        self.assertNotEqual(self.rebooking_race("rebook control", guarded=False), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
