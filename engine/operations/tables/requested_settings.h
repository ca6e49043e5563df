// Settings that CreateTable and UpdateTable derive from a request.
#pragma once

#include <optional>
#include <string>

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

// The ARN of the key that a table is encrypted with: the given key, or the account's key for DynamoDB, which has the
// same id in all accounts here.
std::string KmsKeyArn(const DatabaseState& database, const std::optional<std::string>& key_id);

// The settings of a new index on a table of that billing mode.
GlobalIndexSettings IndexSettingsFrom(const GlobalSecondaryIndex& index, BillingMode billing_mode);

}  // namespace holdfast
