const { DynamoDBClient, GetItemCommand, PutItemCommand } = require("@aws-sdk/client-dynamodb");

// The client in @shelf/jest-dynamodb's documentation, with another port.
const client = new DynamoDBClient({
  ...(process.env.JEST_WORKER_ID && {
    endpoint: `http://localhost:${process.env.PORT}`,
    region: "local-env",
    credentials: { accessKeyId: "fakeMyKeyId", secretAccessKey: "fakeSecretAccessKey" },
  }),
});

test("a file is absent, then put, then found, at the endpoint that the preset names", async () => {
  const Key = { id: { S: "1" } };
  expect((await client.send(new GetItemCommand({ TableName: "files", Key }))).Item).toBeUndefined();
  await client.send(new PutItemCommand({ TableName: "files", Item: { ...Key, name: { S: "a" } } }));
  expect((await client.send(new GetItemCommand({ TableName: "files", Key }))).Item.name.S).toBe("a");
  expect(process.env.MOCK_DYNAMODB_ENDPOINT).toBe(`http://localhost:${process.env.PORT}`);
});
