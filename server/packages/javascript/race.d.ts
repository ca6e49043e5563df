/** A DynamoDBClient, a DynamoDBDocumentClient, or any other client of the AWS SDK 3. */
export interface InstrumentableClient {
  // Of every client of the AWS SDK 3, whose types are too specific to be named without depending on it.
  readonly middlewareStack: any;
  readonly config: any;
}

/** As of Promise.allSettled. `absent`: while it shrinks a failing run, the lab leaves actors out. */
export type ActorResult<Value> =
  | { status: "fulfilled"; value: Value; reason?: undefined }
  | { status: "rejected"; value?: undefined; reason: any }
  | { status: "absent"; value?: undefined; reason?: undefined };

export interface Invariant {
  name: string;
  table: string;
  /** A condition expression; the invariant means the items for which it is true. All items if not given. */
  where?: string;
  /** A condition expression that is true of each of them. */
  each?: string;
  /** No two of them have the same values of these attributes. */
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
  /** The n-th request, from 1, of each actor that matches the other members. */
  nth?: number;
  /** How often in one run; 1 if not given. */
  budget?: number;
  /** With the strategies `random` and `pct`. */
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
  /** Nothing failed, and what was required was met. */
  ok: boolean;
  /** The whole space was explored. */
  complete: boolean;
  strategy: string;
  seed: number;
  /** Orders that were run, that are equal to one of those, and both together. */
  explored: number;
  pruned: number;
  total: number | null;
  failures: Failure[];
  /** How often conflicts, stale reads, lost replies, … happened. */
  met: Record<string, number>;
  warnings: { kind: string; text: string; run: number }[];
  missing: string[];
  /** What came of it, such as why a replay did not follow its schedule. */
  summary: string;
}

export interface RunInfo {
  run: number;
  purpose: "explore" | "shrink" | "replay";
}

export interface ExploreOptions<Actors extends Record<string, (name: string) => unknown>> {
  /** The application's own client, or several: all those through which actors send requests. */
  client: InstrumentableClient | InstrumentableClient[];
  /** Writes the start state, once. Every run starts from it. */
  start?: () => unknown;
  /** Each is started in every run, side by side, and has to wait for all it starts. */
  actors: Actors;
  /** Looks at the end of each run: throws if something is wrong. */
  check?: (
    results: { [Name in keyof Actors]: ActorResult<Awaited<ReturnType<Actors[Name]>>> },
    run: RunInfo,
  ) => unknown;
  /**
   * What actors may throw without failing the run, besides the answers of DynamoDB to the loser of a race
   * (ConditionalCheckFailedException, TransactionConflictException, a TransactionCanceledException for these reasons,
   * and errors of which one of them is the `cause`): names or classes of errors, or functions.
   */
  expected?: ErrorKind | ErrorKind[];
  /** What has to hold after every commit. */
  always?: Invariant | Invariant[];
  /** Runs the control: without the conditions of all tables or of these, and demands that it fails. */
  control?: boolean | string[];
  /** Runs this schedule only. The environment variable HOLDFAST_REPLAY does the same. */
  replay?: string;
  /** A file that gets the lab's report as a page. */
  report?: string;
  /** `exhaustive` if not given. */
  strategy?: "exhaustive" | "random" | "pct";
  /** Of `pct`. */
  depth?: number;
  /** Of `exhaustive`: false runs every order, also those that are equal to others. */
  reduction?: boolean;
  /** Of `exhaustive`: at most so many changes to another actor before one has to wait. */
  preemptions?: number | null;
  seed?: number;
  /** 2000 if not given. */
  maxRuns?: number;
  /** By how many versions eventually consistent reads, and reads of global indexes, may be behind. 0 if not given. */
  staleReads?: number;
  indexLag?: number;
  faults?: Fault[];
  /** What has to be met at least so often in all runs together, such as {conditional_check_failed: 1}. */
  require?: Record<string, number>;
  /** Both true if not given. */
  stopAtFailure?: boolean;
  shrink?: boolean;
  /** How long an actor may be silent until the run goes on without it, and until the run ends as stuck. */
  quiescenceMs?: number;
  stuckMs?: number;
  /** A session that was not closed, because its process ended, is closed by the server after this time. */
  idleSeconds?: number;
  /** Of the server, if it is not the client's. */
  endpoint?: string;
}

export type ErrorKind = string | (new (...args: any[]) => Error) | ((error: any) => boolean);

/** Why the test fails. `witness` is the failing run with one column for each actor, `cause` what the test threw. */
export class RaceError extends Error {
  readonly verdict?: Verdict;
  readonly witness?: string;
  readonly replay?: string;
  /** The failing run as a test, to be put beside the one that failed. */
  readonly test?: string;
}

/**
 * Runs the actors under every order of their requests, or under as many as `strategy` and `maxRuns` say. Rejects with a
 * RaceError if one of the runs fails.
 */
export function explore<Actors extends Record<string, (name: string) => unknown>>(
  options: ExploreOptions<Actors>,
): Promise<Verdict>;
