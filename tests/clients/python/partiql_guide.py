"""The example statements of the chapter on PartiQL in AWS's developer guide, with what they return, as data: run in this
order on tables that hold ITEMS.
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html"""

from typing import NamedTuple


def s(text):
    return {"S": text}


def n(number):
    return {"N": str(number)}


def ns(*members):
    return {"NS": [str(member) for member in members]}


def numbers(*elements):
    return {"L": [n(element) for element in elements]}


class Example(NamedTuple):
    """One statement of a page. `returns`: its items, in this order if it has ORDER BY, or the error as text."""

    page: str
    statement: str
    returns: object = []
    parameters: tuple = ()


class Group(NamedTuple):
    """Statements of one batch or transaction. `returns`: the Responses, or the error as text."""

    page: str
    operation: str
    statements: list
    returns: object


# In place of a page: a statement that is no example, but prepares items for the examples or checks their effects.
BETWEEN_EXAMPLES = "between examples"

# The key attributes of each table, with their types.
TABLES = {
    "Orders": {"OrderID": "N"},
    "Music": {"Artist": "S", "SongTitle": "S"},
    "WatchList": {"CustomerID": "S", "MovieID": "S"},
    "TypesTable": {"primarykey": "S"},
    "TableName": {"pk": "S"},
}
# The global index of one of TABLES, which the guide calls "TableName".
INDEX = {"table": "TableName", "name": "IndexName", "key": "color", "type": "S"}

ORDERS = {
    1: {"Total": n(500), "Address": s("7834 24th Ave NE, Kirkland"), "Image": s("i" * 301)},
    2: {"Total": n(600)},
    3: {"Total": n(700), "Address": s("some address")},
    100: {"Total": n(50), "Address": s("some address")},
    200: {"Total": n(550)},
    234: {"Total": n(60)},
}


def orders(*ids):
    return [{"OrderID": n(order_id), **ORDERS[order_id]} for order_id in ids]


def totals(*ids):
    return [{"OrderID": n(order_id), "Total": ORDERS[order_id]["Total"]} for order_id in ids]


def watched(*dates):
    return {"M": {"FireStick": {"M": {"DateWatched": {"L": [s(date) for date in dates]}}}}}


CALL_ME = {"Artist": s("No One You Know"), "SongTitle": s("Call Me Today")}
ROCKS = {"Artist": s("Acme Band"), "SongTitle": s("PartiQL Rocks")}
BEST = {"Artist": s("Acme Band"), "SongTitle": s("Best Song")}
ROCKS_KEY = (s("Acme Band"), s("PartiQL Rocks"))

ITEMS = {
    "Orders": orders(*ORDERS),
    "Music": [CALL_ME],
    "WatchList": [
        {"CustomerID": s("C1"), "MovieID": s("M1"), "Devices": watched("12/19/19", "12/20/19")},
        {"CustomerID": s("C1"), "MovieID": s("M2"), "Devices": watched("11/01/19")},
        {"CustomerID": s("C2"), "MovieID": s("M1")},
    ],
    "TableName": [{"pk": s("1"), "color": s("red")}, {"pk": s("2")}],
}

DUPLICATE = "DuplicateItemException: Duplicate primary key exists in table"
CONDITION_FAILED = "ConditionalCheckFailedException: The conditional request failed"
FIRST_AWARDS = {"AwardsWon": n(1), "AwardDetail": {"M": {"Grammys": numbers(2020, 2018)}}}
SET_AWARDS = "SET AwardsWon=1 SET AwardDetail={'Grammys':[2020, 2018]}"
WHERE_ROCKS = "WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'"
INSERT_ROCKS = "INSERT INTO \"Music\" value {'Artist' : 'Acme Band','SongTitle' : 'PartiQL Rocks'}"


def music(**changes):
    """The item that the examples change, with the given attributes."""
    return [{**ROCKS, **changes}]


SELECT = [
    Example("ql-reference.select", 'SELECT * FROM "TableName"."IndexName"', [{"pk": s("1"), "color": s("red")}]),
    Example("ql-reference.select", 'SELECT * FROM "Orders" WHERE OrderID = 100', orders(100)),
    Example(
        "ql-reference.select",
        "SELECT * FROM \"Orders\" WHERE OrderID = 100 and Address='some address'",
        orders(100),
    ),
    Example("ql-reference.select", 'SELECT * FROM "Orders" WHERE OrderID = 100 or OrderID = 200', orders(100, 200)),
    Example("ql-reference.select", 'SELECT * FROM "Orders" WHERE OrderID IN [100, 300, 234]', orders(100, 234)),
    Example("ql-reference.select", 'SELECT * FROM "Orders" WHERE OrderID > 1', orders(2, 3, 100, 200, 234)),
    Example("ql-reference.select", "SELECT * FROM \"Orders\" WHERE Address='some address'", orders(3, 100)),
    Example(
        "ql-reference.select",
        "SELECT * FROM \"Orders\" WHERE OrderID = 100 OR Address='some address'",
        orders(3, 100),
    ),
    Example("ql-reference.select", 'SELECT OrderID, Total\nFROM "Orders"\nWHERE OrderID = 1', totals(1)),
    Example(
        "ql-reference.select",
        'SELECT OrderID, Total\nFROM "Orders"\nWHERE OrderID = 1 OR OrderID = 2',
        totals(1, 2),
    ),
    Example(
        "ql-reference.select",
        'SELECT OrderID, Total\nFROM "Orders"\nWHERE OrderID IN [1, 2, 3] ORDER BY OrderID DESC',
        totals(3, 2, 1),
    ),
    Example("ql-reference.select", 'SELECT OrderID, Total FROM "Orders" WHERE Total > 500', totals(2, 3, 200)),
    Example("ql-reference.select", 'SELECT OrderID, Total FROM "Orders" WHERE Total IN [500, 600]', totals(1, 2)),
    Example(
        "ql-reference.select",
        'SELECT OrderID, Total FROM "Orders" WHERE Total BETWEEN 500 AND 600',
        totals(1, 2, 200),
    ),
    Example(
        "ql-reference.select",
        "SELECT Devices.FireStick.DateWatched[0] FROM WatchList WHERE CustomerID= 'C1' AND MovieID= 'M1'",
        [{"DateWatched[0]": s("12/19/19")}],
    ),
    Example(
        "ql-reference.select",
        "SELECT Devices FROM WatchList WHERE Devices.FireStick.DateWatched[0] >= '12/12/19'",
        [{"Devices": watched("12/19/19", "12/20/19")}],
    ),
]

FUNCTIONS = [
    Example("ql-functions.size", 'SELECT * FROM "Orders" WHERE "OrderID"=1 AND size("Image") >300', orders(1)),
    Example(
        "ql-functions.contains",
        "SELECT * FROM \"Orders\" WHERE \"OrderID\"=1 AND contains(\"Address\", 'Kirkland')",
        orders(1),
    ),
    Example(
        "ql-functions.beginswith",
        "SELECT * FROM \"Orders\" WHERE \"OrderID\"=1 AND begins_with(\"Address\", '7834 24th')",
        orders(1),
    ),
    Example("ql-functions.attribute_type", "SELECT * FROM \"Music\" WHERE attribute_type(\"Artist\", 'S')", [CALL_ME]),
    Example("ql-functions.missing", 'SELECT * FROM Music WHERE "Awards" IS MISSING', [CALL_ME]),
    # The page's own note asks for a condition beside the key, which its example lacks.
    Group(
        "ql-functions.exists",
        "execute_transaction",
        [{"Statement": f'EXISTS(SELECT * FROM "Music" {WHERE_ROCKS})'}],
        "ValidationException: Validation failed in TransactStatements[0]: EXISTS() must contain a single item read with "
        "additional condition",
    ),
]

# The page lists operators without statements, so these statements are not the guide's.
OPERATORS = [
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total = 600", [{"OrderID": n(2)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Address <> 'some address'", [{"OrderID": n(1)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total > 600", [{"OrderID": n(3)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total < 60", [{"OrderID": n(100)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total >= 700", [{"OrderID": n(3)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total <= 50", [{"OrderID": n(100)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total > 50 AND Total < 500", [{"OrderID": n(234)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total BETWEEN 51 AND 499", [{"OrderID": n(234)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Total IN [60, 61]", [{"OrderID": n(234)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Image IS STRING", [{"OrderID": n(1)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Image IS NOT MISSING", [{"OrderID": n(1)}]),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE Image IS NULL", []),
    Example("ql-operators", "SELECT OrderID FROM Orders WHERE NOT Total < 700", [{"OrderID": n(3)}]),
    Example(
        "ql-operators",
        "SELECT OrderID FROM Orders WHERE Total = 50 OR Total = 60",
        [{"OrderID": n(100)}, {"OrderID": n(234)}],
    ),
    Example(
        "ql-operators",
        "UPDATE Orders SET Total = Total + 1 WHERE OrderID = 234 RETURNING MODIFIED NEW *",
        [{"Total": n(61)}],
    ),
    Example(
        "ql-operators",
        "UPDATE Orders SET Total = Total - 1 WHERE OrderID = 234 RETURNING MODIFIED NEW *",
        [{"Total": n(60)}],
    ),
]

WRITES = [
    Example("ql-reference.insert", INSERT_ROCKS),
    Example("ql-reference.insert", INSERT_ROCKS, DUPLICATE),
    Example("ql-reference.update", f'UPDATE "Music" {SET_AWARDS} {WHERE_ROCKS} RETURNING ALL OLD *', music()),
    Example(
        "ql-reference.update",
        f'UPDATE "Music" {SET_AWARDS} {WHERE_ROCKS} RETURNING ALL NEW *',
        music(**FIRST_AWARDS),
    ),
    Example("ql-reference.update", f'UPDATE "Music" {SET_AWARDS} {WHERE_ROCKS}'),
    Example(
        "ql-reference.update",
        f'UPDATE "Music" SET AwardDetail.Grammys =list_append(AwardDetail.Grammys,[2016]) {WHERE_ROCKS}',
    ),
    Example(
        BETWEEN_EXAMPLES,
        f'SELECT AwardDetail FROM "Music" {WHERE_ROCKS}',
        [{"AwardDetail": {"M": {"Grammys": numbers(2020, 2018, 2016)}}}],
    ),
    Example("ql-reference.update", f'UPDATE "Music" REMOVE AwardDetail.Grammys[2] {WHERE_ROCKS}'),
    Example("ql-reference.update", f'UPDATE "Music" SET AwardDetail.BillBoard=[2020] {WHERE_ROCKS}'),
    Example("ql-reference.update", f"UPDATE \"Music\" SET BandMembers =<<'member1', 'member2'>> {WHERE_ROCKS}"),
    Example(
        "ql-reference.update",
        f"UPDATE \"Music\" SET BandMembers =set_add(BandMembers, <<'newbandmember'>>) {WHERE_ROCKS}",
    ),
    Example(
        BETWEEN_EXAMPLES,
        f'SELECT * FROM "Music" {WHERE_ROCKS}',
        music(
            AwardsWon=n(1),
            AwardDetail={"M": {"Grammys": numbers(2020, 2018), "BillBoard": numbers(2020)}},
            BandMembers={"SS": ["member1", "member2", "newbandmember"]},
        ),
    ),
    Example(BETWEEN_EXAMPLES, f'UPDATE "Music" REMOVE AwardsWon, AwardDetail, BandMembers {WHERE_ROCKS}'),
    Example(
        "ql-reference.delete",
        "DELETE FROM \"Music\" WHERE \"Artist\" = 'Acme Band' AND \"SongTitle\" = 'PartiQL Rocks' RETURNING ALL OLD *",
        music(),
    ),
    Example(
        "ql-reference.delete",
        "DELETE FROM \"Music\" WHERE \"Artist\" = 'Acme Band' AND \"SongTitle\" = 'PartiQL Rocks'",
    ),
    Example("ql-reference.update", f'UPDATE "Music" {SET_AWARDS} {WHERE_ROCKS}', CONDITION_FAILED),
]

GETTING_STARTED = [
    Example("ql-gettingstarted", "INSERT INTO Music value {'Artist':?,'SongTitle':?}", [], ROCKS_KEY),
    Example("ql-gettingstarted", "SELECT * FROM Music  where Artist=? and SongTitle=?", music(), ROCKS_KEY),
    Example("ql-gettingstarted", f"UPDATE Music {SET_AWARDS}  where Artist=? and SongTitle=?", [], ROCKS_KEY),
    Example(
        "ql-gettingstarted",
        "UPDATE Music SET AwardDetail.Grammys =list_append(AwardDetail.Grammys,[2016])  where Artist=? and SongTitle=?",
        [],
        ROCKS_KEY,
    ),
    Example(
        "ql-gettingstarted",
        "UPDATE Music REMOVE AwardDetail.Grammys[2]   where Artist=? and SongTitle=?",
        [],
        ROCKS_KEY,
    ),
    Example(
        "ql-gettingstarted",
        "UPDATE Music set AwardDetail.BillBoard=[2020] where Artist=? and SongTitle=?",
        [],
        ROCKS_KEY,
    ),
    Example(
        "ql-gettingstarted",
        "UPDATE Music SET BandMembers =<<'member1', 'member2'>> where Artist=? and SongTitle=?",
        [],
        ROCKS_KEY,
    ),
    Example(
        "ql-gettingstarted",
        "UPDATE Music SET BandMembers =set_add(BandMembers, <<'newmember'>>) where Artist=? and SongTitle=?",
        [],
        ROCKS_KEY,
    ),
    Example(
        "ql-gettingstarted",
        "SELECT * FROM Music  where Artist=? and SongTitle=?",
        music(
            AwardsWon=n(1),
            AwardDetail={"M": {"Grammys": numbers(2020, 2018), "BillBoard": numbers(2020)}},
            BandMembers={"SS": ["member1", "member2", "newmember"]},
        ),
        ROCKS_KEY,
    ),
    Example("ql-gettingstarted", "DELETE  FROM Music  where Artist=? and SongTitle=?", [], ROCKS_KEY),
]

DATA_TYPES = [
    Example(
        "ql-reference.data-types",
        "INSERT INTO TypesTable value {'primarykey':'1', \n'NumberType':1,\n"
        "'MapType' : {'entryname1': 'value', 'entryname2': 4}, \n'ListType': [1,'stringval'], \n"
        "'NumberSetType':<<1,34,32,4.5>>, \n'StringSetType':<<'stringval','stringval2'>>\n}",
    ),
    Example(
        "ql-reference.data-types",
        "UPDATE TypesTable \nSET NumberType=NumberType + 100 \nSET MapType.NewMapEntry=[2020, 'stringvalue', 2.4]\n"
        "SET ListType = LIST_APPEND(ListType, [4, <<'string1', 'string2'>>])\n"
        "SET NumberSetType= SET_ADD(NumberSetType, <<345, 48.4>>)\n"
        "SET StringSetType = SET_ADD(StringSetType, <<'stringsetvalue1', 'stringsetvalue2'>>)\nWHERE primarykey='1'",
    ),
    Example(
        "ql-reference.data-types",
        "UPDATE TypesTable \nSET NumberType=NumberType - 1\nREMOVE ListType[1]\nREMOVE MapType.NewMapEntry\n"
        "SET NumberSetType = SET_DELETE( NumberSetType, <<345>>)\n"
        "SET StringSetType = SET_DELETE( StringSetType, <<'stringsetvalue1'>>)\nWHERE primarykey='1'",
    ),
    Example(
        BETWEEN_EXAMPLES,
        "SELECT * FROM TypesTable",
        [
            {
                "primarykey": s("1"),
                "NumberType": n(100),
                "MapType": {"M": {"entryname1": s("value"), "entryname2": n(4)}},
                "ListType": {"L": [n(1), n(4), {"SS": ["string1", "string2"]}]},
                "NumberSetType": ns(1, 34, 32, 4.5, 48.4),
                "StringSetType": {"SS": ["stringval", "stringval2", "stringsetvalue2"]},
            }
        ],
    ),
]

INSERT_BEST = {
    "Statement": "INSERT INTO Music value {'Artist':?,'SongTitle':?}",
    "Parameters": [s("Acme Band"), s("Best Song")],
}
UPDATE_ROCKS = {"Statement": f"UPDATE Music {SET_AWARDS}  where Artist='Acme Band' and SongTitle='PartiQL Rocks'"}
AWARDS_MISSING = {
    "Statement": "EXISTS(SELECT * FROM Music where Artist='No One You Know' and SongTitle='Call Me Today' and "
    "Awards is  MISSING)"
}

SEVERAL_STATEMENTS = [
    # The item that the examples of transactions and of batches change.
    Example(BETWEEN_EXAMPLES, INSERT_ROCKS),
    Group(
        "ql-reference.multiplestatements.transactions",
        "execute_transaction",
        [AWARDS_MISSING, INSERT_BEST, UPDATE_ROCKS],
        [],
    ),
    Example(BETWEEN_EXAMPLES, f"SELECT * FROM Music {WHERE_ROCKS}", music(**FIRST_AWARDS)),
    Group(
        "ql-reference.multiplestatements.transactions",
        "execute_transaction",
        [AWARDS_MISSING, INSERT_BEST, UPDATE_ROCKS],
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for specific reasons "
        "[None, DuplicateItem, None]",
    ),
    Example(BETWEEN_EXAMPLES, "DELETE FROM Music WHERE Artist = ? AND SongTitle = ?", [], tuple(BEST.values())),
    Group(
        "ql-reference.multiplestatements.batching",
        "batch_execute_statement",
        [INSERT_BEST, UPDATE_ROCKS],
        [{"TableName": "Music"}, {"TableName": "Music"}],
    ),
    # Two statements of one item, which the service refuses although this is an example.
    Group(
        "ql-reference.multiplestatements.batching",
        "batch_execute_statement",
        [
            {"Statement": "INSERT INTO Music value {'Artist':'Acme Band','SongTitle':'PartiQL Rocks'}"},
            {
                "Statement": "UPDATE Music set AwardDetail.BillBoard=[2020] where Artist='Acme Band' and "
                "SongTitle='PartiQL Rocks'"
            },
        ],
        "ValidationException: Provided list of item keys contains duplicates",
    ),
    Example(BETWEEN_EXAMPLES, "SELECT * FROM Music WHERE Artist = 'Acme Band'", [BEST, *music(**FIRST_AWARDS)]),
]

EXAMPLES = SELECT + FUNCTIONS + OPERATORS + WRITES + GETTING_STARTED + DATA_TYPES + SEVERAL_STATEMENTS
