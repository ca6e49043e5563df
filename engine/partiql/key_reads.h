// Decomposes a WHERE clause into reads of ranges of partitions.
//
// The condition is expanded into branches that OR joins (its disjunctive normal form). If every branch fixes the
// partition key, by `=` or IN, each partition and each range of its sort key is one read; together the reads have every
// entry for which the condition can be true, and no entry twice. Otherwise the table or index has to be scanned. In
// both cases the whole condition is the filter, unless the reads have exactly the entries for which it is true.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/read/key_range.h"
#include "engine/schema/table_schema.h"

namespace holdfast::partiql {

// One range of one partition. `partition` and the bounds of `range` are the key bytes of one attribute each. If an
// index is read, the caller turns the bounds into those of the index's composite keys (engine/values/key_bytes.h).
struct KeyRead {
  std::string partition;
  KeyRange range;
};

struct KeyReads {
  // In the order of the statement.
  std::vector<KeyRead> reads;
  // Whether the reads have exactly the entries for which the condition is true.
  bool exact = true;
  // Whether the reads have more than one value of the partition key.
  bool several_partitions = false;
};

// Nothing if the condition does not fix the partition key: a scan. `key` must have one hash attribute and at most
// one range attribute. Errors: values of the wrong type or that no key can have, branches that overlap, more than 50
// reads (limits::kDecomposedReadsMax).
Result<std::optional<KeyReads>> DecomposeKeyReads(const BoundExpression& where, const KeySchema& key);

}  // namespace holdfast::partiql
