import type { Database } from "./index";

export interface SetupOptions {
  /** Flags of the server. */
  flags?: string[];
  /** Inputs of CreateTable. */
  tables?: readonly { TableName?: string }[];
  /** Fills the database, once for the whole run. */
  seed?: (database: Database) => unknown;
}

export interface ForkOptions {
  /** The fork is reset before each test ("test", the default), or only after the last test of the file ("file"). */
  fork?: "test" | "file";
}

/** The global setup of Vitest and Jest: one server for all workers, filled once. */
export function setup(options?: SetupOptions): (context?: any) => Promise<() => Promise<void>>;
