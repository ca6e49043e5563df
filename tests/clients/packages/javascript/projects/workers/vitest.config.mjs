import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: "./holdfast.setup.mjs", pool: "forks", poolOptions: { forks: { minForks: 8, maxForks: 8 } } },
});
