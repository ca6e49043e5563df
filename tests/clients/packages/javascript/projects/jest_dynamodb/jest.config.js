module.exports = { preset: "holdfast/jest-dynamodb" };
