// Decomposes a WHERE clause into reads of ranges of partitions.
//
// The condition is a set of branches that OR separates. If every branch fixes the partition key, by `=` or IN, each
// partition and each range of its sort key is one read; together they have every entry that the condition can be true
// of, and no entry twice. Otherwise the table or index has to be scanned. The whole condition is the filter in both
// cases, unless it says nothing but what the ranges say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/syntax/bound_expression.h"
#include "engine/read/key_range.h"
#include "engine/schema/table_schema.h"

namespace holdfast::partiql {

// One range of one partition. Both are key bytes of the attributes alone, also in an index.
struct KeyRead {
  std::string partition;
  KeyRange range;
};

struct KeyReads {
  // In the order of the statement.
  std::vector<KeyRead> reads;
  // The reads have exactly the entries that the condition is true of.
  bool exact = true;
  // More than one value of the partition key.
  bool several_partitions = false;
};

// Nothing if the condition does not fix the partition key: a scan. `key` has one attribute each at most. Errors: values
// of the wrong type or that no key can have, branches that overlap, more than 50 reads (limits::kDecomposedReadsMax).
Result<std::optional<KeyReads>> DecomposeKeyReads(const BoundExpression& where, const KeySchema& key);

}  // namespace holdfast::partiql
