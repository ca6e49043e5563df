module.exports = { globalSetup: "./holdfast.setup.js", testEnvironment: "node" };
