// Settings that CreateTable and UpdateTable derive from a request.
#pragma once

#include <optional>
#include <string>

#include "engine/database/database_state.h"
#include "engine/schema/table_definition.h"
#include "engine/tables/table_settings.h"

namespace holdfast {

// The key that a table is encrypted with: the one given, or the account's key for DynamoDB, which has no id
// of its own here.
std::string KmsKeyArn(const DatabaseState& database, const std::optional<std::string>& key_id);

// Of a new index on a table of that billing mode.
GlobalIndexSettings IndexSettingsFrom(const GlobalSecondaryIndex& index, BillingMode billing_mode);

}  // namespace holdfast
