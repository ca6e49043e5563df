#include "server/admin/selected_databases.h"

namespace holdfast::server {

Result<std::vector<NamedDatabase>, AdminFailure> SelectDatabases(Engine& engine, const DatabaseSelection& selection) {
  std::vector<NamedDatabase> databases = engine.Select(selection);
  if (databases.empty() && !selection.SelectsAll()) {
    return AdminFailure{404, "no database of that account, region and fork has been used yet"};
  }
  return databases;
}

Result<std::vector<NamedDatabase>, AdminFailure> SelectOrCreateDatabases(Engine& engine,
                                                                         const DatabaseSelection& selection) {
  if (selection.account.has_value() && selection.region.has_value()) {
    engine.FindOrCreate(*selection.account, *selection.region, selection.fork.value_or(""));
  }
  return SelectDatabases(engine, selection);
}

}  // namespace holdfast::server
