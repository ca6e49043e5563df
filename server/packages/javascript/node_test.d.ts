import type { Database } from "./index";
import type { ForkOptions, SetupOptions } from "./setup";

/** Starts the server of `node --require FILE --test`, where FILE calls this, and fills it. */
export function setup(options?: SetupOptions): void;

/** Resolves to the fork of the tests of this file. Its endpoint stays the same for the whole file. */
export function useHoldfast(options?: ForkOptions): Promise<Database>;
