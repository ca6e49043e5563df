#include "engine/errors/tables/replica_errors.h"

#include "engine/errors/error_text.h"

namespace holdfast::errors {

Error NoReplicaAction() {
  return Validation("There are no actions specified in the Replica Update Action of the request.");
}
Error SeveralKindsOfReplicaAction() {
  return Validation("Update table operation with more than one type of replica actions not allowed.");
}
Error SeveralReplicaActions() {
  return Validation("Update table operation with more than one create or delete replica actions not allowed.");
}
Error ReplicaInLocalRegion() {
  return Validation(
      "Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as "
      "required.");
}
Error RegionNotSupported(std::string_view region, std::string_view regions) {
  return ComposeValidation({"Region ", region,
                            " is not supported. The latest version of global tables are only supported in the "
                            "following regions: ",
                            regions});
}
// The wording (`a the new replica`) and the quotation marks are the service's.
Error ReplicaAlreadyExists(std::string_view table) {
  return ComposeValidation({"Failed to create a the new replica of table with name: ‘", table,
                            "’ because one or more replicas already existed as tables."});
}
Error NotAReplica(std::string_view region) {
  return ComposeValidation(
      {"Update global table operation failed because one or more replicas were not part of the global table. "
       "Please retry the request without these replicas: [",
       region, "]."});
}
Error ReplicaNeedsOnDemand() {
  return Validation("Table write capacity should either be Pay-Per-Request or AutoScaled.");
}
Error ReplicaKmsKeyMissing() { return InvalidParameters({"KMSMasterKeyId must be specified for each replica."}); }

Error ReplicaIsSource() {
  return Validation(
      "Replica cannot be deleted because it has acted as a source region for new replica(s) being added to the table "
      "in the last 24 hours.");
}
Error ReplicaIsDeletionProtected(std::string_view table, std::string_view region) {
  return ComposeValidation({"Cannot delete table ", table, " in region ", region,
                            " because it has deletion protection enabled. Disable deletion protection first."});
}
Error DisablingStreamOfReplica() {
  return InvalidParameters({"Disabling Stream is not allowed for a Global Table replica."});
}
Error GlobalTableIsChanging() {
  return {ErrorKind::kResourceInUse, "The resource which you are attempting to change is in use."};
}

Error NoSuchGlobalTable(std::string_view table) {
  return {ErrorKind::kGlobalTableNotFound, Concat({"Global table with name: '", table, "' does not exist."})};
}
Error GlobalTableVersionNotSupported() {
  return InvalidParameters(
      {"DynamoDB global tables version 2017.11.29 is not supported. We recommend using DynamoDB global tables version "
       "2019.11.21, instead of version 2017.11.29 (Legacy)."});
}
Error NoReplicasOf(std::string_view table) {
  return {ErrorKind::kResourceNotFound, Concat({"Global table with name: '", table, "' does not exist."})};
}
Error ReplicaOverrideNotSupported(std::string_view member) {
  return InvalidParameters({member, " of a replica is not supported by Holdfast"});
}
Error NoOtherRegions() {
  return InvalidParameters({"ReplicaUpdates is not supported by a database that has no other Regions"});
}
Error TooManyDatabases() {
  return {
      ErrorKind::kLimitExceeded,
      "A replica in another Region needs a database of its own, and there are as many databases, forks included, as "
      "the limit allows (--max-databases of the server)"};
}
Error NotSupportedOfGlobalTable(std::string_view what) {
  return InvalidParameters({what, " of a table with replicas is not supported by Holdfast"});
}

}  // namespace holdfast::errors
