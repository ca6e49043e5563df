"""A server in front of another one (--upstream), with boto3, the race lab and the race suite:
upstream_test.py HOLDFAST CONFORMANCE [NAME...]"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

from botocore.exceptions import ClientError

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, path) for path in ("..", "../../../server/packages/python")]

from holdfast_race import RaceError, explore  # noqa: E402
from server_process import ENVIRONMENT, ServerProcess, client_of  # noqa: E402

HOLDFAST, CONFORMANCE = (os.path.abspath(path) for path in sys.argv[1:3])
TABLE = "Rooms"
ROOM = {"pk": {"S": "room7"}}


class Server(ServerProcess):
    def __init__(self, *flags):
        super().__init__(HOLDFAST, *flags)

    def kill(self):
        self.process.kill()

    def pause(self):
        """Returns when all threads are stopped: until then one could still respond to a request."""
        self.process.send_signal(signal.SIGSTOP)
        tasks = f"/proc/{self.process.pid}/task"
        while any(self.thread_state(f"{tasks}/{thread}/stat") != "T" for thread in os.listdir(tasks)):
            pass

    @staticmethod
    def thread_state(stat_file):
        with open(stat_file, encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def admin(url, method, path, content=None):
    request = urllib.request.Request(
        f"{url}/_holdfast/{path}", method=method, data=None if content is None else json.dumps(content).encode()
    )
    try:
        with urllib.request.urlopen(request) as response:
            text = response.read()
            return response.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def create_table(client):
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )


class InFrontOfAnotherServer(unittest.TestCase):
    FLAGS = []

    def setUp(self):
        self.store = Server()
        self.addCleanup(self.store.stop)
        self.proxy = Server("--upstream", self.store.url, *self.FLAGS)
        self.addCleanup(self.proxy.stop)
        self.client = client_of(self.proxy.url)
        create_table(self.client)

    def put_room(self):
        self.client.put_item(TableName=TABLE, Item={**ROOM, "vacant": {"N": "1"}})


class Forwarding(InFrontOfAnotherServer):
    def test_what_is_written_through_the_proxy_is_in_the_store(self):
        self.put_room()
        direct = client_of(self.store.url)
        self.assertEqual(direct.get_item(TableName=TABLE, Key=ROOM)["Item"]["vacant"]["N"], "1")
        with self.assertRaises(self.client.exceptions.ConditionalCheckFailedException):
            self.client.put_item(TableName=TABLE, Item=ROOM, ConditionExpression="attribute_not_exists(pk)")

    def test_a_large_page_arrives_whole(self):
        for number in range(4):
            self.client.put_item(TableName=TABLE, Item={"pk": {"S": str(number)}, "text": {"S": "x" * 250_000}})
        page = self.client.scan(TableName=TABLE)
        self.assertEqual(sum(len(item["text"]["S"]) for item in page["Items"]), 1_000_000)

    def test_every_update_of_concurrent_clients_is_executed_once(self):
        self.put_room()
        add = {
            "TableName": TABLE,
            "Key": ROOM,
            "UpdateExpression": "ADD vacant :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }

        def work():
            client = client_of(self.proxy.url)
            for _ in range(20):
                client.update_item(**add)

        threads = [threading.Thread(target=work) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        item = self.client.get_item(TableName=TABLE, Key=ROOM, ConsistentRead=True)["Item"]
        self.assertEqual(item["vacant"]["N"], "321")

    def test_the_proxy_refuses_admin_requests_that_need_a_database_of_its_own(self):
        for method, path in [("GET", "clock"), ("POST", "snapshots"), ("POST", "reset")]:
            status, body = admin(self.proxy.url, method, path, {} if method == "POST" else None)
            self.assertEqual(status, 409)
            self.assertIn(self.store.url, body["message"])

    def test_a_sweep_is_passed_on_to_the_store(self):
        self.client.update_time_to_live(
            TableName=TABLE, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires_at"}
        )
        self.client.put_item(TableName=TABLE, Item={**ROOM, "expires_at": {"N": str(int(time.time()) - 60)}})
        status, result = admin(self.proxy.url, "POST", "ttl/sweep", {})
        self.assertEqual((status, list(result)), (200, ["deleted"]))
        self.assertNotIn("Item", client_of(self.store.url).get_item(TableName=TABLE, Key=ROOM, ConsistentRead=True))


class Lab(InFrontOfAnotherServer):
    def book_naively(self, guest):
        room = self.client.get_item(TableName=TABLE, Key=ROOM)["Item"]
        if room["vacant"]["N"] == "0":
            return
        self.client.put_item(TableName=TABLE, Item={**ROOM, "vacant": {"N": "0"}})
        self.client.put_item(TableName=TABLE, Item={"pk": {"S": f"guest {guest}"}, "guest": {"S": guest}})

    def start(self):
        for item in self.client.scan(TableName=TABLE, ConsistentRead=True)["Items"]:
            self.client.delete_item(TableName=TABLE, Key={"pk": item["pk"]})
        self.put_room()

    def check_one_guest(self, _results):
        items = self.client.scan(TableName=TABLE, ConsistentRead=True)["Items"]
        guests = [item["guest"]["S"] for item in items if "guest" in item]
        self.assertLessEqual(len(guests), 1, guests)

    def actors(self, book):
        return {name: lambda name=name: book(name) for name in ("alice", "bob")}

    def test_the_race_of_a_naive_booking_is_found(self):
        with self.assertRaises(RaceError) as raised:
            explore(
                client=self.client, start=self.start, actors=self.actors(self.book_naively), check=self.check_one_guest
            )
        self.assertIn("lost update", str(raised.exception))

    def test_a_lost_reply_and_a_duplicate_execute_an_update_twice(self):
        add_one = {
            "TableName": TABLE,
            "Key": ROOM,
            "UpdateExpression": "ADD vacant :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
        }
        retrying = client_of(self.proxy.url, attempts=3)

        def check(_results):
            vacant = self.client.get_item(TableName=TABLE, Key=ROOM, ConsistentRead=True)["Item"]["vacant"]["N"]
            self.assertEqual(vacant, "2")

        for action in ("commit_then_drop", "duplicate"):
            with self.assertRaises(RaceError) as raised:
                explore(
                    client=[retrying, self.client],
                    start=self.start,
                    actors={"alice": lambda: retrying.update_item(**add_one)},
                    faults=[{"on": "UpdateItem", "do": action, "budget": 1}],
                    check=check,
                )
            self.assertIn("'3' != '2'", str(raised.exception), action)


class Anomalies(InFrontOfAnotherServer):
    FLAGS = ["--throttle", "1", "--seed", "7"]

    def test_a_throttled_request_does_not_reach_the_store(self):
        with self.assertRaises(self.client.exceptions.ProvisionedThroughputExceededException):
            self.put_room()
        self.assertNotIn("Item", client_of(self.store.url).get_item(TableName=TABLE, Key=ROOM))


class DyingStore(InFrontOfAnotherServer):
    """The store is killed before it responds to a request: it is paused before the request."""

    def test_every_client_gets_a_response_and_the_proxy_keeps_running(self):
        self.put_room()
        self.store.pause()
        statuses = []

        def work():
            try:
                client_of(self.proxy.url).put_item(TableName=TABLE, Item=ROOM)
            except ClientError as error:
                statuses.append(error.response["ResponseMetadata"]["HTTPStatusCode"])

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        self.wait_until_the_store_has_unread_bytes()
        self.store.kill()
        for thread in threads:
            thread.join()
        self.assertEqual(len(statuses), 8)
        self.assertTrue(set(statuses) <= {500, 503}, statuses)
        self.assertIn(500, statuses, "the store had received a request")
        with self.assertRaises(ClientError) as raised:
            self.put_room()
        self.assertEqual(raised.exception.response["Error"]["Code"], "ServiceUnavailable")
        self.assertIsNone(self.proxy.process.poll())

    def test_the_history_has_the_unknown_outcome(self):
        self.put_room()
        _, session = admin(self.proxy.url, "POST", "races", {"actors": ["alice"], "shrink": False})
        race = f"races/{session['id']}"
        _, run = admin(self.proxy.url, "POST", f"{race}/runs", {})
        alice = client_of(f"{self.proxy.url}/_holdfast/actors/alice")
        alice.get_item(TableName=TABLE, Key=ROOM)
        self.store.pause()
        failures = []

        def write():
            try:
                alice.put_item(TableName=TABLE, Item=ROOM)
            except ClientError as error:
                failures.append(error)

        thread = threading.Thread(target=write)
        thread.start()
        self.wait_until_the_store_has_unread_bytes()
        self.store.kill()
        thread.join()
        self.assertEqual(failures[0].response["Error"]["Code"], "InternalServerError")
        admin(self.proxy.url, "POST", f"{race}/actors/alice/done", {})
        status, _ = admin(self.proxy.url, "POST", f"{race}/runs/{run['run']}/result", {"ok": True})
        self.assertEqual(status, 200)
        _, history = admin(self.proxy.url, "GET", f"{race}/history?run={run['run']}")
        outcomes = [(operation["operation"], operation["outcome"]) for operation in history["operations"]]
        self.assertEqual(outcomes, [("GetItem", "ok"), ("PutItem", "unknown")])

    def wait_until_the_store_has_unread_bytes(self):
        """Polls the kernel's table of sockets. State 01 is ESTABLISHED; the second queue is the receive queue."""
        port = f":{int(self.store.url.rsplit(':', 1)[1]):04X}"
        deadline = time.monotonic() + 60
        while True:
            self.assertLess(time.monotonic(), deadline)
            with open("/proc/net/tcp", encoding="ascii") as sockets:
                for line in list(sockets)[1:]:
                    _, local, _, state, queues = line.split()[:5]
                    if local.endswith(port) and state == "01" and int(queues.split(":")[1], 16) > 0:
                        return


class Conformance(InFrontOfAnotherServer):
    def verdicts(self, url):
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            flags = ["--seed", "1", "--rounds", "2", "--only", "cases/", "--json", file.name]
            subprocess.run(
                [CONFORMANCE, "--endpoint", url, *flags],
                stdout=subprocess.DEVNULL,
                env=ENVIRONMENT,
                check=False,
            )
            result = json.loads(file.read())
        return {case["name"]: (case["verdict"], case["complaints"]) for case in result["cases"]}

    def test_cases_have_the_same_outcomes_with_and_without_the_proxy(self):
        direct = self.verdicts(self.store.url)
        self.assertGreater(len(direct), 10)
        self.assertEqual(self.verdicts(self.proxy.url), direct)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2, warnings="ignore")
