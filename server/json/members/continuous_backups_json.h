// A ContinuousBackupsDescription as JSON.
#pragma once

#include "engine/operations/backups/continuous_backups.h"
#include "server/json/json_writer.h"

namespace holdfast::server {

void WriteContinuousBackups(const ContinuousBackupsDescription& description, JsonWriter* writer);

}  // namespace holdfast::server
