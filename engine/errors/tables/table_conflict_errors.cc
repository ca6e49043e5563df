#include "engine/errors/tables/table_conflict_errors.h"

#include "engine/errors/error_text.h"

namespace holdfast::errors {
namespace {

Error ResourceInUse(std::initializer_list<std::string_view> parts) {
  return {ErrorKind::kResourceInUse, "Attempt to change a resource which is still in use: " + Concat(parts)};
}

std::string DescribeChange(const StreamChange& change) {
  return Concat({" Table: ", change.table, " Stream: ", change.label, " Operation: ", change.operation});
}

std::string DescribeChange(const IndexChange& change) {
  return Concat(
      {" an index is being ", change.participle, ". Table: ", change.table, " Indexes: [", change.index, "]"});
}

}  // namespace

Error TableIsBeingCreated(std::string_view table) { return ResourceInUse({"Table is being created: ", table}); }
Error TableIsBeingDeleted(std::string_view table) { return ResourceInUse({"Table is being deleted: ", table}); }
Error TableIsBeingUpdated(std::string_view table) {
  return ResourceInUse({"Table: ", table, " is in the process of being updated."});
}
Error DeletionWhileStreamChanges() {
  return ResourceInUse({"Cannot delete table while stream is being enabled/disabled."});
}
Error DeletionWhileIndexesChange() {
  return ResourceInUse({"Cannot delete table while indexes are being created, updated, or deleted."});
}

Error ThroughputWhileThroughputChanges(std::string_view table) {
  return ResourceInUse({"Table IOPS are currently being updated. Table: ", table});
}
Error StreamWhileThroughputChanges(std::string_view table) {
  return ResourceInUse({"Can't enable or disable stream while table IOPS are being updated. Table: ", table});
}
Error IndexWhileThroughputChanges(std::string_view table) {
  return ResourceInUse({"Can't create or delete indexes while table IOPS are being updated. Table: ", table});
}

Error StreamWhileStreamChanges(const StreamChange& change) {
  return ResourceInUse({"A stream status change is currently in progress.", DescribeChange(change)});
}
Error ThroughputWhileStreamChanges(const StreamChange& change) {
  return ResourceInUse({"Can't change table IOPS when stream status is being updated.", DescribeChange(change)});
}
Error IndexWhileStreamChanges(const StreamChange& change) {
  return ResourceInUse(
      {"Can't create or delete an index when stream status is being updated.", DescribeChange(change)});
}
Error TableClassWhileStreamChanges(const StreamChange& change) {
  return ResourceInUse({"Can't update table class when stream status is being updated.", DescribeChange(change)});
}

Error TableClassWhileTableClassChanges(std::string_view table, std::string_view table_class) {
  return ResourceInUse({"Can't update table class when a table class update is in progress. Table: ", table,
                        " TableClassUpdateInProgress: ", table_class});
}
Error IndexWhileTableClassChanges(std::string_view table, std::string_view table_class) {
  return ResourceInUse({"Can't create or delete an index when a table class update is in progress. Table: ", table,
                        " TableClassUpdateInProgress: ", table_class});
}

Error ThroughputWhileIndexChanges(const IndexChange& change) {
  return ResourceInUse({"Can't change table IOPS when", DescribeChange(change)});
}
Error StreamWhileIndexChanges(const IndexChange& change) {
  return ResourceInUse({"Can't change stream status when", DescribeChange(change)});
}
Error IndexIsChanging(const IndexChange& change) {
  return ResourceInUse({"Index is being ", change.participle, ". Table: ", change.table, " Index: ", change.index});
}
Error IndexIsInAllocation(std::string_view table, std::string_view index) {
  return ResourceInUse(
      {"Index creation is in resource allocation phase. Retry deletion during backfilling phase or when the "
       "index is "
       "active. Table: ",
       table, " Index: ", index});
}
Error IndexIsNotBackfilling(std::string_view table, std::string_view index) {
  return ResourceInUse({"Index is being created but is not backfilling yet. Table: ", table, " Index: ", index});
}

// [open] Whether the next two texts begin with the prefix that the other texts have (`Attempt to change a resource …`)
// was not captured. The API reference lists all of them together.
Error OnDemandThroughputWhileOtherChange(std::string_view what) {
  return ResourceInUse({"OnDemandThroughput cannot be updated while ", what, " is in progress"});
}
Error EncryptionWhileEncryptionChanges() { return ResourceInUse({"Server-Side Encryption is still being updated"}); }

}  // namespace holdfast::errors
