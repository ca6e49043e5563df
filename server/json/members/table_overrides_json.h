// The overrides of RestoreTableFromBackup and RestoreTableToPointInTime.
#pragma once

#include "engine/schema/table_overrides.h"
#include "server/json/json_reader.h"

namespace holdfast::server {

// Reads the lists and structures of the request. The caller then reads the other members, BillingModeOverride included.
void ReadTableOverrides(StructureReader& reader, TableOverrides* overrides);

}  // namespace holdfast::server
