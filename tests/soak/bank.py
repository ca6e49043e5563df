"""Transfers between accounts conserve the sum: in transactional reads, in forks, and across snapshots and restores.

One of the two databases is also restored while transfers run; its sum is conserved, because the snapshot has that sum,
too. Transfers stay within a group of a hundred accounts, which one TransactGetItems can read."""

import itertools

from client import number, table_definition, text
from soak_run import Part

STEADY, RESTORED = BANKS = ("100000000001", "100000000002")
GROUPS, GROUP_SIZE, INITIAL_BALANCE = 5, 100, 1000
GROUP_TOTAL = GROUP_SIZE * INITIAL_BALANCE
FORK_NAMES = 4
# Forks and snapshots share the 48 MB of the archive: a copy would show in the memory check. The archive also makes the
# varying memory of short-lived data small in comparison.
ARCHIVED, ARCHIVED_BYTES = 1200, 40_000
# The server remembers a token for ten minutes. Few transfers have one, so that the server's memory is soon steady.
TOKEN_SHARE = 1 / 200
# The share of transfers, and of audits, that use PartiQL statements.
STATEMENTS_SHARE = 1 / 4


def key_of(group, position):
    return {"name": text(f"{group}#{position:02}")}


def total_of(items):
    return sum(int(item["balance"]["N"]) for item in items)


class Bank(Part):
    def __init__(self, run):
        super().__init__(run)
        self.fork_numbers = itertools.count()
        self.token_numbers = itertools.count()

    def set_up(self):
        for client in map(self.run.client, BANKS):
            client.call("CreateTable", **table_definition("Accounts", "name"))
            client.call("CreateTable", **table_definition("Receipts", "name"))
            for group, position in itertools.product(range(GROUPS), range(GROUP_SIZE)):
                item = {**key_of(group, position), "balance": number(INITIAL_BALANCE)}
                client.call("PutItem", TableName="Accounts", Item=item)

        archive = self.run.client(STEADY)
        archive.call("CreateTable", **table_definition("Archive", "name"))
        page = text("x" * ARCHIVED_BYTES)
        for n in range(ARCHIVED):
            archive.call("PutItem", TableName="Archive", Item={"name": text(f"{n}"), "page": page})

    def workers(self):
        return {
            "transfers 0": self.transfers,
            "transfers 1": self.transfers,
            "audits": self.audits,
            "forks and snapshots": self.forks_and_snapshots,
        }

    def final_checks(self):
        for bank in BANKS:
            total = total_of(self.run.client(bank).stored("Accounts"))
            self.run.check("the sum is conserved in the end", total == GROUPS * GROUP_TOTAL, bank, total)

    def transfers(self, chance):
        clients = [self.run.client(bank) for bank in BANKS]

        def step():
            client, group = chance.choice(clients), chance.randrange(GROUPS)
            giver, taker = chance.sample(range(GROUP_SIZE), 2)
            amount = number(chance.randint(1, 50))
            common = {"TableName": "Accounts", "ExpressionAttributeValues": {":a": amount}}
            give = {**common, "Key": key_of(group, giver), "UpdateExpression": "SET balance = balance - :a"}
            take = {**common, "Key": key_of(group, taker), "UpdateExpression": "ADD balance :a"}
            actions = [{"Update": {**give, "ConditionExpression": "balance >= :a"}}, {"Update": take}]
            # Not in the other bank: a restore could remove the receipt of a transfer between its two calls.
            if client.account == STEADY and chance.random() < TOKEN_SHARE:
                return self.transfer_with_token(client, actions)
            if chance.random() < STATEMENTS_SHARE:
                return self.transfer_by_statements(client, key_of(group, giver), key_of(group, taker), amount)
            client.call("TransactWriteItems", allow=["TransactionCanceledException"], TransactItems=actions)

        return step

    @staticmethod
    def transfer_by_statements(client, giver, taker, amount):
        give = "UPDATE Accounts SET balance = balance - ? WHERE name = ? AND balance >= ?"
        take = "UPDATE Accounts SET balance = balance + ? WHERE name = ?"
        statements = [
            {"Statement": give, "Parameters": [amount, giver["name"], amount]},
            {"Statement": take, "Parameters": [amount, taker["name"]]},
        ]
        client.call("ExecuteTransaction", allow=["TransactionCanceledException"], TransactStatements=statements)

    def transfer_with_token(self, client, actions):
        token = f"token-{next(self.token_numbers)}"
        receipt = {"TableName": "Receipts", "Key": {"name": text(token)}}
        use = {"UpdateExpression": "ADD uses :one", "ExpressionAttributeValues": {":one": number(1)}}
        request = {"TransactItems": [*actions, {"Update": {**receipt, **use}}], "ClientRequestToken": token}
        # The words after the operation only label the call in the counts.
        if client.call("TransactWriteItems with a token", allow=["TransactionCanceledException"], **request) is None:
            return
        client.call("TransactWriteItems with that token again", **request)
        request["TransactItems"] = actions
        other = client.call("TransactWriteItems", allow=["IdempotentParameterMismatchException"], **request)
        item = client.call("DeleteItem", ReturnValues="ALL_OLD", **receipt).get("Attributes")
        holds = item == {"name": text(token), "uses": number(1)} and other is None
        self.run.check("a token applies once", holds, token, item, other)

    def audits(self, chance):
        clients = [self.run.client(bank) for bank in BANKS]

        def step():
            client, group = chance.choice(clients), chance.randrange(GROUPS)
            keys = [key_of(group, at) for at in range(GROUP_SIZE)]
            if chance.random() < STATEMENTS_SHARE:
                select = "SELECT balance FROM Accounts WHERE name = ?"
                reads = [{"Statement": select, "Parameters": [key["name"]]} for key in keys]
                kind, request = "ExecuteTransaction reading", {"TransactStatements": reads}
            else:
                gets = [{"Get": {"TableName": "Accounts", "Key": key}} for key in keys]
                kind, request = "TransactGetItems", {"TransactItems": gets}
            response = client.call(kind, allow=["TransactionCanceledException"], **request)
            if response is not None:
                total = total_of(entry["Item"] for entry in response["Responses"])
                where = f"group {group} of {client.account}"
                self.run.check("a transaction reads a conserved sum", total == GROUP_TOTAL, where, total)
            self.run.pause(0.01)

        return step

    def forks_and_snapshots(self, chance):
        clients = {bank: self.run.client(bank) for bank in BANKS}

        def step():
            name = f"copy{next(self.fork_numbers) % FORK_NAMES}"
            self.change_and_restore_fork(clients[chance.choice(BANKS)].of_fork(name))
            # This database is restored while other clients run transfers in it.
            restored_bank = clients[RESTORED]
            snapshot = restored_bank.admin("snapshot", "POST", f"snapshots?{restored_bank.selection}")["id"]
            self.run.pause(0.2)
            restored_bank.admin("restore", "POST", f"snapshots/{snapshot}/restore")
            restored_bank.admin("snapshot dropped", "DELETE", f"snapshots/{snapshot}")
            everything = restored_bank.admin("snapshot of all databases", "POST", "snapshots?all=true")["id"]
            restored_bank.admin("snapshots listed", "GET", "snapshots")
            restored_bank.admin("snapshot dropped", "DELETE", f"snapshots/{everything}")
            self.run.pause(0.3)

        return step

    def change_and_restore_fork(self, fork):
        """Creates a fork by reading it, changes it, restores its original state, and drops it."""

        def accounts():
            request = {"TableName": "Accounts", "ConsistentRead": True, "Limit": 170}
            return {item["name"]["S"]: item for item in fork.pages("Scan in a fork", **request)}

        original = accounts()
        sums = len(original), total_of(original.values())
        expected = GROUPS * GROUP_SIZE, GROUPS * GROUP_TOTAL
        self.run.check("a fork has a conserved sum", sums == expected, fork.selection, sums)
        snapshot = fork.admin("snapshot", "POST", f"snapshots?{fork.selection}")["id"]
        for position in range(10):
            fork.call("DeleteItem in a fork", TableName="Accounts", Key=key_of(0, position))
        changed = len(accounts()) == len(original) - 10
        fork.admin("restore", "POST", f"snapshots/{snapshot}/restore")
        holds = changed and accounts() == original
        self.run.check("a restore brings back what the snapshot held", holds, fork.selection, changed)
        fork.admin("snapshot dropped", "DELETE", f"snapshots/{snapshot}")
        gone = fork.admin("restore", "POST", f"snapshots/{snapshot}/restore", allow=["404"]) is None
        fork.admin("fork dropped", "POST", f"reset?{fork.selection}")
        listed = fork.admin("databases listed", "GET", f"databases?account={fork.account}")["databases"]
        holds = gone and all(database.get("fork") != fork.fork for database in listed)
        self.run.check("what was dropped is gone", holds, snapshot, gone, listed)
