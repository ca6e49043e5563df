// Abbreviations in the JSON of the cases for what is the same in all of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace holdfast::conformance {

struct Shorthands {
  std::string table;
  // A partition key that no other case uses, for a name in the case.
  std::function<std::string(std::string_view name)> key;

  // `text` with these written out:
  //   $table      the table's name
  //   $run        digits that no other run has
  //   $pk(unit)   the partition key's text
  //   $key(unit)  "pk":{"S":"…"},"sk":{"S":"0"}; $key(unit/a) has the sort key "a"
  //   $at(unit)   "TableName":"…","Key":{…}, with the key's two forms
  std::string WriteOut(std::string_view text) const;
};

}  // namespace holdfast::conformance
