#include "conformance/faulty/faults/faults.h"

#include <array>
#include <cstdio>
#include <utility>

#include "conformance/faulty/faults/check_then_write.h"
#include "conformance/faulty/faults/condition_stripped.h"
#include "conformance/faulty/faults/delivery.h"
#include "conformance/faulty/faults/index_entry_hidden.h"
#include "conformance/faulty/faults/read_add_put.h"
#include "conformance/faulty/faults/stale_reads.h"
#include "conformance/faulty/faults/stream_records.h"
#include "conformance/faulty/faults/transaction_split.h"
#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {
namespace {

using FaultPtr = std::unique_ptr<Fault>;

class None final : public Fault {
 public:
  Response Handle(const Request& request, Endpoint* endpoint) override { return endpoint->Send(request); }
};

// Applies a fault to each request with probability `rate`; otherwise the request passes unchanged.
class Sometimes final : public Fault {
 public:
  Sometimes(FaultPtr fault, uint64_t seed, double rate) : fault_(std::move(fault)), random_(seed), rate_(rate) {}

  Response Handle(const Request& request, Endpoint* endpoint) override {
    return random_.Bernoulli(rate_) ? fault_->Handle(request, endpoint) : endpoint->Send(request);
  }

 private:
  const FaultPtr fault_;
  SeededRandom random_;
  const double rate_;
};

// For faults that take no rate: applies the fault to each request with probability `rate`.
template <FaultPtr (*make)()>
FaultPtr PerRequest(uint64_t seed, double rate) {
  return rate < 1 ? std::make_unique<Sometimes>(make(), seed, rate) : make();
}

FaultPtr MakeNone(uint64_t, double) { return std::make_unique<None>(); }

FaultPtr MakeStaleReadsWithSteadyClock(uint64_t seed, double rate) { return MakeStaleReads(seed, rate); }

struct FaultRow {
  std::string_view name;
  double rate;
  FaultPtr (*make)(uint64_t seed, double rate);
  std::string_view effect;
};

constexpr std::array kFaults = {
    FaultRow{"none", 0, MakeNone, "Everything passes as it is."},
    FaultRow{"condition-stripped", 1, PerRequest<MakeConditionStripped>, "Conditions of writes are not evaluated."},
    FaultRow{"check-then-write", 1, PerRequest<MakeCheckThenWrite>,
             "A condition is checked first and the write done after it, without holding anything in between."},
    FaultRow{"transaction-split", 1, PerRequest<MakeTransactionSplit>,
             "Transactions are single reads and writes one after the other, and nothing is undone."},
    FaultRow{"add-as-read-add-put", 1, PerRequest<MakeReadAddPut>,
             "ADD reads the item, adds and puts it back, without holding anything in between."},
    FaultRow{"token-dropped", 1, PerRequest<MakeTokenDropped>, "ClientRequestToken is ignored."},
    FaultRow{"delivered-twice", 1, PerRequest<MakeDeliveredTwice>,
             "A write is delivered twice in a row and answered once."},
    FaultRow{"stale-reads", 0.5, MakeStaleReadsWithSteadyClock,
             "Consistent reads are answered with what was true up to 30 milliseconds ago."},
    FaultRow{"stream-swapped", 1, MakeStreamSwapped, "Two stream records of one item change places."},
    FaultRow{"stream-dropped", 0.125, MakeStreamDropped, "Stream records are lost."},
    FaultRow{"stream-doubled", 0.125, MakeStreamDoubled, "Stream records appear twice."},
    FaultRow{"index-entry-hidden", 0.125, MakeIndexEntryHidden, "Items never appear in an index."},
    FaultRow{"committed-then-500", 0.125, MakeCommittedThenError,
             "A write is executed and answered with InternalServerError."},
};

}  // namespace

std::unique_ptr<Fault> MakeFault(std::string_view name, uint64_t seed, std::optional<double> rate) {
  for (const FaultRow& row : kFaults) {
    if (row.name == name) return row.make(seed, rate.value_or(row.rate));
  }
  return nullptr;
}

std::string ListFaults() {
  std::string list;
  for (const FaultRow& row : kFaults) {
    std::array<char, 64> head;
    const int length = std::snprintf(head.data(), head.size(), "%-20.*s %-6g ", static_cast<int>(row.name.size()),
                                     row.name.data(), row.rate);
    list.append(head.data(), static_cast<size_t>(length)).append(row.effect).append("\n");
  }
  return list;
}

}  // namespace holdfast::conformance::faulty
