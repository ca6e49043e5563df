// Errors as the SDK throws them: exception classes, status codes, request ids.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  GetItemCommand,
  IdempotentParameterMismatchException,
  PutItemCommand,
  QueryCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  CreateTableCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = makeClient();
const TableName = "Errors";
const item = { pk: { S: "a" } };

before(async () => {
  await createTable(client, keyedTable(TableName, null));
  await client.send(new PutItemCommand({ TableName, Item: item }));
});

const ConditionExpression = "attribute_not_exists(pk)";
const putWithToken = (Item) =>
  client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }], ClientRequestToken: "t" }));

// [the exception class, a request that causes it]
for (const [exception, request] of [
  [ResourceNotFoundException, () => client.send(new GetItemCommand({ TableName: "None", Key: item }))],
  [ResourceInUseException, () => client.send(new CreateTableCommand(keyedTable(TableName)))],
  [ConditionalCheckFailedException, () => client.send(new PutItemCommand({ TableName, Item: item, ConditionExpression }))],
  [
    TransactionCanceledException,
    () =>
      client.send(
        new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: item, ConditionExpression } }] }),
      ),
  ],
  [
    IdempotentParameterMismatchException,
    () => putWithToken({ pk: { S: "t" } }).then(() => putWithToken({ pk: { S: "u" } })),
  ],
]) {
  test(`${exception.name} is thrown as its class`, async () => {
    const error = await errorOf(request());
    assert.ok(error instanceof exception, `${error.name}: ${error.message}`);
    assert.ok(error instanceof DynamoDBServiceException);
    assert.equal(error.$fault, "client");
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.match(error.$metadata.requestId, /^[0-9A-Z]{52}$/);
  });
}

// [the kind of error, the request, the whole message]
for (const [name, command, message] of [
  ["a key of the wrong type", new GetItemCommand({ TableName, Key: { pk: { N: "1" } } }), "The provided key element does not match the schema"],
  ["an item without its key", new PutItemCommand({ TableName, Item: { x: { N: "1" } } }), "One or more parameter values were invalid: Missing the key pk in the item"],
  ["an empty key", new PutItemCommand({ TableName, Item: { pk: { S: "" } } }), "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk"],
  ["a limit of zero", new QueryCommand({ TableName, KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": { S: "a" } }, Limit: 0 }), "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must have value greater than or equal to 1"],
  ["a number that is none", new PutItemCommand({ TableName, Item: { pk: { S: "a" }, n: { N: "abc" } } }), "1 validation error detected: The parameter cannot be converted to a numeric value: abc"],
  ["an empty set", new PutItemCommand({ TableName, Item: { pk: { S: "a" }, s: { SS: [] } } }), "1 validation error detected: One or more parameter values were invalid: An string set  may not be empty"],
  ["a doubled set member", new PutItemCommand({ TableName, Item: { pk: { S: "a" }, s: { SS: ["x", "x"] } } }), '1 validation error detected: One or more parameter values were invalid: Input collection ["x", "x"] contains duplicates.'],
]) {
  test(`ValidationException: ${name}`, async () => {
    const error = await errorOf(client.send(command));
    assert.equal(error.name, "ValidationException");
    assert.equal(error.$metadata.httpStatusCode, 400);
    assert.equal(error.message, message);
  });
}
