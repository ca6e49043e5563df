// DynamoDB's limits that the engine enforces, with their sources. Unless a comment names another source, it is
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Limits.html
#pragma once

#include <cstddef>
#include <cstdint>

namespace holdfast::limits {

// Items and values.
inline constexpr size_t kItemBytesMax = 409'600;
inline constexpr size_t kPartitionKeyBytesMax = 2'048;
inline constexpr size_t kSortKeyBytesMax = 1'024;
inline constexpr size_t kKeyNameBytesMax = 255;
inline constexpr size_t kAttributeNameBytesMax = 65'535;
inline constexpr int kNestingLevelsMax = 32;
// Expression values of TransactWriteItems may be nested more deeply: 33 levels are evaluated, 40 are refused. [open]
// The exact limit between them was not captured.
inline constexpr int kTransactionValueLevelsMax = 39;
// To values with at least this number of nesting levels, Query, PutItem, UpdateItem and DeleteItem respond like the
// older validation layer (engine/values/value_problem.h). [open] The number is only known to be about 62.
inline constexpr int kOlderLayerLevelsMin = 62;

// Numbers: 38 digits, magnitude 1E-130 to 9.99…E+125.
inline constexpr int kNumberDigitsMax = 38;
inline constexpr int kNumberExponentMax = 125;
inline constexpr int kNumberExponentMin = -130;

// Expressions.
inline constexpr size_t kExpressionBytesMax = 4'096;
inline constexpr int kExpressionOperatorsMax = 300;
inline constexpr size_t kInOperandsMax = 100;
inline constexpr size_t kPathElementsMax = 32;
// The length of one `#name` or `:value`.
inline constexpr size_t kPlaceholderBytesMax = 255;
// A limit for ExpressionAttributeNames as a whole, and the same limit for ExpressionAttributeValues.
inline constexpr size_t kPlaceholderMapBytesMax = size_t{2} * 1'048'576;

// Tables and indexes.
inline constexpr size_t kTableNameLengthMin = 3;
inline constexpr size_t kTableNameLengthMax = 255;
// Elements of the KeySchema of a table or a local index.
inline constexpr size_t kSimpleKeyElementsMax = 2;
inline constexpr size_t kLocalIndexesMax = 5;
inline constexpr size_t kGlobalIndexesMax = 20;
inline constexpr size_t kGlobalIndexHashAttributesMax = 4;
inline constexpr size_t kGlobalIndexRangeAttributesMax = 4;
inline constexpr size_t kNonKeyAttributesPerIndexMax = 20;
inline constexpr size_t kNonKeyAttributesTotalMax = 100;
inline constexpr size_t kListTablesPageMax = 100;
inline constexpr size_t kTagsMax = 50;
inline constexpr size_t kResourcePolicyBytesMax = 20'480;
inline constexpr size_t kRevisionIdLengthMax = 255;
inline constexpr int32_t kRecoveryPeriodDaysMax = 35;
inline constexpr int64_t kContributorInsightsPageMax = 100;
inline constexpr int64_t kListBackupsPageMax = 100;
inline constexpr int64_t kListExportsPageMax = 25;
inline constexpr int64_t kListImportsPageMax = 25;
// The ARN of an export or an import.
inline constexpr size_t kExportArnLengthMin = 37;
inline constexpr size_t kExportArnLengthMax = 1'024;
inline constexpr size_t kBackupNameLengthMin = 3;
inline constexpr size_t kBackupNameLengthMax = 255;
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html
inline constexpr int kSystemBackupRetentionDays = 35;
inline constexpr size_t kConcurrentRestoresMax = 50;
inline constexpr size_t kBackupArnLengthMin = 37;
inline constexpr size_t kBackupArnLengthMax = 1'024;
inline constexpr size_t kTagKeyLengthMax = 128;
inline constexpr size_t kTagValueLengthMax = 256;

// Throughput: the default quotas of an account, the greatest number of units in a request, and the initial throughput
// of an on-demand table.
inline constexpr int64_t kTableCapacityUnitsMax = 40'000;
inline constexpr int64_t kAccountCapacityUnitsMax = 80'000;
inline constexpr int64_t kCapacityUnitsBound = 1'000'000'000'000;
inline constexpr int64_t kOnDemandInitialReadUnits = 12'000;
inline constexpr int64_t kOnDemandInitialWriteUnits = 4'000;
// The capacity units that one partition serves per second, and for how many seconds unused provisioned units are kept.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html
inline constexpr double kPartitionReadUnits = 3'000;
inline constexpr double kPartitionWriteUnits = 1'000;
inline constexpr double kBurstSeconds = 300;

// Time to live: an item whose expiry time is more than five years in the past is not deleted. [open] How the service
// counts five years was not captured: here a year has 365 days.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html
inline constexpr size_t kTimeToLiveAttributeNameBytesMax = 255;
inline constexpr int64_t kExpiryAgeMaxSeconds = int64_t{5} * 365 * 86'400;
// The least time between two changes of a table's time to live. Captured: a change after 1,811 seconds is refused, one
// after 1,872 accepted.
inline constexpr int64_t kTimeToLiveCooldownSeconds = int64_t{31} * 60;

// Requests.
inline constexpr size_t kPageBytesMax = 1'048'576;
inline constexpr size_t kAttributesToGetMax = 255;
inline constexpr size_t kBatchGetKeysMax = 100;
inline constexpr size_t kBatchGetResponseBytesMax = size_t{16} * 1'048'576;
inline constexpr size_t kBatchWriteRequestsMax = 25;
inline constexpr size_t kTransactionActionsMax = 100;
inline constexpr size_t kTransactionBytesMax = size_t{4} * 1'048'576;
inline constexpr size_t kClientRequestTokenLengthMax = 36;
inline constexpr int kTotalSegmentsMax = 1'000'000;

// PartiQL statements. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html
inline constexpr size_t kStatementLengthMax = 8'192;
inline constexpr size_t kNextTokenLengthMax = 32'768;
inline constexpr size_t kBatchStatementsMax = 25;
// The greatest number of key reads into which one SELECT is decomposed, and of nesting levels in a literal.
inline constexpr size_t kDecomposedReadsMax = 50;
inline constexpr int kLiteralLevelsMax = 31;

// SearchVectors.
inline constexpr int32_t kTopKMax = 100;

// Streams. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
inline constexpr size_t kStreamArnLengthMin = 37;
inline constexpr size_t kStreamArnLengthMax = 1'024;
inline constexpr size_t kShardIdLengthMin = 28;
inline constexpr size_t kShardIdLengthMax = 65;
inline constexpr size_t kSequenceNumberLengthMin = 21;
inline constexpr size_t kSequenceNumberLengthMax = 40;
inline constexpr size_t kShardIteratorLengthMax = 2'048;
inline constexpr size_t kListStreamsPageMax = 100;
inline constexpr size_t kDescribeStreamPageMax = 100;
inline constexpr size_t kGetRecordsPageMax = 1'000;
// With realistic timing only. Those of streams are documented with their operations. Of DescribeTimeToLive about four
// calls at once were seen to be accepted; [open] how fast further ones may follow was not captured.
inline constexpr double kListStreamsPerSecond = 5;
inline constexpr double kDescribeStreamPerSecond = 10;
inline constexpr double kDescribeTimeToLivePerSecond = 4;

// Item collections of tables with a local index, items and index entries together.
inline constexpr size_t kItemCollectionBytesMax = size_t{10} << 30;

// Capacity units: one write unit covers 1 KB, one read unit 4 KB.
inline constexpr size_t kWriteUnitBytes = 1'024;
inline constexpr size_t kReadUnitBytes = 4'096;

}  // namespace holdfast::limits
