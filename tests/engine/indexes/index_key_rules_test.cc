#include "engine/indexes/index_key_rules.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "engine/base/limits.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/engine/tables/table_of.h"
#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

constexpr char kInvalid[] = "One or more parameter values were invalid: ";
constexpr char kNotValid[] = "One or more parameter values are not valid. ";

// Global indexes `beta` (hash x) and `alpha` (hash y, range x), local index `gamma` (range z). x is N, y is S, z is B.
TableDefinition Definition() {
  TableDefinition definition = PlainTable();
  definition.attribute_definitions = {Define("pk"), Define("sk"), Define("x", ScalarAttributeType::kNumber),
                                      Define("y"), Define("z", ScalarAttributeType::kBinary)};
  definition.local_secondary_indexes = {LocalIndex("gamma", {Hash("pk"), Range("z")})};
  definition.global_secondary_indexes = {GlobalIndexOf("beta", {Hash("x")}),
                                         GlobalIndexOf("alpha", {Hash("y"), Range("x")})};
  return definition;
}

std::string TypeMismatch(const std::string& attribute, const std::string& expected, const std::string& actual,
                         const std::string& index) {
  return kInvalid + ("Type mismatch for Index Key " + attribute) + " Expected: " + expected + " Actual: " + actual +
         " IndexName: " + index;
}

TEST(IndexKeyRules, ChecksTheIndexKeysOfAnItem) {
  const std::shared_ptr<Table> table = TableOf(Definition());
  const auto outcome = [&](const AttributeMap& item, IndexKeyCheck check = IndexKeyCheck::kAll) {
    return Outcome(CheckIndexRulesOfItem(*table, item, check));
  };
  EXPECT_EQ(outcome({}), "ok") << "an item needs no index keys";
  EXPECT_EQ(outcome({{"x", N("1")}, {"y", S("1")}, {"z", B("1")}}), "ok");
  EXPECT_EQ(outcome({{"x", S("1")}}), TypeMismatch("x", "N", "S", "alpha")) << "the first index by name";
  EXPECT_EQ(outcome({{"z", Ss({"1"})}}), TypeMismatch("z", "B", "SS", "gamma")) << "local indexes too";
  EXPECT_EQ(outcome({{"x", S("1")}, {"y", N("1")}}), TypeMismatch("y", "S", "N", "alpha")) << "hash before range";
  const std::string empty_string = kNotValid +
                                   std::string("A value specified for a secondary index key is not supported. ") +
                                   "The AttributeValue for a key attribute cannot contain an empty string value. "
                                   "IndexName: alpha, IndexKey: y";
  EXPECT_EQ(outcome({{"y", S("")}}), empty_string);
  EXPECT_EQ(
      outcome({{"z", B("")}}),
      kNotValid + std::string("A value specified for a secondary index key is not supported. The AttributeValue for a "
                              "key attribute cannot contain an empty binary value. IndexName: gamma, IndexKey: z"));
  // A transaction checks the values of index keys first, and their types later.
  const AttributeMap both = {{"x", S("1")}, {"y", S("")}};
  EXPECT_EQ(outcome(both, IndexKeyCheck::kBeforeKeys), empty_string);
  EXPECT_EQ(outcome(both, IndexKeyCheck::kAfterKeys), TypeMismatch("x", "N", "S", "alpha"));
}

TEST(IndexKeyRules, IndexKeysHaveTheLengthLimitsOfTableKeys) {
  const std::shared_ptr<Table> table = TableOf(Definition());
  const auto ok = [&](const AttributeMap& item) { return CheckIndexRulesOfItem(*table, item).ok(); };
  EXPECT_TRUE(ok({{"y", S(std::string(limits::kPartitionKeyBytesMax, 'y'))}}));
  EXPECT_FALSE(ok({{"y", S(std::string(limits::kPartitionKeyBytesMax + 1, 'y'))}}));
  EXPECT_TRUE(ok({{"z", B(std::string(limits::kSortKeyBytesMax, 'z'))}}));
  EXPECT_FALSE(ok({{"z", B(std::string(limits::kSortKeyBytesMax + 1, 'z'))}}));
}

TEST(IndexKeyRules, ChecksTheValuesThatAnUpdateIsKnownToWrite) {
  const std::shared_ptr<Table> table = TableOf(Definition());
  const auto outcome = [&](const std::map<std::string, AttributeValue, std::less<>>& updated) {
    return Outcome(CheckIndexKeysOfUpdate(*table, [&](std::string_view attribute) -> std::optional<ValueView> {
      const auto found = updated.find(attribute);
      if (found == updated.end()) return std::nullopt;
      return found->second.view();
    }));
  };
  EXPECT_EQ(outcome({}), "ok");
  EXPECT_EQ(outcome({{"x", N("1")}}), "ok");
  EXPECT_EQ(outcome({{"x", Bool(true)}}), TypeMismatch("x", "N", "BOOL", "alpha"));
  EXPECT_EQ(outcome({{"y", S("")}}),
            kNotValid +
                std::string("The update expression attempted to update a secondary index key to a value that is not "
                            "supported. The AttributeValue for a key attribute cannot contain an empty string value."));
}

TEST(IndexKeyRules, ChecksOnlyTheChangedAttributesOfAnUpdatedItem) {
  const std::shared_ptr<Table> table = TableOf(Definition());
  const AttributeMap stored = {{"x", S("from before the index")}, {"y", S("1")}};
  EXPECT_EQ(Outcome(CheckIndexRulesOfUpdatedItem(*table, stored, stored)), "ok");
  EXPECT_EQ(Outcome(CheckIndexRulesOfUpdatedItem(*table, stored, AttributeMap{{"y", S("1")}})), "ok") << "x is removed";
  EXPECT_EQ(Outcome(CheckIndexRulesOfUpdatedItem(*table, stored, AttributeMap{{"x", S("other")}, {"y", S("1")}})),
            "The update expression attempted to update the secondary index key to unsupported type");
  EXPECT_EQ(Outcome(CheckIndexRulesOfUpdatedItem(*table, AttributeMapView::Empty(), AttributeMap{{"y", N("1")}})),
            "The update expression attempted to update the secondary index key to unsupported type");
}

TEST(IndexKeyRules, PathsMustNotLeadIntoKeyAttributes) {
  const std::shared_ptr<Table> table = TableOf(Definition());
  const std::string kScalars =
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: ";
  const auto path = [](const char* attribute, bool nested) {
    DocumentPath made;
    made.elements.emplace_back().name = attribute;
    if (nested) made.elements.emplace_back().name = "inner";
    return made;
  };
  EXPECT_EQ(Outcome(CheckNoPathUnderKeys(*table, {path("pk", false), path("x", false), path("v", true)})), "ok");
  EXPECT_EQ(Outcome(CheckNoPathUnderKeys(*table, {path("v", true), path("sk", true)})), kScalars + "Key: sk");
  EXPECT_EQ(Outcome(CheckNoPathUnderKeys(*table, {path("z", true)})), kScalars + "IndexKey: z");
  EXPECT_EQ(Outcome(CheckNoPathUnderKeys(*TableOf(PlainTable()), {path("z", true)})), "ok")
      << "without indexes, z is no key";
}

}  // namespace
}  // namespace holdfast::testing
