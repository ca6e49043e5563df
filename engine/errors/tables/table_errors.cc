#include "engine/errors/tables/table_errors.h"

#include "engine/base/limits.h"
#include "engine/errors/error_text.h"

namespace holdfast::errors {
namespace {

std::string FormatList(const Names& names) { return "[" + Join(names) + "]"; }

// "ReadCapacityUnits" for MaxReadRequestUnits, "WriteCapacityUnits" for MaxWriteRequestUnits.
std::string_view CapacityUnitsOf(std::string_view on_demand_member) {
  return on_demand_member == "MaxReadRequestUnits" ? "ReadCapacityUnits" : "WriteCapacityUnits";
}

}  // namespace

Error TableNameMissing() {
  return Validation("The parameter 'TableName' is required but was not present in the request");
}
Error InvalidArnRegion(std::string_view arn) {
  return Validation(WithValidationErrorPrefix(Concat({"Invalid AWS region in '", arn, "'"})));
}
Error InvalidArnPartition(std::string_view arn) {
  return Validation(WithValidationErrorPrefix(Concat({"Invalid AWS partition in '", arn, "'"})));
}
// [open] The ends of the next two texts were not captured.
Error InvalidArnResourceType(std::string_view arn) {
  return Validation(WithValidationErrorPrefix(Concat({"Invalid resource type in '", arn, "'"})));
}
Error InvalidArnFormat(std::string_view arn) {
  return Validation(WithValidationErrorPrefix(Concat(
      {"Valid ARN format is 'arn:<partition>:dynamodb:<region>:<account-id>:table/<table-name>', not '", arn, "'"})));
}
Error AccessDenied() { return {ErrorKind::kAccessDenied, "Access is denied"}; }

Error NoSuchTable(std::string_view table) {
  return {ErrorKind::kResourceNotFound, Concat({"Requested resource not found: Table: ", table, " not found"})};
}
Error TableAlreadyExists(std::string_view table) {
  return {ErrorKind::kResourceInUse, Concat({"Table already exists: ", table})};
}
Error TableIsDeletionProtected() {
  return Validation(
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection "
      "first.");
}

Error FeatureNotSupported(std::string_view member) {
  return InvalidParameters({member, " is not supported by Holdfast"});
}

Error ThroughputWithPayPerRequest() {
  return InvalidParameters(
      {"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
       "PAY_PER_REQUEST"});
}
Error ThroughputMissing() {
  return InvalidParameters(
      {"ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"});
}
Error UnitsOutOfBounds(int64_t value, std::string_view units, std::string_view index) {
  // [open] The text for an index was not captured.
  return ComposeValidation({"Given value ", std::to_string(value), " for ", units, " is out of bounds",
                            index.empty() ? "" : " for index ", index});
}

Error AttributeDuplicated(std::string_view attribute) {
  return ComposeValidation({"Attribute Name is duplicated: ", attribute});
}
Error MoreKeysThanDefinitions() { return Validation("Invalid KeySchema: Some index key attribute have no definition"); }
Error KeysNotDefined(const Names& keys, const Names& definitions) {
  return InvalidParameters({"Some index key attributes are not defined in AttributeDefinitions. Keys: ",
                            FormatList(keys), ", AttributeDefinitions: ", FormatList(definitions)});
}
Error HashAndRangeAreOneAttribute() {
  return Validation("Both the Hash Key and the Range Key element in the KeySchema have the same name");
}
Error FirstElementNotHash() {
  return Validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}
Error SecondElementNotRange() {
  return Validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
}
Error DefinitionCountMismatch() {
  return InvalidParameters(
      {"Number of attributes in KeySchema does not exactly match number of attributes defined in "
       "AttributeDefinitions"});
}
Error DefinitionsNotUsed(const Names& definitions, const Names& keys_used) {
  return InvalidParameters({"Some AttributeDefinitions are not used. AttributeDefinitions: ", FormatList(definitions),
                            ", keys used: ", FormatList(keys_used)});
}

Error LocalIndexListEmpty() { return InvalidParameters({"List of LocalSecondaryIndexes is empty"}); }
Error LocalIndexNeedsTableRangeKey() {
  return InvalidParameters(
      {"Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"});
}
Error LocalIndexWithoutRangeKey(std::string_view index) {
  return InvalidParameters({"Index KeySchema does not have a range key for index: ", index});
}
Error LocalIndexHashKeyDiffers(std::string_view index, std::string_view index_hash, std::string_view table_hash) {
  return InvalidParameters({"Index KeySchema does not have the same leading hash key as table KeySchema for index: ",
                            index, ". index hash key: ", index_hash, ", table hash key: ", table_hash});
}
Error TooManyLocalIndexes() {
  return InvalidParameters(
      {"Number of LocalSecondaryIndexes exceeds per-table limit of ", std::to_string(limits::kLocalIndexesMax)});
}

Error GlobalIndexListEmpty() { return InvalidParameters({"List of GlobalSecondaryIndexes is empty"}); }
Error TooManyGlobalIndexes() {
  return InvalidParameters(
      {"GlobalSecondaryIndex count exceeds the per-table limit of ", std::to_string(limits::kGlobalIndexesMax)});
}
Error TooManyHashAttributes() {
  return InvalidParameters({"The KeySchema exceeds the maximum allowed number of HASH key attributes"});
}
Error TooManyRangeAttributes() {
  return InvalidParameters({"The KeySchema exceeds the maximum allowed number of RANGE key attributes"});
}
Error HashAfterRange() {
  return InvalidParameters({"All HASH key attributes must precede RANGE key attributes in the KeySchema"});
}
Error KeyAttributeRepeated() { return Validation("The KeySchema contains multiple key attributes with the same name"); }
Error IndexThroughputWithPayPerRequest(std::string_view index) {
  return InvalidParameters(
      {"ProvisionedThroughput should not be specified for index: ", index, " when BillingMode is PAY_PER_REQUEST"});
}
Error IndexThroughputMissing(std::string_view index) {
  return InvalidParameters({"ProvisionedThroughput is not specified for index: ", index});
}

Error IndexNameDuplicated(std::string_view index) { return InvalidParameters({"Duplicate index name: ", index}); }
Error ProjectionTypeMissing() { return InvalidParameters({"Unknown ProjectionType: null"}); }
Error NonKeyAttributesWithoutInclude(std::string_view projection_type) {
  return InvalidParameters({"ProjectionType is ", projection_type, ", but NonKeyAttributes is specified"});
}
Error NonKeyAttributesMissing() {
  return InvalidParameters({"ProjectionType is INCLUDE, but NonKeyAttributes is not specified"});
}
Error NonKeyAttributeDuplicated(std::string_view attribute) {
  return InvalidParameters({"Duplicate element in NonKeyAttributes: ", attribute});
}
Error TooManyNonKeyAttributes() {
  // [open] The limit is documented, but the text was not captured.
  return InvalidParameters({"Number of NonKeyAttributes over all indexes exceeds per-table limit of ",
                            std::to_string(limits::kNonKeyAttributesTotalMax)});
}

Error OnDemandLimitOnProvisioned(std::string_view member, std::string_view index) {
  return InvalidParameters({member, " for OnDemandThroughput", index.empty() ? "" : " for index: ", index,
                            " cannot be specified when table BillingMode is PROVISIONED."});
}
Error OnDemandLimitOutOfRange(std::string_view member, std::string_view index) {
  return InvalidParameters({"Requested ", member, " for OnDemandThroughput for ",
                            index.empty() ? "table" : "index : ", index, " is outside of valid range"});
}
Error WarmBelowOnDemand(std::string_view member, std::string_view index) {
  return InvalidParameters({"Requested ", member, " for WarmThroughput for ", index.empty() ? "table" : "index ", index,
                            " is lower than initial throughput for OnDemand. See: "
                            "https://docs.aws.amazon.com/amazondynamodb/latest/"
                            "developerguide/on-demand-capacity-mode.html#on-demand-capacity-mode-initial"});
}
Error WarmBelowProvisioned(std::string_view member, std::string_view units, std::string_view index) {
  return InvalidParameters({"Requested ", member, " for WarmThroughput for ", index.empty() ? "table" : "index ", index,
                            " is lower than ", units, " of ProvisionedThroughput"});
}

Error StreamViewTypeMissing() {
  return InvalidParameters({"Table is being created with a stream enabled, UpdateViewType is required"});
}
Error StreamViewTypeWithoutStream() {
  return InvalidParameters({"Table is being created with a stream disabled, UpdateViewType should not be specified"});
}
Error SseTypeWhileDisabled() { return InvalidParameters({"SSEType can not be specified if Enabled is false"}); }
Error KmsKeyWhileDisabled() { return InvalidParameters({"KMSMasterKeyId can not be specified if Enabled is false"}); }
Error KmsKeyWithoutSseType() { return InvalidParameters({"SSEType KMS is required if KMSMasterKeyId is specified"}); }
Error SseTypeNotSupported(std::string_view sse_type) {
  return InvalidParameters({"SSEType ", sse_type, " is not supported"});
}
Error InvalidTableClass() {
  return Validation(
      "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
      "STANDARD_INFREQUENT_ACCESS].");
}

Error TableCapacityQuota(std::string_view units, int64_t requested, std::string_view index, std::string_view region) {
  const std::string_view scope = index.empty() ? "table" : "index";
  return LimitExceeded({"The requested ", units, index.empty() ? "" : " for index ", index, ", ",
                        std::to_string(requested), ", is above the per ", scope, " maximum for the account in ", region,
                        ". Per ", scope, " maximum: ", std::to_string(limits::kTableCapacityUnitsMax), ".",
                        kReferToGuide});
}
Error AccountCapacityQuota(std::string_view units, int64_t reserved, int64_t requested, std::string_view region) {
  return LimitExceeded({"This request would have caused the ", units, " limit to be exceeded for the account in ",
                        region, ". Current ", units, " reserved by the account: ", std::to_string(reserved),
                        ". Limit: ", std::to_string(limits::kAccountCapacityUnitsMax),
                        ". Requested: ", std::to_string(requested), ".", kReferToGuide});
}
Error OnDemandQuota(std::string_view member, std::string_view index, std::string_view region) {
  return LimitExceeded({"Subscriber limit exceeded: Requested ", member, " for OnDemandThroughput for ",
                        index.empty() ? "table" : "index : ", index, " exceeds TableMax", CapacityUnitsOf(member),
                        " of the account in region ", region});
}

}  // namespace holdfast::errors
