// Failures of UpdateTable that CreateTable does not have. Texts as the service gave them in October 2026, unless a
// comment says otherwise.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/time/time.h"
#include "engine/base/error.h"

namespace holdfast::errors {

// Members that exclude or require one another. The text of NothingToUpdate lists the members of which one is required,
// without MultiRegionConsistency if the request has it.
Error NothingToUpdate(bool multi_region_consistency_given);
// `what`: "Server-Side Encryption", "TableClass", "DeletionProtection" or "Replica".
Error ModificationNotAlone(std::string_view what);
Error WarmThroughputNotAlone();
Error OnDemandThroughputNotAlone();
Error StreamWithThroughput();
Error IndexWithThroughput();
Error IndexWithStream();
Error IndexCreationWithWarmThroughput();

// Throughput and billing. An empty `index` means the table itself. `read`, `write`: the provisioned units, which are
// also the requested ones.
Error ThroughputUnchanged(int64_t read, int64_t write, std::string_view index);
Error ThroughputChangeWithPayPerRequest();
Error ThroughputMissingInUpdate();
Error IndexThroughputMissingInUpdate(const std::vector<std::string_view>& indexes);
Error OnDemandLimitOnProvisionedInUpdate(std::string_view member, std::string_view index);
Error WarmDecrease(std::string_view member, std::string_view index);
Error TooManyDecreases(int64_t decreases, absl::Time last, absl::Time next);

// Streams, encryption, protection.
Error StreamAlreadyEnabled(std::string_view table);
Error NoStreamToDisable(std::string_view table);
Error StreamViewTypeMissingInUpdate();
Error StreamViewTypeWhileDisabling();
Error AlreadyEncryptedByDefault();
Error AlreadyEncryptedWithKey();
Error DeletionProtectionCooldown(std::string_view table, absl::Time again_after);

// GlobalSecondaryIndexUpdates.
Error GlobalIndexUpdateListEmpty();
Error IndexActionMissing();
Error SeveralIndexActions();
Error SeveralUpdatesOfIndex(std::string_view index);
Error OneOnlineIndexAtATime();
Error GlobalIndexQuota();
Error DefinitionsMissingForIndex(std::string_view index);
// `role`: HASH or RANGE.
Error AttributeRedefined(std::string_view attribute, std::string_view type, std::string_view role,
                         std::string_view new_type, std::string_view new_role);
Error IndexAlreadyExists();
Error NewIndexThroughputMissing(std::string_view index);
Error NewIndexThroughputWithPayPerRequest(std::string_view index);
Error NoSuchIndexToUpdate(std::string_view index, std::string_view table);
// `verb`: "update" or "delete".
Error NotAGlobalIndex(std::string_view verb, std::string_view index);
Error WarmThroughputOfIndexEmpty(std::string_view index);
Error IndexThroughputUpdateWithPayPerRequest(std::string_view index);
// [open] The service's text was not captured.
Error IndexUpdateWithoutChange(std::string_view index);

}  // namespace holdfast::errors
