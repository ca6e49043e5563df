// Settings that CreateTable, UpdateTable and restores derive from a request.
#pragma once

#include <optional>
#include <string>

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

// The ARN of the KMS key that a table is encrypted with: the key `key_id`, or if it is absent the AWS managed key of
// the account, which here has the same id in all accounts.
std::string KmsKeyArn(const DatabaseState& database, const std::optional<std::string>& key_id);

// The settings of a new index on a table of that billing mode.
GlobalIndexSettings IndexSettingsFrom(const GlobalSecondaryIndex& index, BillingMode billing_mode);

}  // namespace holdfast
