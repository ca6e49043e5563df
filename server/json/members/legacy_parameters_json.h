// Expected, AttributeUpdates and the maps of Conditions in requests.
#pragma once

#include <optional>
#include <string_view>

#include "engine/expressions/legacy_parameters.h"
#include "server/json/json_reader.h"

namespace holdfast::server {

void ReadExpected(StructureReader& reader, std::optional<Expected>* expected);
void ReadAttributeUpdates(StructureReader& reader, std::optional<AttributeUpdates>* updates);
// `member` is KeyConditions, QueryFilter or ScanFilter.
void ReadLegacyConditions(StructureReader& reader, std::string_view member,
                          std::optional<LegacyConditions>* conditions);

}  // namespace holdfast::server
