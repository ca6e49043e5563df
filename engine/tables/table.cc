#include "engine/tables/table.h"

namespace holdfast {
namespace {

std::shared_ptr<const GlobalIndexes> MakeGlobalIndexes(const TableSchema& schema) {
  auto indexes = std::make_shared<GlobalIndexes>();
  indexes->reserve(schema.global_indexes.size());
  for (const IndexSchema& index : schema.global_indexes) {
    indexes->push_back(std::make_shared<GlobalIndex>(index, indexes->size()));
  }
  return indexes;
}

}  // namespace

Table::Table(TableSchema schema, Identity identity, TableSettings settings)
    : schema_(std::move(schema)),
      identity_(std::move(identity)),
      items_(schema_.local_indexes.size()),
      global_indexes_(MakeGlobalIndexes(schema_)),
      settings_(std::move(settings)) {}

std::shared_ptr<GlobalIndex> Table::FindGlobalIndex(std::string_view index_name) const {
  for (const std::shared_ptr<GlobalIndex>& index : *global_indexes_) {
    if (index->schema.name == index_name) return index;
  }
  return nullptr;
}

std::optional<size_t> Table::FindLocalIndex(std::string_view index_name) const {
  for (size_t order = 0; order < schema_.local_indexes.size(); ++order) {
    if (schema_.local_indexes[order].name == index_name) return order;
  }
  return std::nullopt;
}

std::string TableArn(std::string_view region, std::string_view account, std::string_view table_name) {
  std::string arn = "arn:aws:dynamodb:";
  arn += region;
  arn += ':';
  arn += account;
  arn += ":table/";
  arn += table_name;
  return arn;
}

}  // namespace holdfast
