#include "engine/operations/delete_table.h"

#include <memory>

#include "engine/errors/table_errors.h"
#include "engine/operations/table_streams.h"
#include "engine/tables/table_name.h"

namespace holdfast {

Result<DeleteTableResponse> DeleteTable(DatabaseState& database, const DeleteTableRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(
      const std::string_view name,
      ResolveControlPlaneTableName(request.table_name, database.region, database.account));
  const std::shared_ptr<Table> table = database.tables.Find(name);
  if (table == nullptr) return errors::NoSuchTable(name);
  if (table->settings().deletion_protection_enabled) return errors::TableIsDeletionProtected();
  // Of several deletions at one moment, one removes the table.
  if (!database.tables.Remove(*table)) return errors::NoSuchTable(name);
  table->set_status(TableStatus::kDeleting);
  if (table->structure().stream != nullptr) DisableStream(database, *table);
  return DeleteTableResponse{MakeTableDescription(*table, DescriptionFor::kDeleteTable)};
}

}  // namespace holdfast
