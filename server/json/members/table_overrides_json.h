// The overrides of RestoreTableFromBackup and RestoreTableToPointInTime.
#pragma once

#include "engine/schema/table_overrides.h"
#include "server/json/json_reader.h"

namespace holdfast::server {

// Reads all lists and structures of the request, and BillingModeOverride. The caller reads the other members after it.
void ReadTableOverrides(StructureReader& reader, TableOverrides* overrides);

}  // namespace holdfast::server
