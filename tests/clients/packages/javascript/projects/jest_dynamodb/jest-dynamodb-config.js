module.exports = async () => ({
  tables: [
    {
      TableName: "files",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    },
  ],
  port: Number(process.env.PORT),
  options: ["-sharedDb", "-inMemory"],
  clientConfig: { region: "eu-central-1" },
  installerConfig: { installPath: "./dynamodb-local" },
});
