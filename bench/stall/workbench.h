// A server process for one measurement, with helpers that fill and call it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/process/child_server.h"
#include "bench/process/plain_client.h"

namespace holdfast::bench {

// The sizes of the prepared data; the defaults are those of the figures in bench/RESULTS.md.
struct WorkbenchSizes {
  int64_t items = 1'000'000;
  // Transactions whose ClientRequestToken the server remembers.
  int64_t tokens = 400'000;
};

// Not thread-safe, except that one thread may be in Call, Admin or CallOrThrow while another ends the server.
class Workbench {
 public:
  // Starts the server and creates the table that Prober reads, in both databases (prober.h). Throws std::runtime_error.
  Workbench(std::vector<std::string> server_command, WorkbenchSizes sizes);

  ChildServer& server() { return server_; }
  const WorkbenchSizes& sizes() const { return sizes_; }

  PlainResponse Call(std::string_view operation, std::string_view body);
  PlainResponse Admin(std::string_view method, std::string_view path, std::string_view body = "");
  // Throws std::runtime_error unless the status is 200.
  PlainResponse CallOrThrow(std::string_view operation, std::string_view body);

  // Creates a table with the key "pk", and "sk" if `sort_key_type` is not empty, and waits until it is ACTIVE.
  void CreateTable(std::string_view name, std::string_view sort_key_type = "");
  // Sends `count` requests of `operation`, pipelined over two connections, whose threads call `body` concurrently.
  // Throws std::runtime_error if a request fails.
  void Load(std::string_view operation, int64_t count, const std::function<std::string(int64_t number)>& body);
  // Puts `count` items; `item` returns the JSON of each.
  void LoadItems(std::string_view table, int64_t count, const std::function<std::string(int64_t number)>& item);

 private:
  const WorkbenchSizes sizes_;
  ChildServer server_;
  PlainClient client_;
};

}  // namespace holdfast::bench
