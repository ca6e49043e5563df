// Where the server's binary is.
"use strict";

const { existsSync } = require("node:fs");
const path = require("node:path");

// The name of the package with the binary for this platform. Only Linux has been built and tested.
const platformPackage = `@holdfast/${process.platform}-${process.arch}`;

// Builds of the clone that this file belongs to, if it belongs to one.
const builds = ["static", "release"].map((preset) =>
  path.join(__dirname, "../../../.build", preset, "server/holdfast"),
);

// The first of: the file that HOLDFAST_BINARY names, the binary of the platform's package, the clone's static build,
// its release build.
function binaryPath() {
  const given = process.env.HOLDFAST_BINARY;
  if (given) {
    if (!existsSync(given)) throw new Error(`HOLDFAST_BINARY names ${given}, which does not exist`);
    return given;
  }
  try {
    return require.resolve(`${platformPackage}/bin/holdfast`);
  } catch {
    // The package is optional: it is installed neither on other platforms nor in a clone.
  }
  const built = builds.find(existsSync);
  if (built) return built;
  throw new Error(
    `holdfast has no binary for ${process.platform}-${process.arch}: install ${platformPackage} of the same version ` +
      "(npm omits it with --omit=optional), or set HOLDFAST_BINARY to the path of a binary",
  );
}

module.exports = { binaryPath };
