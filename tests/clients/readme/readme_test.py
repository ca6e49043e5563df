"""Runs the README's blocks of code as they are written: readme_test.py DIRECTORY HOLDFAST CONFORMANCE PROXY BENCH

DIRECTORY/project is what packages/javascript/install has made. The test replaces two things: the ports 8000 and 8001 by
free ones, and the scripts that build a program before they run it by the programs HOLDFAST, CONFORMANCE, PROXY and
BENCH, which are built already. Every block is run by a test here, or is listed in the table ELSEWHERE."""

import contextlib
import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import boto3

import readme

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
free_port = importlib.import_module("server_process").free_port
DIRECTORY = os.path.abspath(sys.argv[1])
PROJECT = os.path.join(DIRECTORY, "project")
PROGRAMS = dict(
    zip(("server/run", "conformance/run", "conformance/faulty-proxy", "bench/run"), map(os.path.abspath, sys.argv[2:6]))
)
# Blocks that are not run here, by section and kinds (None: all kinds), and the tests that run them instead. Those with
# "not run" are run by no test.
ELSEWHERE = {
    ("Without compiling", None): "clients_packages_build, _javascript and _python",
    ("The two commands", None): "./tests/run, which runs this test",
    ("The race lab", ("",)): "not run",
    ("Pointing a client at it", ("java", "go", "csharp", "rust", "cpp", "php", "ruby")): "not run",
    ("Embedding it", None): "package, and documents_examples",
    ("The race lab in C++", None): "package, and documents_examples",
}
# The machine's own configuration must neither make a test pass nor send a request to AWS.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "HOLDFAST_", "NODE_TEST"))
} | {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
     "NO_COLOR": "1", "npm_config_offline": "true",
     "AWS_PAGER": "", "PYTHONDONTWRITEBYTECODE": "1"}
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "123456789012", "AWS_SECRET_ACCESS_KEY": "any", "AWS_REGION": "us-east-1",
               "AWS_DEFAULT_REGION": "us-east-1"}
LIST_TABLES = """import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
console.log((await new DynamoDBClient().send(new ListTablesCommand())).TableNames);
"""
# A test suite that passes under every anomaly.
COUNTER = """import assert from "node:assert/strict";
import { DynamoDB } from "@aws-sdk/client-dynamodb";

const client = new DynamoDB();
const counter = { TableName: "Counters", Key: { name: { S: "visits" } } };
await client.createTable({
  TableName: "Counters",
  AttributeDefinitions: [{ AttributeName: "name", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "name", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
});
const ExpressionAttributeValues = { ":one": { N: "1" } };
await client.updateItem({ ...counter, UpdateExpression: "SET visits = :one", ExpressionAttributeValues });
const { Item } = await client.getItem({ ...counter, ConsistentRead: true });
assert.equal(Item.visits.N, "1");
"""
BLOCKS = list(readme.blocks())
used = []


def block(section, subject="", kind="sh", number=0):
    """The text of the block with that number, from 0, among those that match. EveryBlock counts this block as run."""
    matching = [b for b in BLOCKS if (b.section, b.kind) == (section, kind) and subject in b.subject]
    used.append(matching[number])
    return matching[number].text

SHAKE, SHAKE_TRANSCRIPT, RACE_EXAMPLE = block("Holdfast"), block("Holdfast", kind=""), block("Holdfast", number=1)
EXPORTS = block("Pointing a client at it")
CLI = block("Pointing a client at it", "AWS CLI")
JAVASCRIPT = block("Pointing a client at it", "JavaScript", "js")
PYTHON = block("Pointing a client at it", "Python", "python")
TOOLS = "Libraries and tools"
ELECTRODB, DYNAMOOSE = block(TOOLS, "ElectroDB", "js"), block(TOOLS, "Dynamoose", "js")
JEST_DYNAMODB, DYNAMODB_ADMIN = block(TOOLS, "jest-dynamodb"), block(TOOLS, "dynamodb-admin")
OBSERVE = "What the application asks"
LOG, LOG_OUTPUT, STREAM = block(OBSERVE), block(OBSERVE, kind=""), block(OBSERVE, number=1)
RACE_EXAMPLE_AGAIN = block("The race lab")
EXPLORE_JAVASCRIPT, EXPLORE_PYTHON = block("The race lab", kind="js"), block("The race lab", kind="python")
FAULT = block("The race lab over HTTP", "Faults")
UPSTREAM = block("In front of another store")
CONFORMANCE = block("Races, against any endpoint")
PROXY = block("A store with a bug, for your own tests")
BENCH = block("What contention costs, at any endpoint")


def wait_for(condition, what):
    deadline = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < deadline, what
        time.sleep(0.05)
    return found


class ReadmeTest(unittest.TestCase):
    """Each test has a directory with the scripts of the repository, and two free ports."""

    def setUp(self):
        os.makedirs(DIRECTORY, exist_ok=True)
        self.directory = tempfile.mkdtemp(dir=PROJECT)
        self.addCleanup(shutil.rmtree, self.directory)
        for script, program in PROGRAMS.items():
            path = os.path.join(self.directory, script)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\nexec {program} "$@"\n')
            os.chmod(path, 0o755)
        self.port, self.other_port = free_port(), free_port()
        self.endpoint = f"http://127.0.0.1:{self.port}"

    def with_free_ports(self, text):
        return re.sub("8000|8001", lambda port: self.port if port[0] == "8000" else self.other_port, text)

    def start(self, script, expect, follow=False, **environment):
        """Starts commands that do not end by themselves, and waits until they have printed `expect`. Returns what they
        have printed or, with `follow`, a function that returns what they have printed when it is called."""
        log = tempfile.NamedTemporaryFile("w+", dir=self.directory, suffix=".log")
        # In a process group of their own, so that the processes that they start end with them.
        child = subprocess.Popen(["sh", "-ec", self.with_free_ports(script)], cwd=self.directory,
                                 env={**ENVIRONMENT, **environment},
                                 stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)

        def stop():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, 15)
            child.wait(30)
            log.close()

        self.addCleanup(stop)

        def printed_so_far():
            with open(log.name, encoding="utf-8") as file:
                return file.read()

        def printed():
            text = printed_so_far()
            assert child.poll() is None, text
            return text if re.search(expect, text) else None

        output = wait_for(printed, f"{script} does not print {expect}")
        return printed_so_far if follow else output

    def start_server(self, *flags):
        self.start(f"./server/run --port 8000 {' '.join(flags)}", "listening on")

    def run_script(self, script, expect=0, **environment):
        done = subprocess.run(["bash", "-ec", self.with_free_ports(script)], cwd=self.directory,
                              env={**ENVIRONMENT, **environment},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=600)
        print(done.stdout, flush=True)
        self.assertEqual(done.returncode, expect, script)
        return done.stdout

    def run_node(self, script, name="script.mjs", **environment):
        """Runs the script, whose lines may be indented as this file's are."""
        with open(os.path.join(self.directory, name), "w", encoding="utf-8") as file:
            file.write(self.with_free_ports(inspect.cleandoc(script)))
        return self.run_script(f"node {name}", **environment)

    def client(self, port=None, **options):
        return boto3.client("dynamodb", endpoint_url=f"http://127.0.0.1:{port or self.port}", region_name="us-east-1",
                            aws_access_key_id="123456789012", aws_secret_access_key="any", **options)

    def create_rooms(self, table="Rooms"):
        client = self.client()
        client.create_table(TableName=table, BillingMode="PAY_PER_REQUEST",
                            AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
                            KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}])
        return client


class Beginning(ReadmeTest):
    def test_shake_runs_a_test_suite(self):
        for name, text in {"package.json": '{"scripts": {"test": "node counter.mjs"}}', "counter.mjs": COUNTER}.items():
            with open(os.path.join(self.directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.assertRegex(self.run_script(SHAKE), r"(?m)^None of \d+ runs failed")

    def test_shake_finds_what_the_readme_shows(self):
        command, _, shown = SHAKE_TRANSCRIPT.partition("\n\n")
        os.symlink(PROGRAMS["server/run"], os.path.join(self.directory, "holdfast"))
        tests = os.path.join(readme.REPOSITORY, "tests/clients/shake")
        path = f"{self.directory}:{os.environ['PATH']}"
        output = self.run_script(f"cd {tests}; {command.removeprefix('$ ')}", expect=1, PATH=path)
        # Compares the table word by word: versions of items and widths of columns differ between runs.
        for line in filter(None, shown.splitlines()):
            words = r"\s+".join(map(re.escape, re.sub(r"v\d+", "v0", line).split()))
            self.assertRegex(re.sub(r"v\d+", "v0", output), words)

    def test_the_lab_prints_the_order_that_breaks_the_example(self):
        # Copies the packages that race_lab/install has installed, too, among them a link to the folder of race.js.
        package = "server/packages/javascript"
        shutil.copytree(os.path.join(readme.REPOSITORY, package), os.path.join(self.directory, package), symlinks=True)
        self.assertEqual(RACE_EXAMPLE, RACE_EXAMPLE_AGAIN)
        output = self.run_script(RACE_EXAMPLE, expect=1)
        self.assertIn("← lost update", output)
        self.assertIn("HOLDFAST_REPLAY='", output)


class PointingAClient(ReadmeTest):
    def setUp(self):
        super().setUp()
        self.start_server()
        self.create_rooms()

    def test_the_environment_is_enough(self):
        # Debian's CLI does not know the variable of the endpoint, as the README says; this SDK does.
        self.run_script(EXPORTS)
        with open(os.path.join(self.directory, "list.mjs"), "w", encoding="utf-8") as file:
            file.write(LIST_TABLES)
        self.assertIn("[ 'Rooms' ]", self.run_script(EXPORTS + "node list.mjs"))

    def test_cli(self):
        output = self.run_script(CLI, **CREDENTIALS)
        self.assertEqual(json.loads(output), {"TableNames": ["Rooms"]})

    def test_javascript(self):
        output = self.run_node(
            'import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";\n'
            + JAVASCRIPT
            + "console.log((await client.send(new ListTablesCommand())).TableNames);"
        )
        self.assertIn("[ 'Rooms' ]", output)

    def test_python(self):
        names = {"boto3": boto3}
        exec(self.with_free_ports(PYTHON), names)  # pylint: disable=exec-used
        self.assertEqual(names["client"].list_tables()["TableNames"], ["Rooms"])


class LibrariesAndTools(ReadmeTest):
    def test_electrodb_and_toolbox(self):
        self.start_server()
        self.client().create_table(
            TableName="Hotel", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}])
        output = self.run_node(
            ELECTRODB
            + """
import * as toolbox from "dynamodb-toolbox";

const refused = (attempt, name) => attempt.then(() => "accepted", (error) => name(error));
await Room.create({ number: "7" }).go();
const free = (attributes, { notExists }) => notExists(attributes.guest);
await Room.patch({ number: "7" }).set({ guest: "alice" }).where(free).go();
console.log(await refused(
  Room.patch({ number: "7" }).set({ guest: "bob" }).where(free).go(), (error) => error.cause?.name ?? error.message));
console.log((await Room.get({ number: "7" }).go()).data.guest, (await Room.query.byNumber({ number: "7" }).go()).data.length);

const Slot = new toolbox.Entity({
  name: "Slot", table: hotel,
  schema: toolbox.item({ pk: toolbox.string().key(), sk: toolbox.string().key(), left: toolbox.number().default(2) }),
});
const key = { pk: "slots", sk: "9:00" };
await Slot.build(toolbox.PutItemCommand).item(key).send();
const take = () => Slot.build(toolbox.UpdateItemCommand).item({ ...key, left: toolbox.$add(-1) })
  .options({ condition: { attr: "left", gt: 0 } }).send();
await Promise.all([take(), take()]);
console.log(await refused(take(), (error) => error.name));
console.log((await Slot.build(toolbox.GetItemCommand).key(key).send()).Item.left);
console.log((await hotel.build(toolbox.QueryCommand).entities(Slot).query({ partition: "slots" }).send()).Items.length);
""")
        self.assertRegex(output, r"ConditionalCheckFailedException|conditional request failed")
        self.assertIn("alice 1\nConditionalCheckFailedException\n0\n1\n", output)

    def test_dynamoose(self):
        self.start_server()
        output = self.run_node(
            DYNAMOOSE
            + """
const free = () => new dynamoose.Condition().where("guest").not().exists();
await Room.create({ number: "7" });
await Room.update({ number: "7" }, { guest: "alice" }, { condition: free() });
await Room.update({ number: "7" }, { guest: "bob" }, { condition: free() }).catch((error) => console.log(error.name));
await dynamoose.transaction([
  Room.transaction.create({ number: "8" }), Room.transaction.update({ number: "7" }, { guest: "carol" })]);
await Room.batchPut([{ number: "9" }, { number: "10" }]);
console.log((await Room.get("7")).guest, (await Room.batchGet(["9", "10"])).length, (await Room.scan().exec()).count,
  (await Room.query("number").eq("8").exec()).count);
""")
        self.assertIn("ConditionalCheckFailedException\ncarol 2 4 1\n", output)

    def test_jest_dynamodb(self):
        self.start("exec " + JEST_DYNAMODB, "listening on")
        project = os.path.join(readme.REPOSITORY, "tests/clients/packages/javascript/projects/jest_dynamodb")
        shutil.copytree(project, self.directory, dirs_exist_ok=True)
        with open(os.path.join(self.directory, "jest.config.js"), "w", encoding="utf-8") as file:
            file.write('module.exports = { preset: "@shelf/jest-dynamodb" };')
        # The test files are for Holdfast's preset, which sets MOCK_DYNAMODB_ENDPOINT, as older versions of
        # @shelf/jest-dynamodb did. This version does not, so the variable is set here.
        mock = f"http://localhost:{self.port}"
        # The second run finds the tables of the first.
        for _ in range(2):
            output = self.run_script("npx jest", PORT=self.port, MOCK_DYNAMODB_ENDPOINT=mock)
            self.assertRegex(output, r"Tests: +1 passed, 1 total")
            self.assertNotIn("did not exit", output)

    def test_dynamodb_admin(self):
        self.start_server()
        admin = f"http://localhost:{self.other_port}"
        self.start(DYNAMODB_ADMIN, "accessKey", PORT=self.other_port)

        def ask(path, body=None, method=None):
            request = urllib.request.Request(admin + path, None if body is None else json.dumps(body).encode(),
                                             {"Content-Type": "application/json"}, method=method)
            with urllib.request.urlopen(request, timeout=30) as response:
                return response.read().decode()

        def start_page():
            with contextlib.suppress(urllib.error.URLError):
                return ask("/")
            return None

        wait_for(start_page, "dynamodb-admin does not answer")
        client = self.create_rooms()
        self.assertIn("Rooms", ask("/"))
        ask("/tables/Rooms/add-item", {"room": "7", "nights": 2}, "PUT")
        self.assertEqual(client.get_item(TableName="Rooms", Key={"room": {"S": "7"}})["Item"]["nights"], {"N": "2"})
        items = json.loads(ask("/tables/Rooms/items?" + urllib.parse.urlencode({"pageNum": 1, "pageSize": 100})))
        self.assertEqual([(item["room"], item["nights"]) for item in items["Items"]], [("7", 2)])
        ask("/tables/Rooms/items/7", method="DELETE")
        self.assertEqual(client.scan(TableName="Rooms")["Count"], 0)
        ask("/tables/Rooms", method="DELETE")
        self.assertEqual(client.list_tables()["TableNames"], [])


class WhatTheApplicationAsks(ReadmeTest):
    def test_refusals_streams_and_metrics(self):
        log = self.start(LOG.rstrip() + " --port 8000", "listening on", follow=True)
        client = self.create_rooms()
        requests, metrics = STREAM.splitlines()
        stream = subprocess.Popen(self.with_free_ports(requests).split(" "), env=ENVIRONMENT, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(stream.wait)
        self.addCleanup(stream.kill)
        self.addCleanup(stream.stdout.close)
        book = {"TableName": "Rooms", "Key": {"room": {"S": "7"}}, "UpdateExpression": "SET guest = :guest",
                "ConditionExpression": "attribute_not_exists(guest)", "ExpressionAttributeValues": {":guest": {"S": "x"}}}
        client.update_item(**book)
        events = []
        reader = threading.Thread(target=lambda: [events.append(line) for line in iter(stream.stdout.readline, "")], daemon=True)

        def refused_event():
            # Each check sends an update that is refused, because the stream may not have been open at the previous one.
            with self.assertRaises(client.exceptions.ConditionalCheckFailedException):
                client.update_item(**book)
            return [line for line in events if line.startswith("data: ") and "ConditionalCheckFailed" in line]

        def without_times(line):
            return re.sub(r"\bus=\d+", "us=0", re.sub(r"time=\S+", "time=0", line))

        reader.start()
        data = wait_for(refused_event, "the stream has no event")[0]
        shown = without_times(" ".join(LOG_OUTPUT.split()))
        logged = wait_for(lambda: re.search(r"time=.*us=\d+", log()), "nothing was logged")[0]
        self.assertIn(shown, without_times(logged))
        self.assertEqual(json.loads(data.removeprefix("data: "))["condition"], "attribute_not_exists(guest)")
        self.assertIn("holdfast_items 1\n", self.run_script(metrics))


class TheRaceLab(ReadmeTest):
    def setUp(self):
        super().setUp()
        self.start_server()
        self.create_rooms()
        self.create_rooms("Bookings")

    def test_javascript(self):
        output = self.run_node(
            """
            import assert from "node:assert/strict";
            import test from "node:test";
            import { DynamoDBClient, PutItemCommand, ScanCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

            const client = new DynamoDBClient({});
            class RoomIsTaken extends Error {}
            const putRoom = () =>
              client.send(new PutItemCommand({ TableName: "Rooms", Item: { room: { S: "7" }, vacancies: { N: "1" } } }));
            const bookings = async () =>
              (await client.send(new ScanCommand({ TableName: "Bookings", ConsistentRead: true }))).Items;
            async function book(guest) {
              await client.send(new UpdateItemCommand({
                TableName: "Rooms",
                Key: { room: { S: "7" } },
                UpdateExpression: "ADD vacancies :minus",
                ConditionExpression: "vacancies > :zero",
                ExpressionAttributeValues: { ":minus": { N: "-1" }, ":zero": { N: "0" } },
              })).catch((error) => {
                throw new RoomIsTaken("taken", { cause: error });
              });
              await client.send(new PutItemCommand({ TableName: "Bookings", Item: { room: { S: guest } } }));
            }
            """ + "\n" + EXPLORE_JAVASCRIPT,
            AWS_ENDPOINT_URL=self.endpoint, **CREDENTIALS,
        )
        self.assertRegex(output, r"(?m)^(# |ℹ )pass 1$")

    def test_python(self):
        script = """
import os
import unittest

import boto3

client = boto3.client("dynamodb", endpoint_url=os.environ["AWS_ENDPOINT_URL"])


class RoomIsTaken(Exception):
    pass


def put_room():
    client.put_item(TableName="Rooms", Item={"room": {"S": "7"}, "vacancies": {"N": "1"}})


def bookings():
    return client.scan(TableName="Bookings", ConsistentRead=True)["Items"]


def book(guest):
    try:
        client.update_item(
            TableName="Rooms", Key={"room": {"S": "7"}}, UpdateExpression="ADD vacancies :minus",
            ConditionExpression="vacancies > :zero",
            ExpressionAttributeValues={":minus": {"N": "-1"}, ":zero": {"N": "0"}})
    except client.exceptions.ConditionalCheckFailedException as error:
        raise RoomIsTaken from error
    client.put_item(TableName="Bookings", Item={"room": {"S": guest}})


""" + EXPLORE_PYTHON + "\ntest_two_customers_want_one_room()\nprint('passed')\n"
        with open(os.path.join(self.directory, "race_test.py"), "w", encoding="utf-8") as file:
            file.write(script)
        output = self.run_script("python3 -B race_test.py", AWS_ENDPOINT_URL=self.endpoint, **CREDENTIALS,
                                 PYTHONPATH=os.path.join(readme.REPOSITORY, "server/packages/python"))
        self.assertIn("passed", output)

    def test_a_fault_without_a_session(self):
        self.run_script(FAULT)
        attempts = []
        client = self.client()
        client.meta.events.register("before-send.dynamodb.UpdateItem", lambda **_: attempts.append(1))
        client.update_item(TableName="Rooms", Key={"room": {"S": "7"}}, UpdateExpression="ADD visits :one",
                           ExpressionAttributeValues={":one": {"N": "1"}})
        self.assertEqual(len(attempts), 2)
        self.assertEqual(client.get_item(TableName="Rooms", Key={"room": {"S": "7"}})["Item"]["visits"], {"N": "2"})


class Programs(ReadmeTest):
    def test_in_front_of_another_store(self):
        upstream = UPSTREAM.rstrip()
        output = self.start(upstream + " --port 8000", "forwarded to", **CREDENTIALS)
        self.assertIn("forwarded to https://dynamodb.eu-west-1.amazonaws.com, signed for eu-west-1", output)

    def test_conformance(self):
        self.start_server()
        self.assertIn("Verdict: holds", self.run_script(CONFORMANCE))
        self.assertTrue(os.path.getsize(os.path.join(self.directory, "verdict.html")))

    def test_faulty_proxy(self):
        self.start_server()
        self.create_rooms()
        self.start(PROXY, self.other_port)
        client = self.client(self.other_port)
        client.put_item(TableName="Rooms", Item={"room": {"S": "7"}, "visits": {"N": "0"}})
        for _ in range(20):
            client.update_item(TableName="Rooms", Key={"room": {"S": "7"}}, UpdateExpression="ADD visits :one",
                               ExpressionAttributeValues={":one": {"N": "1"}})
        visits = client.get_item(TableName="Rooms", Key={"room": {"S": "7"}}, ConsistentRead=True)["Item"]["visits"]["N"]
        self.assertGreater(int(visits), 20)

    def test_bench(self):
        self.start_server()
        output = self.run_script(BENCH)
        self.assertIn("What the endpoint told its clients is what it stored.", output)
        self.assertTrue(os.path.getsize(os.path.join(self.directory, "page.html")))


class EveryBlock(unittest.TestCase):
    def test_every_block_is_run(self):
        def is_elsewhere(candidate):
            return any(section == candidate.section and (kinds is None or candidate.kind in kinds)
                       for section, kinds in ELSEWHERE)

        left = [b for b in BLOCKS if b not in used and not is_elsewhere(b)]
        self.assertEqual([], [(b.section, b.first_line) for b in left])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[6:]], verbosity=2, warnings="ignore")
