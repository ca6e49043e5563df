#include "engine/database/builds.h"

#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "engine/database/control_plane_lock.h"
#include "engine/database/table_restore.h"
#include "engine/database/table_transitions.h"
#include "engine/indexes/backfill.h"

namespace holdfast {
namespace {

// Builds entries for the next items. If the table, index or order no longer exists, the build is done.
void RunSlice(DatabaseState& database, size_t count_max, Build& build) {
  const std::shared_ptr<Table> table = database.tables.FindByNumber(build.table_number);
  if (table == nullptr) {
    build.position.done = true;
    return;
  }
  switch (build.kind) {
    case BuildKind::kGlobalIndex: {
      const std::shared_ptr<GlobalIndex> index = table->FindGlobalIndexByOrdinal(build.target);
      if (index == nullptr) {
        build.position.done = true;
        return;
      }
      BackfillIndex(*table, *index, count_max, build.position);
      if (build.position.done) FinishBackfill(*table, *index);
      return;
    }
    case BuildKind::kExpiryOrder:
      BackfillExpiryOrder(*table, build.target, count_max, build.position);
      return;
    case BuildKind::kRestore:
      ContinueRestore(*table, count_max, build);
      return;
  }
}

size_t ItemsToVisit(const Table& table, BuildKind kind) {
  return kind == BuildKind::kRestore ? ItemsToRestore(table) : table.items().item_count();
}

}  // namespace

void StartBuild(DatabaseState& database, Table& table, BuildKind kind, uint64_t target) {
  Build build{kind, table.number(), target};
  BackgroundQueue* const background = database.options.background.get();
  const bool in_slices =
      background != nullptr && background->has_worker() && ItemsToVisit(table, kind) > kImmediateBuildItemsMax;
  if (in_slices) {
    database.scheduled_transitions.AddBuild(std::move(build));
    background->Wake();
    return;
  }
  while (!build.position.done) {
    Build next = build;
    try {
      RunSlice(database, kItemsPerSlice, next);
    } catch (const std::bad_alloc&) {
      // The slice is repeated when there is memory again.
      database.scheduled_transitions.AddBuild(std::move(build));
      if (background != nullptr) background->Wake();
      return;
    }
    build = std::move(next);
  }
}

bool RunBuildSlice(DatabaseState& database) {
  if (!database.scheduled_transitions.has_builds()) return false;
  ControlPlaneLock lock(database);
  std::optional<Build> build = database.scheduled_transitions.FirstBuild();
  if (!build.has_value()) return false;
  RunSlice(database, kItemsPerSlice, *build);
  // The new position is stored only after the slice: if memory runs out during the slice, the next call repeats it.
  if (!build->position.done) {
    database.scheduled_transitions.SetFirstBuild(*std::move(build));
    return true;
  }
  database.scheduled_transitions.RemoveFirstBuild();
  return database.scheduled_transitions.has_builds();
}

}  // namespace holdfast
