// The response that DescribeContinuousBackups and UpdateContinuousBackups share.
#pragma once

#include <string>

#include "engine/operations/backups/continuous_backups.h"

namespace holdfast::server {

// Appends an object with the member ContinuousBackupsDescription.
void AppendContinuousBackups(const ContinuousBackupsDescription& description, std::string* json);

}  // namespace holdfast::server
