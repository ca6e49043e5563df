// How many runs a second does a session of the race lab play over HTTP, and what does the lab cost requests outside of
// sessions?
//
//   race_session_bench SERVER [FLAG OF THE SERVER]... [-- [--beside SERVER] [--rounds N] runs|idle...]
//
//   runs  runs and requests a second of two actors on two connections, each of which reads an item and writes it,
//         compared with the same requests on two connections without a session
//   idle  processor time of server and client together for a GetItem, on a server with a session open on another
//         database and on the server --beside, relative to a server on which no session was ever opened; a second
//         server without a session shows how precise the figures are
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/measure/clock.h"
#include "bench/process/request_cost.h"
#include "bench/process/server_arguments.h"
#include "bench/stall/prober.h"
#include "bench/stall/workbench.h"
#include "conformance/command_line/setters.h"

namespace {

namespace bench = holdfast::bench;
using bench::Clock;
using bench::ExpectSuccess;
using bench::Median;
using holdfast::command_line::AddWords;
using holdfast::command_line::SetNumber;
using holdfast::command_line::SetText;
using Seconds = std::chrono::duration<double>;

constexpr int kConnections = 16;
constexpr int kRequestsPerConnection = 400;
// How often each server is measured in a round; the servers alternate.
constexpr int kSlices = 5;
// For how long runs are played in one measurement.
constexpr std::chrono::milliseconds kPlayTime{700};
constexpr const char* kActors[] = {"alice", "bob"};
constexpr int kRequestsPerRun = 4;
// The calls of the race lab for each run: its begin, the ends of its two actors, its result.
constexpr int kCallsPerRun = 4;

// Returns the value of the member `name`: the text of a string, or else the text up to the next comma or brace.
std::string Member(const std::string& json, const std::string& name) {
  const size_t at = json.find("\"" + name + "\":");
  if (at == std::string::npos) throw std::runtime_error("there is no " + name + " in " + json);
  size_t begin = at + name.size() + 3;
  const bool is_string = json[begin] == '"';
  if (is_string) ++begin;
  return json.substr(begin, json.find_first_of(is_string ? "\"" : ",}", begin) - begin);
}

std::string CallOrThrow(bench::PlainClient& client, const char* method, const std::string& path,
                        const std::string& body = "") {
  bench::PlainResponse response = client.Exchange(bench::AdminBytes(method, "/_holdfast/" + path, body));
  ExpectSuccess(response, path.c_str());
  return std::move(response.body);
}

// A race session: opened on construction, and open until Close or until the server ends.
class Session {
 public:
  Session(bench::ChildServer& server, const std::string& query, const std::string& options) : client_(server.port()) {
    path_ = "races/" + Member(CallOrThrow(client_, "POST", "races" + query, options), "id");
  }

  const std::string& path() const { return path_; }
  std::string BeginRun() { return Member(CallOrThrow(client_, "POST", path_ + "/runs"), "run"); }
  void EndRun(const std::string& run) {
    CallOrThrow(client_, "POST", path_ + "/runs/" + run + "/result", R"({"ok":true})");
  }
  std::string Verdict() { return CallOrThrow(client_, "GET", path_); }
  void Close() { CallOrThrow(client_, "DELETE", path_); }

 private:
  bench::PlainClient client_;
  std::string path_;
};

// One of the two connections: each Play sends a read and a write and, in a session, the end of the actor.
class Actor {
 public:
  // The requests are those of an actor of `session`, or of no session if it is null.
  Actor(uint16_t port, const std::string& name, const Session* session) : client_(port) {
    const std::string header = session == nullptr ? "" : "x-holdfast-actor: " + name + "\r\n";
    const std::string key = R"({"TableName":")" + std::string(bench::kProbedTable) + R"(",)";
    requests_.push_back(bench::OperationBytes("GetItem", key + R"("ConsistentRead":true,"Key":{"pk":{"S":"a"}}})",
                                              "bench", "127.0.0.1", header));
    requests_.push_back(bench::OperationBytes("PutItem", key + R"("Item":{"pk":{"S":"a"},"n":{"N":"1"}}})", "bench",
                                              "127.0.0.1", header));
    if (session == nullptr) return;
    requests_.push_back(bench::AdminBytes("POST", "/_holdfast/" + session->path() + "/actors/" + name + "/done"));
  }

  void Play() {
    for (const std::string& request : requests_) ExpectSuccess(client_.Exchange(request), "A request");
  }

 private:
  bench::PlainClient client_;
  std::vector<std::string> requests_;
};

// Plays runs one after the other, and returns their number per second. Each consists of `begin`, both actors
// concurrently, and `end`.
double RunsPerSecond(uint16_t port, const Session* session, const std::function<void()>& begin,
                     const std::function<void()>& end) {
  std::barrier<> meeting(3);
  bool stopping = false;
  std::exception_ptr failures[2];
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&, i] {
      Actor actor(port, kActors[i], session);
      for (;;) {
        meeting.arrive_and_wait();
        if (stopping) return;
        try {
          actor.Play();
        } catch (...) {
          failures[i] = std::current_exception();
        }
        meeting.arrive_and_wait();
      }
    });
  }
  std::exception_ptr failure;
  int64_t runs = 0;
  const auto started = Clock::now();
  try {
    for (; Clock::now() - started < kPlayTime; ++runs) {
      begin();
      meeting.arrive_and_wait();
      meeting.arrive_and_wait();
      for (const std::exception_ptr& failed : failures) {
        if (failed != nullptr) std::rethrow_exception(failed);
      }
      end();
    }
  } catch (...) {
    failure = std::current_exception();
  }
  const Seconds spent = Clock::now() - started;
  stopping = true;
  meeting.arrive_and_wait();
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
  return static_cast<double>(runs) / spent.count();
}

double ScheduledRunsPerSecond(bench::Workbench& bench) {
  Session session(bench.server(), "",
                  R"({"actors":["alice","bob"],"strategy":"random","max_runs":1000000,"quiescence_ms":5000})");
  std::string run;
  const double rate = RunsPerSecond(
      bench.server().port(), &session, [&] { run = session.BeginRun(); }, [&] { session.EndRun(run); });
  // The rate is valid only if the session explored every run, and every run passed and was scheduled to its end.
  const std::string verdict = session.Verdict();
  if (Member(verdict, "explored") != run || Member(verdict, "failed") != "0" ||
      verdict.find("not_replayable") != std::string::npos) {
    throw std::runtime_error("after " + run + " runs the session has the verdict " + verdict);
  }
  session.Close();
  return rate;
}

void MeasureRuns(const std::vector<std::string>& server, int rounds) {
  bench::Workbench bench(server, {});
  std::vector<double> scheduled;
  std::vector<double> unscheduled;
  for (int i = 0; i < rounds; ++i) {
    scheduled.push_back(ScheduledRunsPerSecond(bench));
    unscheduled.push_back(RunsPerSecond(
        bench.server().port(), nullptr, [] {}, [] {}));
  }
  const double runs = Median(scheduled);
  const double requests = Median(unscheduled) * kRequestsPerRun;
  std::printf("runs of a session:           %8.0f a second\n", runs);
  std::printf("  the actors' requests:      %8.0f a second, %.2f of those without a session\n", runs * kRequestsPerRun,
              runs * kRequestsPerRun / requests);
  std::printf("  with the calls of the run: %8.0f a second, %.2f\n", runs * (kRequestsPerRun + kCallsPerRun),
              runs * (kRequestsPerRun + kCallsPerRun) / requests);
  std::printf("requests without a session:  %8.0f a second\n", requests);
}

struct ComparedServer {
  const char* name;
  std::vector<std::string> command;
  bool has_session = false;
  // For each round: the ratio of the cost of a request to that on the first of the compared servers, and the cost.
  std::vector<double> ratios = {};
  std::vector<double> costs = {};
};

// Measures every server kSlices times, and adds the medians to `compared`. Starts new processes for each round, since
// two processes of one binary differ in their memory layout.
void MeasureRound(std::vector<ComparedServer>& compared) {
  std::vector<std::unique_ptr<bench::Workbench>> benches;
  std::vector<std::unique_ptr<Session>> sessions;
  for (const ComparedServer& server : compared) {
    benches.push_back(std::make_unique<bench::Workbench>(server.command, bench::WorkbenchSizes()));
    sessions.push_back(server.has_session
                           ? std::make_unique<Session>(benches.back()->server(),
                                                       "?account=" + std::string(bench::kOtherAccount),
                                                       R"({"actors":["alice","bob"],"idle_seconds":3600})")
                           : nullptr);
  }
  const std::string get = R"({"TableName":")" + std::string(bench::kProbedTable) + R"(","Key":{"pk":{"S":"a"}}})";
  const std::vector<std::string> requests(kConnections, bench::OperationBytes("GetItem", get));
  std::vector<std::vector<double>> costs(compared.size());
  for (int slice = 0; slice < kSlices; ++slice) {
    for (size_t turn = 0; turn < compared.size(); ++turn) {
      const size_t i = slice % 2 == 0 ? turn : compared.size() - 1 - turn;
      costs[i].push_back(bench::RequestMicroseconds(benches[i]->server(), requests, kRequestsPerConnection));
    }
  }
  for (size_t i = 0; i < compared.size(); ++i) {
    compared[i].costs.push_back(Median(costs[i]));
    compared[i].ratios.push_back(Median(costs[i]) / Median(costs[0]));
    // Throws if the session was closed meanwhile.
    if (sessions[i] != nullptr) sessions[i]->Verdict();
  }
}

void MeasureIdle(const std::vector<std::string>& server, const std::string& beside, int rounds) {
  std::vector<ComparedServer> compared = {
      {"no session", server}, {"no session, again", server}, {"session on another database", server, true}};
  if (!beside.empty()) compared.push_back({"the server beside", {beside}});
  for (int i = 0; i < rounds; ++i) MeasureRound(compared);
  for (const ComparedServer& one : compared) {
    std::printf("GetItem, %-28s %6.2f us, %.3f of the first\n", one.name, Median(one.costs), Median(one.ratios));
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> server;
  std::vector<std::string> parts;
  std::string beside;
  int rounds = 9;
  const holdfast::command_line::Program program = {
      .title = "race_session_bench SERVER [FLAG OF THE SERVER]... [-- [FLAG...] runs|idle...]: what race sessions cost",
      .flags =
          {
              {"--beside", "SERVER", "another server's binary, such as one without the race lab", SetText(&beside)},
              {"--rounds", "COUNT", "whose medians are printed (9)", SetNumber(&rounds, 1, 1'000)},
          },
      .apply_operand = AddWords(&parts)};
  if (const auto status = bench::ParseServerArguments(program, argc, argv, &server)) return *status;
  if (parts.empty()) parts = {"runs", "idle"};
  try {
    for (const std::string& part : parts) {
      if (part != "runs" && part != "idle") throw std::runtime_error("nothing is called " + part);
      if (part == "runs") MeasureRuns(server, rounds);
      if (part == "idle") MeasureIdle(server, beside, rounds);
      std::fflush(stdout);
    }
  } catch (const std::exception& reason) {
    std::fprintf(stderr, "race_session_bench: %s\n", reason.what());
    return 1;
  }
  return 0;
}
