// What does one request cost the whole server over loopback, with few and with many connections, compared with a Beast
// server that sends a constant response of 1.2 KB? The load is a closed loop against one server thread: in each round
// all connections send a request, then all receive the response. `server_us` is the server's processor time for one
// request, `x_floor` its ratio to that of the Beast server with equally many connections.
#include <arpa/inet.h>
#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/wire/bare_beast.h"
#include "bench/wire/slot_requests.h"
#include "engine/engine.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatcher.h"
#include "server/http/http_server.h"

namespace holdfast::server {
namespace {

[[noreturn]] void Fail(std::string_view what) {
  std::fprintf(stderr, "wire_bench: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

class Connection {
 public:
  explicit Connection(uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) Fail("cannot connect");
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void Send(std::string_view bytes) {
    if (::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size())) {
      Fail("a request was not taken whole");
    }
  }
  // Waits for one complete response, whose status must begin with `status`.
  void Receive(std::string_view status = "200") {
    received_.clear();
    size_t wanted = 1;
    char buffer[16'384];
    while (received_.size() < wanted) {
      const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
      if (count <= 0) Fail("the server hung up");
      received_.append(buffer, static_cast<size_t>(count));
      const size_t head_end = received_.find("\r\n\r\n");
      wanted = head_end == std::string::npos ? received_.size() + 1 : head_end + 4 + ContentLength();
    }
    if (std::string_view(received_).substr(std::string_view("HTTP/1.1 ").size(), status.size()) != status)
      Fail(received_);
  }

 private:
  size_t ContentLength() const {
    constexpr std::string_view kName = "Content-Length: ";
    return std::stoul(received_.substr(received_.find(kName) + kName.size()));
  }

  const int socket_;
  std::string received_;
};

// A server whose database has the table "Slots" with its kSlots items of 1 KB.
class FilledServer {
 public:
  FilledServer() {
    HttpServerOptions options;
    options.port = 0;
    auto started =
        HttpServer::Start(options, [this] { return std::make_unique<Dispatcher>(&databases_, &admin_, uint64_t{1}); });
    if (!started.ok()) Fail(started.error());
    server_ = std::move(started).value();
    Connection connection(server_->port());
    Call(connection, CreateSlots());
    for (size_t slot = 0; slot < kSlots; ++slot) Call(connection, PutSlot(slot));
  }
  uint16_t port() const { return server_->port(); }

 private:
  static void Call(Connection& connection, std::string_view request) {
    connection.Send(request);
    connection.Receive();
  }

  Engine engine_;
  Databases databases_{&engine_, Isolation::kByAccount};
  AdminSurface admin_{&engine_};
  std::unique_ptr<HttpServer> server_;
};

double ProcessorSeconds(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Processor time of the process without this thread, which generates the load.
double ServerSeconds() { return ProcessorSeconds(RUSAGE_SELF) - ProcessorSeconds(RUSAGE_THREAD); }

// In each iteration every connection sends a request and gets its response. Returns the server's processor time for one
// request, in microseconds.
template <typename MakeRequest>
double Drive(benchmark::State& state, uint16_t port, const MakeRequest& make_request, std::string_view status = "200") {
  RaiseFileDescriptorLimit();
  std::vector<std::unique_ptr<Connection>> connections;
  for (int64_t i = 0; i < state.range(0); ++i) connections.push_back(std::make_unique<Connection>(port));
  size_t number = 0;
  const auto round = [&] {
    for (const auto& connection : connections) connection->Send(make_request(number++));
    for (const auto& connection : connections) connection->Receive(status);
  };
  // Not measured: after this round the server has accepted every connection.
  round();
  number = 0;
  const double before = ServerSeconds();
  for (auto _ : state) round();
  const double requests = static_cast<double>(number);
  const double server_us = (ServerSeconds() - before) * 1e6 / requests;
  state.counters["server_us"] = server_us;
  state.counters["requests_per_s"] = benchmark::Counter(requests, benchmark::Counter::kIsRate);
  return server_us;
}

// The processor time of a request to the Beast server, by the number of connections.
std::map<int64_t, double> floor_us;

// Like Drive, and reports the ratio to the floor.
template <typename MakeRequest>
void Compare(benchmark::State& state, const MakeRequest& make_request, std::string_view status = "200") {
  const FilledServer server;
  const double server_us = Drive(state, server.port(), make_request, status);
  const auto floor = floor_us.find(state.range(0));
  // If the floor was not measured, because its benchmark was filtered out, there is nothing to compare with.
  if (floor != floor_us.end()) state.counters["x_floor"] = server_us / floor->second;
}

std::string GetNumbered(size_t number) { return GetSlot(SlotForVisit(number)); }

void BeastWithFixedResponse(benchmark::State& state) {
  const BareBeast server("HTTP/1.1 200 OK\r\nContent-Length: 1200\r\n\r\n" + std::string(1'200, 'x'));
  floor_us[state.range(0)] = Drive(state, server.port(), GetNumbered);
}
// This process holds both ends of each connection: 9,000 connections take 18,000 file descriptors.
BENCHMARK(BeastWithFixedResponse)->Arg(1)->Arg(64)->Arg(1'000)->Arg(9'000)->ArgName("connections")->UseRealTime();

void GetItem(benchmark::State& state) { Compare(state, GetNumbered); }
BENCHMARK(GetItem)->Arg(1)->Arg(64)->Arg(1'000)->Arg(9'000)->ArgName("connections")->UseRealTime();

void ConditionalUpdateItem(benchmark::State& state) {
  Compare(state, [](size_t number) { return TakeFromSlot(SlotForVisit(number), "quantity >= :one"); });
}
BENCHMARK(ConditionalUpdateItem)->Arg(64)->ArgName("connections")->UseRealTime();

// A refused update should cost no more than a successful one.
void RefusedUpdateItem(benchmark::State& state) {
  Compare(
      state, [](size_t number) { return TakeFromSlot(SlotForVisit(number), "quantity <= :one"); }, "400");
}
BENCHMARK(RefusedUpdateItem)->Arg(64)->ArgName("connections")->UseRealTime();

void TransactWriteItems(benchmark::State& state) {
  size_t booking = 0;
  Compare(state, [&booking](size_t number) { return BookSlot(SlotForVisit(number), booking++); });
}
BENCHMARK(TransactWriteItems)->Arg(64)->ArgName("connections")->UseRealTime();

}  // namespace
}  // namespace holdfast::server
