#include "engine/operations/database_state.h"

namespace holdfast {

DatabaseState::DatabaseState(const DatabaseState& original, std::string account_id, std::string region_name,
                             std::shared_ptr<DatabaseClock> database_clock)
    : account(std::move(account_id)),
      region(std::move(region_name)),
      options(original.options),
      clock(std::move(database_clock)),
      random(original.random),
      tables(original.tables.next_number()),
      commits(original.commits.last()),
      idempotency_tokens(original.idempotency_tokens) {
  for (const std::shared_ptr<Table>& table : original.tables.Tables()) {
    Table::Identity identity = table->identity();
    identity.arn = TableArn(region, account, table->name());
    tables.Create(std::make_shared<Table>(*table, std::move(identity)));
  }
}

}  // namespace holdfast
