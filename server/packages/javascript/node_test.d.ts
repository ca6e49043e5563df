import type { Database } from "./index";
import type { ForkOptions, SetupOptions } from "./setup";

/** Starts a server for the tests of `node --require FILE --test` and fills it. To be called by FILE. */
export function setup(options?: SetupOptions): void;

/** Resolves to the fork of the tests of this file. Its endpoint stays the same for the whole file. */
export function useHoldfast(options?: ForkOptions): Promise<Database>;
