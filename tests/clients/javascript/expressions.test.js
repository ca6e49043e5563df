// Expressions that the SDK sends: their effects on an item, and the error texts of invalid ones.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = DynamoDBDocumentClient.from(makeClient());
const TableName = "Expressions";
const Key = { pk: "item" };

before(() => createTable(makeClient(), keyedTable(TableName, null)));

const put = (item) => client.send(new PutCommand({ TableName, Item: { ...Key, ...item } }));
const request = (more, values, names) => ({
  TableName,
  ...more,
  ExpressionAttributeValues: values,
  ExpressionAttributeNames: names,
});

// [the item before, the update, its values, the item after]
const updates = [
  [{ a: 1 }, "SET a = a + :v, b = a", { ":v": 2 }, { a: 3, b: 1 }],
  [{ a: 1 }, "SET b = if_not_exists(b, :v) - a", { ":v": 9 }, { a: 1, b: 8 }],
  [{ l: [1] }, "SET l = list_append(l, :v)", { ":v": [2, 3] }, { l: [1, 2, 3] }],
  [{ l: [1, 2, 3, 4, 5] }, "REMOVE l[1] SET l[3] = :v", { ":v": 9 }, { l: [1, 3, 9, 5] }],
  [{ l: [1] }, "SET l[7] = :v", { ":v": 2 }, { l: [1, 2] }],
  [{ m: { a: 1, b: 2 } }, "SET m.c = :v REMOVE m.a", { ":v": 3 }, { m: { b: 2, c: 3 } }],
  [{}, "ADD n :v", { ":v": 5 }, { n: 5 }],
  [{ s: new Set(["a"]) }, "ADD s :v", { ":v": new Set(["b"]) }, { s: new Set(["a", "b"]) }],
  [{ s: new Set(["a", "b"]) }, "DELETE s :v", { ":v": new Set(["b"]) }, { s: new Set(["a"]) }],
  [{ s: new Set(["a"]), x: 1 }, "DELETE s :v", { ":v": new Set(["a"]) }, { x: 1 }],
  [{ a: 1 }, "REMOVE a, nothing", undefined, {}],
  [{ a: 1, b: 2 }, "SET a = b, b = a", undefined, { a: 2, b: 1 }],
];
for (const [before, expression, values, after] of updates) {
  test(`update: ${expression}`, async () => {
    await put(before);
    const update = request({ Key, UpdateExpression: expression, ReturnValues: "ALL_NEW" }, values);
    const { Attributes } = await client.send(new UpdateCommand(update));
    assert.deepEqual(Attributes, { pk: "item", ...after });
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    assert.deepEqual(Item, Attributes);
  });
}

const stored = { n: 5, s: "hello", l: [1, "a"], m: { x: { y: true } }, numbers: new Set([1, 2]), nothing: null };
// [the condition, its values, whether it is true for `stored`]
const conditions = [
  ["n = :v", { ":v": 5 }, true],
  ["n <> :v", { ":v": 5 }, false],
  ["absent <> :v", { ":v": 5 }, true],
  ["absent = :v", { ":v": 5 }, false],
  ["n BETWEEN :a AND :b AND NOT s = :c", { ":a": 5, ":b": 6, ":c": "x" }, true],
  ["n IN (:a, :b)", { ":a": 4, ":b": 5 }, true],
  ["n < :a OR (n > :b AND s = :c)", { ":a": 1, ":b": 9, ":c": "hello" }, false],
  ["begins_with(s, :p)", { ":p": "hel" }, true],
  ["contains(s, :p)", { ":p": "ell" }, true],
  ["contains(numbers, :p)", { ":p": 2 }, true],
  ["contains(l, :p)", { ":p": "b" }, false],
  ["size(l) = :two AND size(s) > :two", { ":two": 2 }, true],
  ["attribute_exists(m.x.y) AND attribute_not_exists(m.x.z)", undefined, true],
  ["attribute_type(nothing, :t)", { ":t": "NULL" }, true],
  ["m.x.y = :t", { ":t": true }, true],
  ["l[0] = :v", { ":v": 1 }, true],
  ["l[9] = :v", { ":v": 1 }, false],
  ["n = :v", { ":v": "5" }, false],
  ["n = :v", { ":v": 5.0 }, true],
];
for (const [expression, values, holds] of conditions) {
  test(`condition: ${expression} ${JSON.stringify(values ?? {})} is ${holds}`, async () => {
    await put(stored);
    const update = request({ Key, ConditionExpression: expression }, values);
    const outcome = await client.send(new UpdateCommand(update)).then(
      () => true,
      (error) => (error.name === "ConditionalCheckFailedException" ? false : Promise.reject(error)),
    );
    assert.equal(outcome, holds);
    const { Count } = await client.send(new ScanCommand(request({ FilterExpression: expression }, values)));
    assert.equal(Count, holds ? 1 : 0, "as a filter");
  });
}

const inUpdate = (UpdateExpression, values, names) =>
  client.send(new UpdateCommand(request({ Key, UpdateExpression }, values, names)));
const inCondition = (ConditionExpression, values, names) =>
  client.send(new UpdateCommand(request({ Key, ConditionExpression }, values, names)));
const inScan = (FilterExpression, values, names) =>
  client.send(new ScanCommand(request({ FilterExpression }, values, names)));
const inQuery = (KeyConditionExpression, values, names) =>
  client.send(new QueryCommand(request({ KeyConditionExpression }, values, names)));

// [the function that sends it, the expression, its values, the whole message]
const refusals = [
  [inUpdate, "SET a = :v,", { ":v": 1 }, '1 validation error detected: Invalid UpdateExpression: Syntax error; token: "<EOF>", near: ","'],
  [inUpdate, "SET a = :w", { ":v": 1 }, "1 validation error detected: Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :w"],
  [inUpdate, "SET #a = :v", { ":v": 1 }, "1 validation error detected: Invalid UpdateExpression: An expression attribute name used in the document path is not defined; attribute name: #a"],
  [inUpdate, "SET a = :v, a.b = :v", { ":v": 1 }, "1 validation error detected: Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]"],
  [inUpdate, "SET a = :v SET b = :v", { ":v": 1 }, '1 validation error detected: Invalid UpdateExpression: The "SET" section can only be used once in an update expression;'],
  [inUpdate, "SET pk = :v", { ":v": "x" }, "One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key"],
  [inUpdate, "SET a.b.c = :v", { ":v": 1 }, "The document path provided in the update expression is invalid for update"],
  [inUpdate, "SET a = absent", undefined, "The provided expression refers to an attribute that does not exist in the item"],
  [inUpdate, "", undefined, "1 validation error detected: Invalid UpdateExpression: The expression can not be empty;"],
  [inCondition, "name = :v", { ":v": 1 }, "1 validation error detected: Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: name"],
  [inCondition, "((a = :v))", { ":v": 1 }, "1 validation error detected: Invalid ConditionExpression: The expression has redundant parentheses;"],
  [inCondition, "a = a", undefined, "1 validation error detected: Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]"],
  [inCondition, "a + :v > :v", { ":v": 1 }, '1 validation error detected: Invalid ConditionExpression: Syntax error; token: "+", near: "a + :v"'],
  [inScan, "frobnicate(a)", undefined, "Invalid FilterExpression: Invalid function name; function: frobnicate"],
  [inScan, "a < :v", { ":v": true }, "Invalid FilterExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL"],
  [inQuery, "a = :v", { ":v": "x" }, "Query condition missed key schema element: pk"],
  [inQuery, "pk > :v", { ":v": "x" }, "Query key condition not supported"],
];
for (const [send, expression, values, message] of refusals) {
  test(`refused: ${expression || "the empty expression"}`, async () => {
    await put({});
    const error = await errorOf(send(expression, values));
    assert.equal(error.name, "ValidationException");
    assert.equal(error.message, message);
  });
}

test("unused placeholders are refused", async () => {
  const unusedValue = await errorOf(inUpdate("SET a = :v", { ":v": 1, ":w": 2 }));
  assert.match(unusedValue.message, /Value provided in ExpressionAttributeValues unused in expressions: keys: \{:w\}$/);
  const unusedName = await errorOf(inUpdate("SET a = :v", { ":v": 1 }, { "#n": "n" }));
  assert.match(unusedName.message, /Value provided in ExpressionAttributeNames unused in expressions: keys: \{#n\}$/);
});
