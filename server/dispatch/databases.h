// Which database a request means. As on AWS, a database is an account and a region.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "engine/base/latch.h"
#include "engine/engine.h"
#include "server/dispatch/authentication.h"

namespace holdfast::server {

enum class Isolation {
  // Every access key belongs to account 000000000000, except that a key of twelve digits is an account's id:
  // test
  // workers isolate themselves by credentials alone.
  kByAccount,
  // Every access key has an account of its own.
  kByAccessKey,
  // One database for everybody, in every region.
  kShared,
};

// Thread-safe.
class Databases {
 public:
  // `engine` must outlive this.
  Databases(Engine* engine, Isolation isolation) : engine_(engine), isolation_(isolation) {}

  // `host`: the request's Host header. `<name>.fork.localhost` means a private copy of the caller's database,
  // made when its name is first used.
  std::shared_ptr<Database> Of(const Caller& caller, std::string_view host = {});
  // The caller's own database, whatever the host. It lives as long as the engine.
  Database& Own(const Caller& caller);

 private:
  std::string AccountOf(const Caller& caller);
  std::string_view RegionOf(const Caller& caller) const;
  // The account made for an access key: digits computed from it, so that they are the same in every run.
  std::string OwnAccount(std::string_view access_key_id);

  Engine* const engine_;
  const Isolation isolation_;
  Latch latch_;
  absl::flat_hash_map<std::string, std::string> key_of_account_ ABSL_GUARDED_BY(latch_);
};

// What one thread asks of `Databases`, with the last answer remembered: mostly the same caller comes again, and to look
// it up takes a latch that all threads share. Not thread-safe.
class CallerDatabase {
 public:
  // `databases` must outlive this.
  explicit CallerDatabase(Databases* databases) : databases_(databases) {}

  // As Databases::Of.
  std::shared_ptr<Database> Of(const Caller& caller, std::string_view host);

 private:
  Databases* const databases_;
  // Nobody's, if there was no caller yet.
  Database* database_ = nullptr;
  std::string access_key_id_;
  std::string region_;
};

}  // namespace holdfast::server
