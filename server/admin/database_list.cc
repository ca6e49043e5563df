#include "server/admin/database_list.h"

#include "server/json/json_writer.h"

namespace holdfast::server {

AdminOutcome ListDatabases(Engine& engine, const AdminCall& call, std::string* body) {
  JsonWriter writer(body);
  const auto text = [&writer](std::string_view name, std::string_view value) { writer.StringMember(name, value); };
  const auto count = [&writer](std::string_view name, size_t value) {
    writer.IntegerMember(name, static_cast<int64_t>(value));
  };
  writer.BeginObject();
  writer.BeginArray("databases");
  for (const DatabaseDescription& database : engine.Describe(call.databases)) {
    writer.BeginObject();
    text("account", database.name.account);
    text("region", database.name.region);
    if (!database.name.fork.empty()) text("fork", database.name.fork);
    count("tables", database.size.tables);
    count("items", database.size.items);
    count("bytes", database.size.item_bytes);
    text("clock", database.has_virtual_clock ? "virtual" : "system");
    writer.TimeMember("last_used", database.last_used);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return std::nullopt;
}

}  // namespace holdfast::server
