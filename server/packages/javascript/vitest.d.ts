import type { Database } from "./index";
import type { ForkOptions } from "./setup";

declare module "vitest" {
  export interface ProvidedContext {
    holdfast: string;
  }
}

/** The fork of the tests of this file. Its endpoint stays the same for the whole file. */
export function useHoldfast(options?: ForkOptions): Database;
