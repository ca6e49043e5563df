import type { Verdict, ExploreOptions } from "./race";

export { explore, RaceError } from "./race";
export type * from "./race";

/** The configuration of a client of the AWS SDK. */
export interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/** The clock of a database. Time to live, streams, idempotency tokens and throttling use it. */
export interface Clock {
  now(): Promise<Date>;
  /** Stops the clock at a Date, seconds since 1970, or a time such as "2026-10-01T09:00:00Z". */
  stopAt(time: Date | number | string): Promise<Date>;
  /**
   * Stops the clock if it runs, moves it forward by seconds or a duration such as "15m", and does what has become due,
   * such as the deletion of expired items.
   */
  advance(duration: number | string): Promise<Date>;
  /** Lets the clock follow the system clock again. */
  run(): Promise<Date>;
  /** Deletes the items that have expired; resolves to their number. */
  sweep(): Promise<number>;
}

/**
 * The database of an account in a region of a server, or a fork of it. The server makes the database at the first
 * request to it, and a fork as a copy of what its original holds at that moment. What changes the clock of a database
 * that is no fork, restores or resets it, does the same to its forks.
 */
export interface Database {
  readonly origin: string;
  readonly account: string;
  readonly region: string;
  readonly forkName: string | undefined;
  readonly endpoint: string;
  readonly clientConfig: ClientConfig;
  /** The environment variables with which clients of the AWS SDK find the database by themselves. */
  readonly environment: Record<string, string>;
  readonly clock: Clock;
  /** A private copy of this database, for tests. A fork of a fork is another copy of the same original. */
  fork(name?: string): Database;
  /** Empties the database. A fork is dropped, and begins again as a copy of its original. */
  reset(): Promise<void>;
  /** Closes the race sessions of the database, such as that of a test that has timed out. */
  closeRaces(): Promise<void>;
  /** Takes a snapshot of the database. Resolves to a function that restores it, each time the function is called. */
  snapshot(): Promise<() => Promise<void>>;
  /** Creates tables from the inputs of CreateTable, and waits until they are ACTIVE. */
  createTables(definitions: readonly { TableName?: string }[]): Promise<void>;
  tableNames(): Promise<string[]>;
  deleteTable(name: string): Promise<void>;
  /** A call of /_holdfast/… for this database, such as admin("GET", "faults"). */
  admin(method: string, path: string, content?: unknown): Promise<any>;
}

export interface Server extends Database {
  readonly pid: number;
  /** Stops the server, and resolves when it has ended. Rejects if it had ended by itself before. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** 0, which is the default, means a free port. */
  port?: number;
  host?: string;
  /** Other flags of the server, such as ["--seed", "7"]. */
  flags?: string[];
  /** Whether the server's output is written to standard error. */
  log?: boolean;
}

/**
 * Starts a server, and resolves to it when it accepts connections. The server ends when this process ends, however it
 * ends.
 */
export function start(options?: StartOptions): Promise<Server>;

/**
 * The database of a server that runs already, or, if `endpoint` is that of a fork, the fork. If not given, `account` is
 * 000000000000 and `region` us-east-1.
 */
export function connect(endpoint: string, options?: { account?: string; region?: string }): Database;

/** The path of the server's binary: HOLDFAST_BINARY, that of the platform's package, or a build of the clone. */
export function binaryPath(): string;

/**
 * Fails if a write without a condition overwrote an item that had changed since its actor read it, or rested on a read
 * of an index or an eventually consistent read. The write need not have done harm. Takes the options of `explore`,
 * which it then calls, or a verdict of `explore`, or a result of `shake`.
 */
export function expectNoUnguardedWrites<Actors extends Record<string, (name: string) => unknown>>(
  options: ExploreOptions<Actors>,
): Promise<Verdict>;
export function expectNoUnguardedWrites<Result extends Verdict | ShakeResult>(result: Result): Promise<Result>;

export type AnomalyClass =
  | "reordering"
  | "stale-reads"
  | "index-lag"
  | "conflicts"
  | "throttling"
  | "lost-replies"
  | "late-ttl";

/** The flags of `holdfast shake`. */
export interface ShakeOptions {
  runs?: number;
  seed?: number;
  only?: AnomalyClass | AnomalyClass[];
  /** The longest delay of a request, in milliseconds; 100 if not given. */
  hold?: number;
  keepGoing?: boolean;
  jobs?: number;
  upstream?: string;
  upstreamRegion?: string;
  /** The file to which the result is written as a page. */
  report?: string;
}

export interface Share {
  failed: number;
  runs: number;
}

export interface ShakeResult {
  command: string[];
  seed: number;
  interrupted: boolean;
  /** The run without anomalies, if there was one. */
  byItself?: any;
  /**
   * One row for each class. `alone`: the runs in which no class but this one and reordering was on; `with`, `without`:
   * all runs with the class, and all without it; `happened`: how often the class happened in the runs with it;
   * `failure`: the line that the test runner printed about the first failed run of `alone`.
   */
  classes: { class: AnomalyClass; alone: Share; with: Share; without: Share; happened: number; failure?: string }[];
  /** The smallest set of classes that fails; `again` is the command that repeats its failure. */
  smallest?: { classes: string; seed: number; repeated: Share; again: string };
  lostUpdates: {
    operation: string;
    table: string;
    item: string;
    readVersion: number;
    overwrittenVersion: number;
  }[];
  runs: any[];
  /** What `holdfast shake` printed. */
  output: string;
}

/**
 * `status` is the exit status of `holdfast shake`: 1 if a run failed, 3 if the command fails without anomalies, too, 2
 * for every other failure, such as a command that could not be run or sent no request; or the name of the signal that
 * ended `holdfast shake`.
 */
export class ShakeError extends Error {
  readonly status: number | string;
  readonly result?: ShakeResult;
  readonly output: string;
}

/**
 * Runs a test command, such as ["npm", "test"], many times against a server that causes anomalies that AWS permits.
 * Resolves if no run failed.
 */
export function shake(command: string[], options?: ShakeOptions): Promise<ShakeResult>;
