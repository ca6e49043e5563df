"""The operations, errors and checks that must occur in every run. A run without one of them fails."""

# Must have succeeded at least once. The names are the `kind` arguments of Client.call and Client.admin, and those that
# connections.py counts.
KINDS = """
PutItem, PutItem conditional, GetItem, UpdateItem, UpdateItem conditional, DeleteItem, DeleteItem conditional,
BatchWriteItem, BatchGetItem, TransactWriteItems, TransactWriteItems mixed, TransactWriteItems with a token,
TransactWriteItems with that token again, TransactGetItems, TransactGetItems mixed,
ExecuteStatement INSERT, ExecuteStatement UPDATE, ExecuteStatement DELETE, ExecuteStatement SELECT by key,
ExecuteStatement SELECT of a partition, ExecuteStatement SELECT of an index, ExecuteStatement SELECT with a filter,
BatchExecuteStatement, BatchExecuteStatement reading, ExecuteTransaction, ExecuteTransaction reading,
Query, Query of an index, Query of a local index, Scan, Scan of an index, Scan of a segment, Scan with a filter,
CreateTable, CreateTable again, DeleteTable, DescribeTable, ListTables, UpdateTable, UpdateTable creating an index,
UpdateTable deleting an index, UpdateTimeToLive, DescribeTimeToLive, TagResource, UntagResource, ListTagsOfResource,
CreateBackup, DescribeBackup, ListBackups, RestoreTableFromBackup, DeleteBackup,
DescribeContinuousBackups, UpdateContinuousBackups, DescribeLimits, DescribeEndpoints,
PutResourcePolicy, GetResourcePolicy, DeleteResourcePolicy,
ListStreams, DescribeStream, GetShardIterator, GetRecords, GetRecords following,
Scan in a fork, DeleteItem in a fork, fork dropped, snapshot, snapshot of all databases, snapshots listed,
snapshot dropped, restore, reset, databases listed,
clock read, clock stopped, clock moved, clock released, sweep,
idle connection used, half-sent request completed, half-sent request abandoned, closed before the answer,
answers read late, requests pipelined, nonsense refused, health check
"""

# The server must have refused at least one request with each of these errors.
ERRORS = """
ConditionalCheckFailedException, DuplicateItemException, TransactionCanceledException,
IdempotentParameterMismatchException, ValidationException, ResourceNotFoundException, ResourceInUseException,
LimitExceededException, PolicyNotFoundException, ExpiredIteratorException, TrimmedDataAccessException
"""

# Must have been checked at least once. The names are the `invariant` arguments of SoakRun.check.
CHECKS = """
a transaction reads a conserved sum, a fork has a conserved sum, the sum is conserved in the end, a token applies once,
a restore brings back what the snapshot held, what was dropped is gone,
an index equals the table, an index equals the table in a fork, pages are in order,
a replayed stream equals the table, a replayed stream equals the table in a fork,
a replayed stream equals the table that was deleted, a stream replayed over several shards equals the table,
a followed stream has neither gaps nor repetitions, records are trimmed after a day, iterators expire after 15 minutes,
a moved clock deletes what has expired and tells the stream, a released clock is the system's,
expired items go by themselves, a table that is created again is empty, a backup is listed,
a restored table equals the one that was backed up
"""


def names(listed):
    return [name.strip() for name in listed.replace("\n", " ").split(",")]


def missing(run):
    succeeded, refused = run.totals()
    errors = {error for _, error in refused}
    problems = [f"no success: {kind}" for kind in names(KINDS) if not succeeded[kind]]
    problems += [f"never refused with {error}" for error in names(ERRORS) if error not in errors]
    return problems + [f"never checked: {check}" for check in names(CHECKS) if not run.checks[check]]
