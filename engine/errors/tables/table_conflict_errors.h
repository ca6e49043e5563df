// The error catalogue: refusals of control-plane operations while a table is changing. All are ResourceInUseExceptions,
// with the service's texts of October 2026 except where the .cc file marks one [open]. They occur with
// EngineOptions::realistic_timing, and also while a worker builds in the background: an index, or a restored table or a
// replica, which is CREATING until it is built.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// The table as a whole.
Error TableIsBeingCreated(std::string_view table);
Error TableIsBeingDeleted(std::string_view table);
Error TableIsBeingUpdated(std::string_view table);
Error DeletionWhileStreamChanges();
Error DeletionWhileIndexesChange();

// While throughput or the billing mode changes.
Error ThroughputWhileThroughputChanges(std::string_view table);
Error StreamWhileThroughputChanges(std::string_view table);
Error IndexWhileThroughputChanges(std::string_view table);

// While a stream is enabled or disabled. `operation`: ENABLE or DISABLE.
struct StreamChange {
  std::string_view table;
  std::string_view label;
  std::string_view operation;
};
Error StreamWhileStreamChanges(const StreamChange& change);
Error ThroughputWhileStreamChanges(const StreamChange& change);
Error IndexWhileStreamChanges(const StreamChange& change);
Error TableClassWhileStreamChanges(const StreamChange& change);

// While the table's class changes to `table_class`.
Error TableClassWhileTableClassChanges(std::string_view table, std::string_view table_class);
Error IndexWhileTableClassChanges(std::string_view table, std::string_view table_class);

// While an index is being changed. `participle`: created or deleted; of IndexIsChanging: deleted or updated.
struct IndexChange {
  std::string_view table;
  std::string_view index;
  std::string_view participle;
};
Error ThroughputWhileIndexChanges(const IndexChange& change);
Error StreamWhileIndexChanges(const IndexChange& change);
// While the index itself is being changed. The two errors after it are for an index that is being created and is not
// backfilling yet: the first refuses its deletion, the second an update of it.
Error IndexIsChanging(const IndexChange& change);
Error IndexIsInAllocation(std::string_view table, std::string_view index);
Error IndexIsNotBackfilling(std::string_view table, std::string_view index);

// `what`: "BillingMode update", "stream status update", "index deletion" or "TableClass update".
Error OnDemandThroughputWhileOtherChange(std::string_view what);
Error EncryptionWhileEncryptionChanges();

}  // namespace holdfast::errors
