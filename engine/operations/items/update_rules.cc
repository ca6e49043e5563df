#include "engine/operations/items/update_rules.h"

#include "engine/errors/item_errors.h"

namespace holdfast {

Status CheckUpdateTargets(const Table& table, const UpdateExpression& update, IndexKeyCheck index_keys) {
  for (const DocumentPath& target : update.targets()) {
    if (table.schema().key.Find(target.attribute()) != nullptr) {
      return errors::CannotUpdateKeyAttribute(target.attribute());
    }
  }
  HOLDFAST_RETURN_IF_ERROR(CheckIndexKeysOfUpdate(
      table, [&](std::string_view attribute) { return update.AssignedValue(attribute); }, index_keys));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(table, update.targets()));
  return CheckNoPathUnderKeys(table, update.read_paths());
}

}  // namespace holdfast
