// Request members that several operations share, with DynamoDB's names of their values.
#pragma once

#include <string>
#include <vector>

#include "engine/base/enum_field.h"

namespace holdfast {

enum class ReturnConsumedCapacity { kIndexes, kTotal, kNone };
template <>
struct EnumNames<ReturnConsumedCapacity> {
  using E = ReturnConsumedCapacity;
  static constexpr EnumName<E> kNames[] = {{E::kIndexes, "INDEXES"}, {E::kTotal, "TOTAL"}, {E::kNone, "NONE"}};
};

enum class ReturnItemCollectionMetrics { kSize, kNone };
template <>
struct EnumNames<ReturnItemCollectionMetrics> {
  using E = ReturnItemCollectionMetrics;
  static constexpr EnumName<E> kNames[] = {{E::kSize, "SIZE"}, {E::kNone, "NONE"}};
};

enum class ReturnValues { kAllNew, kUpdatedOld, kAllOld, kNone, kUpdatedNew };
template <>
struct EnumNames<ReturnValues> {
  using E = ReturnValues;
  static constexpr EnumName<E> kNames[] = {{E::kAllNew, "ALL_NEW"},
                                           {E::kUpdatedOld, "UPDATED_OLD"},
                                           {E::kAllOld, "ALL_OLD"},
                                           {E::kNone, "NONE"},
                                           {E::kUpdatedNew, "UPDATED_NEW"}};
};

enum class ReturnValuesOnConditionCheckFailure { kAllOld, kNone };
template <>
struct EnumNames<ReturnValuesOnConditionCheckFailure> {
  using E = ReturnValuesOnConditionCheckFailure;
  static constexpr EnumName<E> kNames[] = {{E::kAllOld, "ALL_OLD"}, {E::kNone, "NONE"}};
};

enum class Select { kSpecificAttributes, kCount, kAllAttributes, kAllProjectedAttributes };
template <>
struct EnumNames<Select> {
  using E = Select;
  static constexpr EnumName<E> kNames[] = {{E::kSpecificAttributes, "SPECIFIC_ATTRIBUTES"},
                                           {E::kCount, "COUNT"},
                                           {E::kAllAttributes, "ALL_ATTRIBUTES"},
                                           {E::kAllProjectedAttributes, "ALL_PROJECTED_ATTRIBUTES"}};
};

// AttributesToGet: top-level names.
using AttributeNames = std::vector<std::string>;

}  // namespace holdfast
