// What does a request cost without sockets: from its bytes to the bytes of its response? The floor only parses a
// GetItem as HTTP, whichever request it is compared with. wire_bench also includes the kernel's cost of the same
// requests.
#include <benchmark/benchmark.h>
#include <fcntl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "bench/in_process/floor.h"
#include "bench/wire/slot_requests.h"
#include "engine/engine.h"
#include "server/admin/admin_surface.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatcher.h"
#include "server/dispatch/operation_table.h"
#include "server/http/request_parser.h"
#include "server/log/log_writer.h"
#include "server/observe/observer.h"

namespace holdfast::server {
namespace {

// The benchmarks write their log to it, because nothing reads the log.
LogWriter* NullDevice() {
  static LogWriter writer(::open("/dev/null", O_WRONLY), {"", ""});
  return &writer;
}

class Server {
 public:
  explicit Server(ObserverOptions observer_options = {}) : observer_(observer_options, AllOperationNames()) {
    HandleAndCheck(CreateSlots(), "200");
    for (size_t slot = 0; slot < kSlots; ++slot) HandleAndCheck(PutSlot(slot), "200");
  }

  const HttpRequest& Parse(std::string_view bytes) {
    parser_.Reset();
    parser_.Feed(bytes);
    if (parser_.state() != RequestParser::State::kComplete) Fail("an incomplete request");
    return parser_.request();
  }
  void HandleAndCheck(std::string_view bytes, std::string_view status) {
    dispatcher_.Handle(Parse(bytes), &response_);
    const std::string_view text = response_.bytes();
    if (text.substr(std::string_view("HTTP/1.1 ").size(), status.size()) != status) Fail(text);
  }

 private:
  [[noreturn]] static void Fail(std::string_view what) {
    std::fprintf(stderr, "request_bench: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
  }

  Observer observer_;
  Engine engine_;
  Databases databases_{&engine_, Isolation::kByAccount};
  AdminSurface admin_{&engine_};
  Dispatcher dispatcher_{&databases_, &admin_, 1, DispatchOptions{.observer = &observer_}};
  RequestParser parser_;
  HttpResponse response_;
};

Floor floor;

void ReadHttp(benchmark::State& state) {
  Server server;
  const std::string request = GetSlot(0);
  floor.Measure(state, [&] { benchmark::DoNotOptimize(server.Parse(request).body); });
}
BENCHMARK(ReadHttp);

// A request that is built once and then sent for any slot.
class RequestTemplate {
 public:
  explicit RequestTemplate(std::string request) : request_(std::move(request)), digits_(request_.find(kSlotDigits)) {}
  const std::string& ForSlot(size_t slot) {
    size_t rest = slot;
    for (size_t i = kSlotDigits.size(); i > 1; --i, rest /= 10) {
      request_[digits_ + i - 1] = static_cast<char>('0' + rest % 10);
    }
    return request_;
  }

 private:
  std::string request_;
  const size_t digits_;
};

void CompareAllSlots(benchmark::State& state, std::string request) {
  Server server;
  RequestTemplate requests(std::move(request));
  size_t number = 0;
  floor.Compare(state, [&] { server.HandleAndCheck(requests.ForSlot(SlotForVisit(number++)), "200"); });
}
void CompareOneSlot(benchmark::State& state, const std::string& request, std::string_view status = "200",
                    const ObserverOptions& observer_options = {}) {
  Server server(observer_options);
  floor.Compare(state, [&] { server.HandleAndCheck(request, status); });
}

void GetItem(benchmark::State& state) { CompareOneSlot(state, GetSlot(0)); }
BENCHMARK(GetItem);

// GetItem with --metrics, with --log requests, and with both: what observing costs the thread that handles the request.
void GetItemCounted(benchmark::State& state) { CompareOneSlot(state, GetSlot(0), "200", {.counts = true}); }
BENCHMARK(GetItemCounted);

void GetItemLogged(benchmark::State& state) {
  CompareOneSlot(state, GetSlot(0), "200", {.log = {.enabled = true}, .log_writer = NullDevice()});
}
BENCHMARK(GetItemLogged);

void GetItemCountedAndLogged(benchmark::State& state) {
  CompareOneSlot(state, GetSlot(0), "200", {.log = {.enabled = true}, .counts = true, .log_writer = NullDevice()});
}
BENCHMARK(GetItemCountedAndLogged);

void GetAnyItem(benchmark::State& state) { CompareAllSlots(state, GetSlot(0)); }
BENCHMARK(GetAnyItem);

// Each put differs from the stored item: an equal one would change nothing.
void PutItem(benchmark::State& state) {
  Server server;
  const std::array<std::string, 2> puts = {PutSlot(0, 'e'), PutSlot(0, 'f')};
  size_t number = 0;
  floor.Compare(state, [&] { server.HandleAndCheck(puts[number++ % 2], "200"); });
}
BENCHMARK(PutItem);

void PutAnyItem(benchmark::State& state) {
  Server server;
  std::array<RequestTemplate, 2> puts = {RequestTemplate(PutSlot(0, 'e')), RequestTemplate(PutSlot(0, 'f'))};
  size_t number = 0;
  floor.Compare(state, [&] {
    server.HandleAndCheck(puts[number / kSlots % 2].ForSlot(SlotForVisit(number)), "200");
    ++number;
  });
}
BENCHMARK(PutAnyItem);

void AddToItem(benchmark::State& state) { CompareOneSlot(state, IncrementVisits(0)); }
BENCHMARK(AddToItem);

void ConditionalUpdateItem(benchmark::State& state) { CompareOneSlot(state, TakeFromSlot(0, "quantity >= :one")); }
BENCHMARK(ConditionalUpdateItem);

void SelectAnyItem(benchmark::State& state) { CompareAllSlots(state, SelectSlot(0)); }
BENCHMARK(SelectAnyItem);

void ConditionalUpdateStatement(benchmark::State& state) { CompareOneSlot(state, TakeFromSlotByStatement(0)); }
BENCHMARK(ConditionalUpdateStatement);

void RefusedUpdateItem(benchmark::State& state) { CompareOneSlot(state, TakeFromSlot(0, "quantity <= :one"), "400"); }
BENCHMARK(RefusedUpdateItem);

}  // namespace
}  // namespace holdfast::server
