// Failures of requests that define tables, mostly CreateTable, and of names and ARNs of tables in any request. Texts as
// the service gave them in October 2026, unless a comment says otherwise, roughly in the order in which CreateTable
// checks. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/error.h"

namespace holdfast::errors {

using Names = std::vector<std::string_view>;

// Table names and ARNs.
Error TableNameMissing();
Error InvalidArnRegion(std::string_view arn);
Error InvalidArnPartition(std::string_view arn);
Error InvalidArnResourceType(std::string_view arn);
Error InvalidArnFormat(std::string_view arn);
Error AccessDenied();

// The existence and protection of a table. Unlike ResourceNotFound, the error of operations on items, NoSuchTable names
// the table.
Error NoSuchTable(std::string_view table);
Error TableAlreadyExists(std::string_view table);
Error TableIsDeletionProtected();

// A member for a feature that only the service has.
Error FeatureNotSupported(std::string_view member);

// Billing and provisioned throughput.
Error ThroughputWithPayPerRequest();
Error ThroughputMissing();
// `units`: ReadCapacityUnits or WriteCapacityUnits; `index`: empty for the table itself.
Error UnitsOutOfBounds(int64_t value, std::string_view units, std::string_view index);

// Key schema and attribute definitions. The texts contain the lists in the given order.
Error AttributeDuplicated(std::string_view attribute);
Error MoreKeysThanDefinitions();
Error KeysNotDefined(const Names& keys, const Names& definitions);
Error HashAndRangeAreOneAttribute();
Error FirstElementNotHash();
Error SecondElementNotRange();
Error DefinitionCountMismatch();
Error DefinitionsNotUsed(const Names& definitions, const Names& keys_used);

// Local indexes.
Error LocalIndexListEmpty();
Error LocalIndexNeedsTableRangeKey();
Error LocalIndexWithoutRangeKey(std::string_view index);
Error LocalIndexHashKeyDiffers(std::string_view index, std::string_view index_hash, std::string_view table_hash);
Error TooManyLocalIndexes();

// Global indexes.
Error GlobalIndexListEmpty();
Error TooManyGlobalIndexes();
Error TooManyHashAttributes();
Error TooManyRangeAttributes();
Error HashAfterRange();
Error KeyAttributeRepeated();
Error IndexThroughputWithPayPerRequest(std::string_view index);
Error IndexThroughputMissing(std::string_view index);

// Index names and projections.
Error IndexNameDuplicated(std::string_view index);
Error ProjectionTypeMissing();
Error NonKeyAttributesWithoutInclude(std::string_view projection_type);
Error NonKeyAttributesMissing();
Error NonKeyAttributeDuplicated(std::string_view attribute);
Error TooManyNonKeyAttributes();

// On-demand and warm throughput. `index`: empty for the table itself.
Error OnDemandLimitOnProvisioned(std::string_view member, std::string_view index);
Error OnDemandLimitOutOfRange(std::string_view member, std::string_view index);
Error WarmBelowOnDemand(std::string_view member, std::string_view index);
Error WarmBelowProvisioned(std::string_view member, std::string_view units, std::string_view index);

// Streams, encryption, table class.
Error StreamViewTypeMissing();
Error StreamViewTypeWithoutStream();
Error SseTypeWhileDisabled();
Error KmsKeyWhileDisabled();
Error KmsKeyWithoutSseType();
Error SseTypeNotSupported(std::string_view sse_type);
Error InvalidTableClass();

// Quotas of the account in the region.
Error TableCapacityQuota(std::string_view units, int64_t requested, std::string_view index, std::string_view region);
Error AccountCapacityQuota(std::string_view units, int64_t reserved, int64_t requested, std::string_view region);
// `member`: MaxReadRequestUnits or MaxWriteRequestUnits.
Error OnDemandQuota(std::string_view member, std::string_view index, std::string_view region);

}  // namespace holdfast::errors
