#include "engine/errors/tables/table_update_errors.h"

#include "engine/base/limits.h"
#include "engine/errors/error_text.h"

namespace holdfast::errors {
namespace {

// Empty for the table itself, otherwise ` for index : <name>`, as the text spells it.
std::string OnDemandScope(std::string_view index) {
  return index.empty() ? std::string() : Concat({" for index : ", index});
}

// `Thursday, October 8, 2026 at 11:20:48 PM Coordinated Universal Time`
std::string FormatTimeInFull(absl::Time time) {
  const int day = absl::ToCivilDay(time, absl::UTCTimeZone()).day();
  return absl::FormatTime("%A, %B ", time, absl::UTCTimeZone()) + std::to_string(day) +
         absl::FormatTime(", %Y at %I:%M:%S %p Coordinated Universal Time", time, absl::UTCTimeZone());
}

}  // namespace

Error NothingToUpdate(bool multi_region_consistency_given) {
  return ComposeValidation(
      {"At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
       "GlobalSecondaryIndexUpdates, "
       "SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, ",
       multi_region_consistency_given ? "" : "MultiRegionConsistency, ",
       "DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"});
}
Error ModificationNotAlone(std::string_view what) {
  return InvalidParameters({what, " modification must be the only operation in the request"});
}
Error WarmThroughputNotAlone() {
  return InvalidParameters({"WarmThroughput must be the only operation in the request"});
}
Error OnDemandThroughputNotAlone() {
  return InvalidParameters({"OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"});
}
Error StreamWithThroughput() {
  return InvalidParameters({"You cannot modify stream status while updating table IOPS"});
}
Error IndexWithThroughput() {
  return InvalidParameters({"You cannot create or delete index while updating table IOPS"});
}
Error IndexWithStream() {
  return InvalidParameters({"You cannot create or delete index while changing stream status"});
}
Error IndexCreationWithWarmThroughput() {
  return InvalidParameters({"Create global secondary index cannot be specified when updating WarmThroughput"});
}

Error ThroughputUnchanged(int64_t read, int64_t write, std::string_view index) {
  const std::string reads = std::to_string(read);
  const std::string writes = std::to_string(write);
  // [open] The text for an index was not captured; this one follows the text for a table.
  const std::string scope_in_first_sentence = index.empty() ? "the table" : Concat({"the index ", index});
  const std::string scope = index.empty() ? "the table" : Concat({"index ", index});
  return ComposeValidation({"The provisioned throughput for ", scope_in_first_sentence,
                            " will not change. The requested value equals the current value. Current "
                            "ReadCapacityUnits provisioned for ",
                            scope, ": ", reads, ". Requested ReadCapacityUnits: ", reads,
                            ". Current WriteCapacityUnits provisioned for ", scope, ": ", writes,
                            ". Requested WriteCapacityUnits: ", writes, ".", kReferToGuide});
}
Error ThroughputChangeWithPayPerRequest() {
  return InvalidParameters({"ProvisionedThroughput cannot be specified when BillingMode is PAY_PER_REQUEST"});
}
Error ThroughputMissingInUpdate() {
  return InvalidParameters({"ProvisionedThroughput must be specified when BillingMode is PROVISIONED"});
}
Error IndexThroughputMissingInUpdate(const std::vector<std::string_view>& indexes) {
  return InvalidParameters({"ProvisionedThroughput must be specified for index: ", Join(indexes, ",")});
}
Error OnDemandLimitOnProvisionedInUpdate(std::string_view member, std::string_view index) {
  return InvalidParameters({member, " for OnDemandThroughput", OnDemandScope(index),
                            " cannot be specified when the table BillingMode is PROVISIONED"});
}
Error WarmDecrease(std::string_view member, std::string_view index) {
  return InvalidParameters({"Requested ", member, " for WarmThroughput for ", index.empty() ? "table" : "index ", index,
                            " is lower than current WarmThroughput, decreasing WarmThroughput is not supported"});
}
Error TooManyDecreases(int64_t decreases, absl::Time last, absl::Time next) {
  return LimitExceeded(
      {"Subscriber limit exceeded: Provisioned throughput decreases are limited within a given UTC day. "
       "After the "
       "first 4 decreases, each subsequent decrease in the same UTC day can be performed at most once every "
       "3600 "
       "seconds. Number of decreases today: ",
       std::to_string(decreases), ". Last decrease at ", FormatTimeInFull(last), ". Next decrease can be made at ",
       FormatTimeInFull(next)});
}

Error StreamAlreadyEnabled(std::string_view table) {
  return ComposeValidation({"Table already has an enabled stream: TableName: ", table});
}
Error NoStreamToDisable(std::string_view table) {
  return ComposeValidation({"Table has no stream to disable: TableName: ", table});
}
Error StreamViewTypeMissingInUpdate() {
  return InvalidParameters({"If stream is being enabled then UpdateViewType is required"});
}
Error StreamViewTypeWhileDisabling() {
  return InvalidParameters({"If stream is being disabled, then UpdateViewType must not be specified"});
}
Error AlreadyEncryptedByDefault() { return InvalidParameters({"Table is already encrypted by default"}); }
Error AlreadyEncryptedWithKey() {
  return InvalidParameters(
      {"Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if "
       "you want to change Master Key"});
}
Error DeletionProtectionCooldown(std::string_view table, absl::Time again_after) {
  return {ErrorKind::kThrottling, Concat({"Deletion protection setting for table ", table,
                                          " modified within the previous 15000 milliseconds. Please try again after ",
                                          absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", again_after, absl::UTCTimeZone())})};
}

Error GlobalIndexUpdateListEmpty() { return InvalidParameters({"List of GlobalSecondaryIndexUpdates is empty"}); }
Error IndexActionMissing() {
  return InvalidParameters(
      {"One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
       "GlobalSecondaryIndexUpdate.Delete must not be null"});
}
Error SeveralIndexActions() {
  return InvalidParameters({"Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"});
}
Error SeveralUpdatesOfIndex(std::string_view index) {
  return InvalidParameters(
      {"Only one global secondary index update per index is allowed simultaneously. Index: ", index});
}
Error OneOnlineIndexAtATime() {
  return LimitExceeded(
      {"Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
       "table"});
}
Error GlobalIndexQuota() {
  return LimitExceeded({"Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of ",
                        std::to_string(limits::kGlobalIndexesMax)});
}
Error DefinitionsMissingForIndex(std::string_view index) {
  return InvalidParameters({"AttributeDefinitions is not specified for index: ", index});
}
Error AttributeRedefined(std::string_view attribute, std::string_view type, std::string_view role,
                         std::string_view new_type, std::string_view new_role) {
  return InvalidParameters(
      {"Attributes cannot be redefined. Please check that your attribute has the same type as previously "
       "defined. "
       "Existing schema: Schema:[SchemaElement: key{",
       attribute, ":", type, ":", role, "}] New schema: Schema:[SchemaElement: key{", attribute, ":", new_type, ":",
       new_role, "}]"});
}
Error IndexAlreadyExists() { return Validation("Attempting to create an index which already exists"); }
Error NewIndexThroughputMissing(std::string_view index) {
  return InvalidParameters({"Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ", index});
}
Error NewIndexThroughputWithPayPerRequest(std::string_view index) {
  return InvalidParameters({"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: ", index,
                            " when BillingMode is PAY_PER_REQUEST"});
}
Error NoSuchIndexToUpdate(std::string_view index, std::string_view table) {
  return {ErrorKind::kResourceNotFound, Concat({"Requested resource not found: Index ", index, " for table ", table})};
}
Error NotAGlobalIndex(std::string_view verb, std::string_view index) {
  return ComposeValidation({"Cannot ", verb, " an index that is not a GlobalSecondaryIndex: ", index});
}
Error WarmThroughputOfIndexEmpty(std::string_view index) {
  return InvalidParameters(
      {"WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified for "
       "index: ",
       index});
}
Error IndexThroughputUpdateWithPayPerRequest(std::string_view index) {
  return InvalidParameters({"The only Updates for index: ", index,
                            " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput, "
                            "WarmThroughput"});
}
Error IndexUpdateWithoutChange(std::string_view index) {
  return InvalidParameters(
      {"At least one of ProvisionedThroughput, OnDemandThroughput or WarmThroughput is required "
       "for index: ",
       index});
}

}  // namespace holdfast::errors
