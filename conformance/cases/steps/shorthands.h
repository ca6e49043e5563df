// Shorthands for the table name and the keys in the JSON of the cases.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace holdfast::conformance {

struct Shorthands {
  std::string table;
  // Maps a name in the case to a partition key that no other case uses.
  std::function<std::string(std::string_view name)> key;

  // Returns `text` with these shorthands expanded:
  //   $table      the table's name
  //   $run        digits of the run's tag; other runs very probably have others
  //   $pk(unit)   the partition key that `key` returns for "unit"
  //   $key(unit)  "pk":{"S":"…"},"sk":{"S":"0"}; $key(unit/a) has the sort key "a"
  //   $at(unit)   "TableName":"…","Key":{…}; $at(unit/a) has the sort key "a"
  std::string Expand(std::string_view text) const;
};

}  // namespace holdfast::conformance
