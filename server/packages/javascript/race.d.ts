/** A DynamoDBClient, a DynamoDBDocumentClient, or any other client of the AWS SDK 3. */
export interface InstrumentableClient {
  // Every client of the AWS SDK 3 has these members. Their types cannot be named without depending on the SDK.
  readonly middlewareStack: any;
  readonly config: any;
}

/** As in Promise.allSettled. `absent`: the actor did not run, because the lab tried to shrink a failing run. */
export type ActorResult<Value> =
  | { status: "fulfilled"; value: Value; reason?: undefined }
  | { status: "rejected"; value?: undefined; reason: any }
  | { status: "absent"; value?: undefined; reason?: undefined };

export interface Invariant {
  name: string;
  table: string;
  /** A condition expression that selects the items of the invariant. All items if not given. */
  where?: string;
  /** A condition expression that must be true for each of these items. */
  each?: string;
  /** No two of these items may have the same values of these attributes. */
  unique?: string[];
  names?: Record<string, string>;
  /** Plain values, or DynamoDB's such as {"N": "0"}. */
  values?: Record<string, unknown>;
}

export interface Fault {
  do:
    | "commit_then_drop"
    | "commit_then_500"
    | "commit_then_delay"
    | "throttle"
    | "internal_error"
    | "conflict"
    | "duplicate"
    | "partial";
  /** DynamoDB's name of the operation. */
  on?: string;
  table?: string;
  index?: string;
  actor?: string;
  /** Of each actor's requests that match the other members of this fault, only the n-th, counted from 1. */
  nth?: number;
  /** How often the fault may happen in one run; 1 if not given. */
  budget?: number;
  /** Only for the strategies `random` and `pct`; 0.5 if not given. */
  probability?: number;
}

export interface Failure {
  run: number;
  why: string;
  replay: string;
  witness: string;
  shrunk: boolean;
  steps: number;
  replayable: boolean;
}

export interface Verdict {
  id: string;
  done: boolean;
  /**
   * There was a run, no run failed, every event in the option `require` happened as often as it demands, and a replay
   * followed its schedule.
   */
  ok: boolean;
  /** Every order of the requests was explored, or is equivalent to one that was. */
  complete: boolean;
  strategy: string;
  seed: number;
  /** Runs that tried a new order of the actors' requests. */
  explored: number;
  /** Runs that turned out to be equivalent to earlier ones. */
  pruned: number;
  /** How many orders of the requests there are; null if that is not known. */
  total: number | null;
  failures: Failure[];
  /** How often conflicts, stale reads, lost replies, … happened. */
  met: Record<string, number>;
  /** Of the kinds `stale_write`, with its run, `not_replayable`, `unscheduled` and `unfired_fault`. */
  warnings: {kind: string; text: string; run?: number}[];
  /** The events in `require` (see ExploreOptions) that were too rare: `conditional_check_failed: 1 wanted, 0 met`. */
  missing: string[];
  /** The result in a sentence, such as why a replay did not follow its schedule. */
  summary: string;
}

export interface RunInfo {
  run: number;
  purpose: "explore" | "shrink" | "replay";
}

export interface ExploreOptions<Actors extends Record<string, (name: string) => unknown>> {
  /** The application's own client, or several: all those through which actors send requests. */
  client: InstrumentableClient | InstrumentableClient[];
  /**
   * Writes the start state, once. Every run starts from it. A server in front of another store (--upstream) cannot
   * restore that state, so with such a server `start` is called before each run.
   */
  start?: () => unknown;
  /**
   * All are started concurrently in every run, except those that are left out to shrink a failure. Each must await
   * everything that it starts.
   */
  actors: Actors;
  /** Checks the state at the end of each run, and throws, or returns false, if it is wrong. */
  check?: (
    results: { [Name in keyof Actors]: ActorResult<Awaited<ReturnType<Actors[Name]>>> },
    run: RunInfo,
  ) => unknown;
  /**
   * The errors that actors may throw without failing the run: names or classes of errors, or functions. The errors
   * with which DynamoDB refuses the loser of a race (ConditionalCheckFailedException, TransactionConflictException, a
   * TransactionCanceledException for these reasons) are always allowed, and so are errors that have one of them as
   * `cause`.
   */
  expected?: ErrorKind | ErrorKind[];
  /** What must hold after every commit. */
  always?: Invariant | Invariant[];
  /** Runs the control: ignores every condition, or those on the named tables, and requires that a run fails. */
  control?: boolean | string[];
  /** Runs this schedule only. The environment variable HOLDFAST_REPLAY does the same, except for a control. */
  replay?: string;
  /** The file to which the lab's report is written as an HTML page. */
  report?: string;
  /** `exhaustive` if not given. */
  strategy?: "exhaustive" | "random" | "pct";
  /** Only for `pct`: the depth of the bugs to find; 3 if not given. */
  depth?: number;
  /** Only for `exhaustive`: false runs every order, also those that are equivalent to others. */
  reduction?: boolean;
  /** Only for `exhaustive`: how many times a run may switch away from an actor that could continue. */
  preemptions?: number | null;
  seed?: number;
  /** 2000 if not given. */
  maxRuns?: number;
  /** By how many versions eventually consistent reads of tables may lag. 0 if not given. */
  staleReads?: number;
  /** By how many versions reads of global indexes may lag. 0 if not given. */
  indexLag?: number;
  faults?: Fault[];
  /** How often events must happen at the least, in all runs together, such as {conditional_check_failed: 1}. */
  require?: Record<string, number>;
  /** Whether the first failure ends the exploration. True if not given. */
  stopAtFailure?: boolean;
  /** Whether a failing run is made as short as possible. True if not given. */
  shrink?: boolean;
  /**
   * How long the lab waits for the next request of an actor before it lets the requests of the others go on. The actor
   * stays in the run, but the run may not be replayable.
   */
  quiescenceMs?: number;
  /** The server ends a run in which nothing has happened for this long. */
  stuckMs?: number;
  /** A session that was not closed, because its process ended, is closed by the server after this time. */
  idleSeconds?: number;
  /** The URL of the server, if it is not the client's endpoint. */
  endpoint?: string;
}

export type ErrorKind = string | (new (...args: any[]) => Error) | ((error: any) => boolean);

/**
 * Why the test fails. `witness` is the failing run with one column for each actor; `cause` is the error that an actor
 * or `check` threw, if one did.
 */
export class RaceError extends Error {
  readonly verdict?: Verdict;
  readonly witness?: string;
  readonly replay?: string;
  /** The source of a test that repeats the failing run, to be put beside the test that failed. */
  readonly test?: string;
}

/**
 * Runs the actors under every order of their requests, or under as many as `strategy` and `maxRuns` say. Rejects with a
 * RaceError if one of the runs fails (with `control`: if none fails), or if events in `require` happened too rarely.
 */
export function explore<Actors extends Record<string, (name: string) => unknown>>(
  options: ExploreOptions<Actors>,
): Promise<Verdict>;
