#include "bench/in_process/database.h"

#include <malloc.h>

#include <numeric>

#include "engine/base/random.h"

namespace holdfast {

Database& DatabaseOf(Engine& engine) { return engine.database("000000000000", "us-east-1"); }

void CreateTable(Database& database, const std::string& name, Keys keys) {
  CreateTableRequest table;
  table.table_name = name;
  table.attribute_definitions = {{"pk", ScalarAttributeType::kString}};
  table.key_schema = {{"pk", KeyType::kHash}};
  if (keys == Keys::kPartitionAndSort) {
    table.attribute_definitions->push_back({"sk", ScalarAttributeType::kString});
    table.key_schema->push_back({"sk", KeyType::kRange});
  }
  table.billing_mode = BillingMode::kPayPerRequest;
  ValueOrAbort(database.CreateTable(table));
}

size_t HeapBytes() {
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

std::vector<size_t> Shuffled(size_t count) {
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  Random random(1);
  for (size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
  return order;
}

}  // namespace holdfast
