#include "engine/operations/partiql/select_plan.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/errors/partiql_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/operations/queries/page_request.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/partiql/item_key.h"
#include "engine/partiql/key_reads.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"
#include "engine/values/key_bytes.h"

namespace holdfast {
namespace {

using partiql::BoundStatement;
using partiql::KeyRead;
using partiql::KeyReads;
using partiql::OrderAttribute;
using partiql::Statement;

Result<ReadTarget> FindSelectTarget(std::shared_ptr<Table> table, const Statement& statement) {
  ReadTarget target{std::move(table), nullptr, std::nullopt};
  if (!statement.index.has_value()) return target;
  target.local_order = target.table->FindLocalIndex(*statement.index);
  if (target.local_order.has_value()) return target;
  target.global_index = target.table->FindGlobalIndex(*statement.index);
  if (target.global_index == nullptr) return errors::StatementNoSuchIndex();
  if (target.global_index->is_being_created()) return errors::IndexIsBackfilling(*statement.index);
  return target;
}

Status CheckSingleAttributeKeys(const ReadTarget& target) {
  const bool multiple = target.key().hash.size() > 1 || target.key().range.size() > 1;
  return multiple ? Status(errors::StatementOnMultiAttributeKeys()) : Status();
}

Status CheckTargetCanServe(const PageReadPlan& plan) {
  const ReadTarget& target = plan.target;
  HOLDFAST_RETURN_IF_ERROR(CheckSingleAttributeKeys(target));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectedByIndex(plan));
  if (target.global_index != nullptr && plan.consistent_read) return errors::StatementConsistentReadOnGlobalIndex();
  return {};
}

void AddNotProjected(const ReadTarget& target, const BoundExpression& where, uint32_t node, errors::Names& missing) {
  if (where[node].kind == NodeKind::kPath) AddIfNotProjected(target, where.PathOf(node), missing);
  for (uint32_t part = where.first(node); part != kNoNode; part = where.next(part)) {
    AddNotProjected(target, where, part, missing);
  }
}

// A SELECT of one partition of an index cannot filter on attributes that the index does not project. [open] The order
// of the attributes in the error is that of the two captured errors: the parts of an AND from the last to the first,
// the paths within each in text order.
Status CheckFilterProjected(const ReadTarget& target, const BoundExpression& where,
                            const std::vector<uint32_t>& conjuncts) {
  errors::Names missing;
  for (auto part = conjuncts.rbegin(); part != conjuncts.rend(); ++part) {
    AddNotProjected(target, where, *part, missing);
  }
  if (missing.empty()) return {};
  return errors::FilterNotProjected(target.index()->name, missing);
}

// The order that ORDER BY asks for.
struct Order {
  // Whether the reads are sorted by partition key and range. Without ORDER BY they keep the statement's order.
  bool sorts_partitions = false;
  bool partitions_descending = false;
  // Whether the entries of each partition are read in ascending order.
  bool forward = true;
};

// A sort key that ORDER BY does not name is descending, a partition key ascending (captured). [open] With both named,
// the partition key comes first, whatever the order of the names.
Result<Order> OrderOf(const std::vector<OrderAttribute>& attributes, const KeySchema& key,
                      const std::optional<KeyReads>& reads) {
  if (attributes.empty()) return Order();
  if (!reads.has_value()) return errors::OrderByWithoutHashCondition();
  Order order{.sorts_partitions = true, .forward = false};
  bool names_partition_key = false;
  for (const OrderAttribute& attribute : attributes) {
    if (key.Find(attribute.name) == nullptr) return errors::OrderByNonKey(attribute.name);
    if (attribute.name == key.hash.front().name) {
      names_partition_key = true;
      order.partitions_descending = attribute.descending;
    } else {
      order.forward = !attribute.descending;
    }
  }
  if (reads->several_partitions && !names_partition_key) return errors::OrderByWithoutHashKey();
  return order;
}

void Sort(const Order& order, std::vector<KeyRead>& reads) {
  if (!order.sorts_partitions) return;
  std::sort(reads.begin(), reads.end(), [&](const KeyRead& a, const KeyRead& b) {
    if (a.partition != b.partition) return (a.partition < b.partition) != order.partitions_descending;
    return order.forward ? a.range.lower < b.range.lower : b.range.lower < a.range.lower;
  });
}

// The range of entries of the target whose sort key is in `range`.
KeyRange EntryRange(const ReadTarget& target, KeyRange range) {
  if (target.index() == nullptr) return range;
  if (target.key().range.empty()) return RangeOfPrefix("");
  const auto composite = [](std::string_view key) {
    std::string part;
    AppendKeyPart(key, &part);
    return part;
  };
  KeyRange entries;
  if (!range.lower.empty()) entries.lower = composite(range.lower);
  if (range.upper.has_value()) entries.upper = composite(*range.upper);
  return entries;
}

// Plans the reads of ranges, or the scan.
Status PlanReads(const BoundStatement& statement, PagedSelect& plan) {
  const ReadTarget& target = plan.page.target;
  if (!statement->where.has_value()) {
    plan.reads = {SegmentRange()};
    return {};
  }
  BoundExpression where = statement.Where();
  HOLDFAST_ASSIGN_OR_RETURN(std::optional<KeyReads> keys, partiql::DecomposeKeyReads(where, target.key()));
  HOLDFAST_ASSIGN_OR_RETURN(const Order order, OrderOf(statement->order, target.key(), keys));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, where.shape().paths));
  if (!keys.has_value()) {
    plan.reads = {SegmentRange()};
    plan.page.filter.emplace(std::move(where));
    return {};
  }
  // If WHERE names several partitions, the service treats attributes that are not projected as absent.
  if (target.index() != nullptr && !keys->several_partitions) {
    HOLDFAST_RETURN_IF_ERROR(CheckFilterProjected(target, where, statement->conjuncts));
  }
  Sort(order, keys->reads);
  for (KeyRead& read : keys->reads) {
    plan.reads.push_back(PartitionRange{std::move(read.partition), EntryRange(target, std::move(read.range)),
                                        order.forward, std::nullopt});
  }
  if (!keys->exact) plan.page.filter.emplace(std::move(where));
  return {};
}

void ResumeAfter(ScanPosition position, std::variant<PartitionRange, SegmentRange>& read) {
  if (PartitionRange* const range = std::get_if<PartitionRange>(&read)) {
    range->start_after = std::move(position.sort_key);
  } else {
    std::get<SegmentRange>(read).start_after = std::move(position);
  }
}

void AddUnits(const std::vector<std::pair<std::string, double>>& more,
              std::vector<std::pair<std::string, double>>& units_by_index) {
  for (size_t i = 0; i < more.size(); ++i) units_by_index[i].second += more[i].second;
}

// Adds the units of another read of the same table or index.
void AddCapacity(ConsumedCapacity more, std::optional<ConsumedCapacity>& total) {
  if (!total.has_value()) {
    total = std::move(more);
    return;
  }
  total->table_units += more.table_units;
  AddUnits(more.local_indexes, total->local_indexes);
  AddUnits(more.global_indexes, total->global_indexes);
}

Status PlanPagedSelect(std::shared_ptr<Table> table, const BoundStatement& statement, bool consistent_read,
                       PagedSelect& plan) {
  plan.page.projection = statement->projection;
  plan.page.consistent_read = consistent_read;
  HOLDFAST_ASSIGN_OR_RETURN(plan.page.target, FindSelectTarget(std::move(table), statement.statement()));
  HOLDFAST_RETURN_IF_ERROR(CheckTargetCanServe(plan.page));
  HOLDFAST_RETURN_IF_ERROR(PlanReads(statement, plan));
  const ReadTarget& target = plan.page.target;
  if (target.local_order.has_value() && plan.page.projection.has_value()) {
    plan.page.fetch_from_table = !NotProjected(target, plan.page.projection->paths()).empty();
  }
  return {};
}

}  // namespace

Status PlanSelect(const DatabaseState& database, const BoundStatement& statement, bool consistent_read,
                  SelectPlan& plan) {
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, statement->table));
  if (!statement->index.has_value() && statement->order.empty()) {
    const partiql::ItemKeyMatch match = partiql::MatchItemKey(table->schema(), statement, /*accepts_in_operator=*/true);
    if (match.problem == partiql::ItemKeyMatch::Problem::kNone && match.only_key) {
      ItemRead& read = plan.emplace<ItemRead>();
      HOLDFAST_ASSIGN_OR_RETURN(read.key, partiql::KeyOfMatch(table->schema(), match));
      read.table = std::move(table);
      read.projection = statement->projection;
      read.consistent_read = consistent_read;
      return {};
    }
  }
  return PlanPagedSelect(std::move(table), statement, consistent_read, plan.emplace<PagedSelect>());
}

Status CheckSelectOfBatch(std::shared_ptr<Table> table, const BoundStatement& statement) {
  const Result<ReadTarget> target = FindSelectTarget(std::move(table), statement.statement());
  if (!target.ok()) return {};
  HOLDFAST_RETURN_IF_ERROR(CheckSingleAttributeKeys(*target));
  if (statement->where.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(partiql::DecomposeKeyReads(statement.Where(), target->key()));
  }
  return {};
}

Result<SelectedPage> ExecuteSelect(PagedSelect& select, SelectStart start, std::optional<size_t> limit,
                                   ReturnConsumedCapacity return_capacity, ThroughputLimits* throughput,
                                   WorkBudget* budget) {
  const bool reports_capacity = return_capacity != ReturnConsumedCapacity::kNone;
  const bool by_index = return_capacity == ReturnConsumedCapacity::kIndexes;
  PageReadPlan& page_plan = select.page;
  page_plan.limit = limit;
  if (start.after.has_value() && start.read < select.reads.size()) {
    ResumeAfter(*std::move(start.after), select.reads[start.read]);
  }
  std::vector<Page> pages;
  for (size_t i = start.read; i < select.reads.size() && (pages.empty() || !pages.back().full()); ++i) {
    page_plan.entries = select.reads[i];
    HOLDFAST_ASSIGN_OR_RETURN(Page page, ExecuteRead(page_plan, budget));
    if (page_plan.limit.has_value()) *page_plan.limit -= page.scanned_count();
    page_plan.bytes_max -= std::min(page_plan.bytes_max, page.bytes_read());
    pages.push_back(std::move(page));
  }
  // Units are charged after the last read: a statement that exceeds its budget is executed again, and must not have
  // been charged before.
  SelectedPage selected;
  for (size_t i = 0; i < pages.size(); ++i) {
    Page& page = pages[i];
    page_plan.entries = std::move(select.reads[start.read + i]);
    HOLDFAST_RETURN_IF_ERROR(ChargeUnits(throughput, page_plan, page));
    if (reports_capacity) AddCapacity(CapacityOf(page_plan, page, by_index), selected.capacity);
    std::move(page.items().begin(), page.items().end(), std::back_inserter(selected.items));
    if (!page.full()) continue;
    selected.last_read = start.read + i;
    selected.last_item = page.last_item();
  }
  // Without a read, the statement costs as much as one that finds nothing.
  if (pages.empty()) {
    const Page none(page_plan);
    HOLDFAST_RETURN_IF_ERROR(ChargeUnits(throughput, page_plan, none));
    if (reports_capacity) selected.capacity = CapacityOf(page_plan, none, by_index);
  }
  return selected;
}

}  // namespace holdfast
