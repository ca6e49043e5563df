// A server with a race lab on a free port, and clients that are connected to it by sockets.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "server/admin/admin_surface.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatcher.h"
#include "server/dispatch/operation_table.h"
#include "server/dispatch/race_responses.h"
#include "server/dispatch/request_pool.h"
#include "server/http/http_server.h"
#include "server/json/rapidjson.h"
#include "server/race/race_lab.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/server/http/socket_client.h"

namespace holdfast::server {

class RaceServer {
 public:
  explicit RaceServer(size_t threads = 2, size_t buffered_bytes_max = HttpServerOptions().buffered_bytes_max) {
    HttpServerOptions options;
    options.port = 0;
    options.threads = threads;
    options.buffered_bytes_max = buffered_bytes_max;
    options.limits.stop = std::chrono::milliseconds(500);
    auto server = HttpServer::Start(options, [this] { return MakeDispatcher(&pool_); });
    if (server.ok()) http_ = std::move(server).value();
  }

  uint16_t port() const { return http_->port(); }
  size_t buffered_bytes() const { return http_->buffered_bytes(); }
  Engine& engine() { return engine_; }
  RaceLab& races() { return races_; }
  // Stops the server as main() does after SIGTERM.
  void Stop() {
    races_.CloseAll("the server is stopping");
    http_->Stop();
  }

 private:
  std::unique_ptr<Dispatcher> MakeDispatcher(RequestPool* pool) {
    DispatchOptions options;
    options.races = &races_;
    // The dispatchers of the pools' threads pass requests on to no pool, and so to no race pool either.
    if (pool != nullptr) options.race_pool = &race_pool_;
    return std::make_unique<Dispatcher>(&databases_, &admin_, 1, std::move(options), pool);
  }

  Engine engine_{{}, nullptr, 1};
  Databases databases_{&engine_, Isolation::kByAccount};
  RaceResponseSender responses_{1, OriginPolicy()};
  RaceLab races_{&responses_, IsOperation};
  AdminSurface admin_{&engine_, {}, &races_};
  RequestPool race_pool_{8, [this] { return MakeDispatcher(nullptr); }};
  RequestPool pool_{2, [this] { return MakeDispatcher(nullptr); }};
  std::unique_ptr<HttpServer> http_;
};

struct Reply {
  // 0 if the connection was closed without a response.
  int status = 0;
  std::string body;
  Headers headers = {};
};

// A client with one connection, which is opened again after the server has closed it. `account` is its access key id.
class RaceClient {
 public:
  explicit RaceClient(uint16_t port, std::string account = "key") : port_(port), account_(std::move(account)) {}

  // The actor that later requests name; none if empty.
  void SetActor(std::string actor) { actor_ = std::move(actor); }
  // Further header lines of the requests of Call and SendCall, each with its CRLF.
  void SetHeaders(std::string headers) { headers_ = std::move(headers); }
  void SetPath(std::string path) { path_ = std::move(path); }

  Reply Call(std::string_view operation, std::string_view body) {
    SendCall(operation, body);
    return Receive();
  }
  void SendCall(std::string_view operation, std::string_view body) {
    std::string head = "Content-Type: application/x-amz-json-1.0\r\nX-Amz-Date: 20261001T000000Z\r\n";
    head += "X-Amz-Target: DynamoDB_20120810." + std::string(operation) + "\r\n";
    head += "Authorization: AWS4-HMAC-SHA256 Credential=" + account_ +
            "/20261001/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0123\r\n";
    if (!actor_.empty()) head += "x-holdfast-actor: " + actor_ + "\r\n";
    Send("POST", path_, head + headers_, body);
  }
  Reply Admin(std::string_view method, std::string_view path, std::string_view body = "") {
    SendAdmin(method, path, body);
    return Receive();
  }
  void SendAdmin(std::string_view method, std::string_view path, std::string_view body = "") {
    Send(method, "/_holdfast/" + std::string(path), "", body);
  }
  Reply Receive() {
    const std::string bytes = socket_->ReceiveResponse();
    if (!bytes.starts_with("HTTP/1.1 ")) {
      socket_ = nullptr;
      return {};
    }
    const ReceivedResponse response = ParseResponse(bytes);
    return {response.status(), response.body, response.headers};
  }
  void Disconnect(bool reset = false) {
    if (socket_ != nullptr) socket_->Close(reset);
    socket_ = nullptr;
  }

 private:
  void Send(std::string_view method, std::string_view path, const std::string& headers, std::string_view body) {
    if (socket_ == nullptr) socket_ = std::make_unique<SocketClient>(port_);
    std::string request = std::string(method) + " " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + headers;
    request += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    socket_->Send(request);
  }

  const uint16_t port_;
  const std::string account_;
  std::string actor_;
  std::string headers_;
  std::string path_ = "/";
  std::unique_ptr<SocketClient> socket_;
};

// The body of a response, parsed.
class Json {
 public:
  explicit Json(std::string_view text) { document_.Parse(text.data(), text.size()); }

  // For `{"a": {"b": [1]}}`, `json["a"]["b"][0]` is 1.
  const rapidjson::Value& operator[](const char* name) const {
    static const rapidjson::Value kNull;
    if (!document_.IsObject()) return kNull;
    const auto member = document_.FindMember(name);
    return member == document_.MemberEnd() ? kNull : member->value;
  }
  uint64_t Number(const char* name) const { return (*this)[name].IsUint64() ? (*this)[name].GetUint64() : 0; }
  std::string String(const char* name) const { return (*this)[name].IsString() ? (*this)[name].GetString() : ""; }
  bool Bool(const char* name) const { return (*this)[name].IsBool() && (*this)[name].GetBool(); }

 private:
  rapidjson::Document document_;
};

// A test of one or more actors, as a user of the lab would write it.
struct RaceProgram {
  // If present, called with the test's own client before each run except the first.
  std::function<void(RaceClient&)> start = nullptr;
  std::map<std::string, std::function<void(RaceClient&)>> actors;
  // Called after each run with the test's own client, which names no actor. Returns the failure, or an empty string.
  std::function<std::string(RaceClient&)> check = [](RaceClient&) { return std::string(); };
};

// Opens a session and returns its id. If the options lack `quiescence_ms`, sets it so high that no actor is passed
// over: on a busy machine an actor may be silent for longer than the default.
inline std::string OpenSession(RaceClient& test, std::string_view options, std::string_view query = "") {
  std::string body(options);
  if (body.find("quiescence_ms") == std::string::npos) body.insert(1, R"("quiescence_ms":20000,)");
  return Json(test.Admin("POST", "races" + std::string(query), body).body).String("id");
}

// Executes all runs of a session, with each actor on a thread of its own. Returns the verdict as JSON, or the error if
// a run cannot begin.
inline std::string RunSession(uint16_t port, RaceClient& test, const std::string& id, const RaceProgram& program,
                              const std::string& account = "key") {
  const std::string session = "races/" + id;
  for (bool first = true;; first = false) {
    if (program.start && !first) program.start(test);
    const Reply reply = test.Admin("POST", session + "/runs");
    const Json run(reply.body);
    if (reply.status != 200) return reply.body;
    if (run.Bool("done")) return test.Admin("GET", session).body;
    std::vector<std::thread> threads;
    for (const rapidjson::Value& name : run["actors"].GetArray()) {
      threads.emplace_back([&, actor = std::string(name.GetString())] {
        RaceClient client(port, account);
        client.SetActor(actor);
        program.actors.at(actor)(client);
        client.Admin("POST", session + "/actors/" + actor + "/done");
      });
    }
    for (std::thread& thread : threads) thread.join();
    const std::string why = program.check(test);
    const std::string result = why.empty() ? R"({"ok":true})" : R"({"ok":false,"why":")" + why + R"("})";
    test.Admin("POST", session + "/runs/" + std::to_string(run.Number("run")) + "/result", result);
  }
}

inline std::string RunSession(RaceServer& server, RaceClient& test, const std::string& id, const RaceProgram& program) {
  return RunSession(server.port(), test, id, program);
}

// ---- A hotel with one room, and clients that book it.

inline constexpr std::string_view kRoomKey = R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}}})";

inline void SeedRoom(RaceClient& test) {
  test.Call("CreateTable", R"({"TableName":"Rooms","BillingMode":"PAY_PER_REQUEST",)"
                           R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                           R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  test.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"1"}}})");
}

// Reads the room, and books it without a condition if it is free: two clients may both find it free. Returns whether
// the client has booked it.
inline bool BookNaively(RaceClient& client, const std::string& guest) {
  const Reply read = client.Call("GetItem", kRoomKey);
  if (read.body.find(R"("vacant":{"N":"1"})") == std::string::npos) return false;
  return client
             .Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"0"},"guest":{"S":")" +
                                  guest + R"("}}})")
             .status == 200;
}

// Books the room with one conditional write. Returns whether the client has booked it.
inline bool BookConditionally(RaceClient& client, const std::string& guest) {
  return client
             .Call("UpdateItem", R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}},)"
                                 R"("UpdateExpression":"SET vacant = :zero, guest = :guest",)"
                                 R"("ConditionExpression":"vacant = :one","ExpressionAttributeValues":)"
                                 R"({":zero":{"N":"0"},":one":{"N":"1"},":guest":{"S":")" +
                                     guest + R"("}}})")
             .status == 200;
}

// Two clients that book the room with `book`. At most one of them may succeed.
class BookingProgram {
 public:
  explicit BookingProgram(bool (*book)(RaceClient& client, const std::string& guest)) : book_(book) {}

  RaceProgram Program() {
    RaceProgram program;
    for (const char* name : {"alice", "bob"}) {
      program.actors[name] = [this, guest = std::string(name)](RaceClient& client) {
        if (book_(client, guest)) ++booked_;
      };
    }
    program.check = [this](RaceClient&) {
      const int booked = booked_.exchange(0);
      return booked <= 1 ? std::string() : std::to_string(booked) + " guests have booked one room";
    };
    return program;
  }

 private:
  bool (*const book_)(RaceClient& client, const std::string& guest);
  std::atomic<int> booked_ = 0;
};

}  // namespace holdfast::server
