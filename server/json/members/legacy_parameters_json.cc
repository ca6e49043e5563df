#include "server/json/members/legacy_parameters_json.h"

#include "server/json/members/attribute_value_json.h"

namespace holdfast::server {

void ReadExpected(StructureReader& reader, std::optional<Expected>* expected) {
  reader.StructureMap("Expected", "ExpectedAttributeValue", expected,
                      [](StructureReader& entry, ExpectedAttributeValue& value) {
                        ReadAttributeValue(entry, "Value", &value.value);
                        entry.Boolean("Exists", &value.exists);
                        entry.Enum("ComparisonOperator", &value.comparison_operator);
                        ReadAttributeValueList(entry, "AttributeValueList", &value.attribute_value_list);
                      });
}

void ReadAttributeUpdates(StructureReader& reader, std::optional<AttributeUpdates>* updates) {
  reader.StructureMap("AttributeUpdates", "AttributeValueUpdate", updates,
                      [](StructureReader& entry, AttributeValueUpdate& update) {
                        ReadAttributeValue(entry, "Value", &update.value);
                        entry.Enum("Action", &update.action);
                      });
}

void ReadLegacyConditions(StructureReader& reader, std::string_view member,
                          std::optional<LegacyConditions>* conditions) {
  reader.StructureMap(member, "Condition", conditions, [](StructureReader& entry, LegacyCondition& condition) {
    ReadAttributeValueList(entry, "AttributeValueList", &condition.attribute_value_list);
    entry.Enum("ComparisonOperator", &condition.comparison_operator);
  });
}

}  // namespace holdfast::server
