// The preset `holdfast/jest-dynamodb`: takes the place of `@shelf/jest-dynamodb`, with the same
// jest-dynamodb-config.js.
"use strict";

module.exports = { globalSetup: require.resolve("./global_setup.js") };
