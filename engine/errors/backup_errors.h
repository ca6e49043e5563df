// The error catalogue: continuous backups, contributor insights and the first version of global tables.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateContinuousBackups.html
#pragma once

#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// Operations on backups have their own exception for a table that does not exist.
Error NoTableToBackUp(std::string_view table);
Error RecoveryPeriodWhileDisabling();
Error NoSuchIndexOfTable(std::string_view index, std::string_view table);
Error IndexNameLength();
Error NoSuchGlobalTable(std::string_view table);
Error GlobalTableNameLength();

}  // namespace holdfast::errors
