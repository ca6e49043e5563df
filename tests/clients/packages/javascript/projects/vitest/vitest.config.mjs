import { defineConfig } from "vitest/config";

// The fork of each file is made before the file is loaded, so that an application finds it in the environment.
export default defineConfig({ test: { globalSetup: "./global_setup.mjs", setupFiles: "./fork.mjs" } });
