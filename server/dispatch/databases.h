// Finds the database of a request. As on AWS, each account has one database in each region. Forks of it have names.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "engine/base/result.h"
#include "engine/base/shared_latch.h"
#include "engine/engine.h"
#include "server/dispatch/authentication.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/message/database_names.h"

namespace holdfast::server {

enum class Isolation {
  // Every access key belongs to account 000000000000, except that a key of twelve digits is an account's id: test
  // workers isolate themselves by credentials alone.
  kByAccount,
  // Every access key has an account of its own.
  kByAccessKey,
  // One database for all callers, in every region.
  kShared,
};

inline constexpr size_t kDatabasesMaxDefault = 10'000;

struct AccountId {
  std::array<char, kAccountDigits> digits;

  std::string_view view() const { return {digits.data(), digits.size()}; }
};

struct DatabasesOptions {
  Isolation isolation = Isolation::kByAccount;
  // Forks included.
  size_t databases_max = kDatabasesMaxDefault;
  // New databases are copies of the template account's databases (EngineOptions::template_account).
  bool has_template = false;
};

struct RequestedDatabase {
  Caller caller;
  // Empty: not a fork.
  std::string_view fork = {};
  // A database that does not exist is created (OperationTraits::creates_database).
  bool creates_database = false;
  // False: the database is not copied if it starts as a copy, because that waits for the requests to the original.
  bool may_copy = true;
};

struct ResolvedDatabase {
  // Null if it would have to be copied, and RequestedDatabase::may_copy is false.
  std::shared_ptr<Database> database;
  // False: the database does not exist and was not created; `database` is an empty one that the engine does not keep.
  bool exists = true;
  // The database did not exist, and was created for this request.
  bool is_new = false;
};

// Thread-safe. Looking a database up takes a shared latch and allocates nothing.
class Databases {
 public:
  // `engine` must outlive this.
  Databases(Engine* engine, DatabasesOptions options) : engine_(engine), options_(options) {}
  Databases(Engine* engine, Isolation isolation) : Databases(engine, DatabasesOptions{.isolation = isolation}) {}

  // Finds the database of a request. If it does not exist, it is created if `creates_database` is set, or if it starts
  // as a copy (a fork, or a copy of the template). Fails if the name of the fork is invalid, and if a database would
  // have to be created and there are `databases_max` already (concurrent calls may each create one more).
  Result<ResolvedDatabase, WireFailure> ForCaller(const RequestedDatabase& requested);

  // To be called after a refused request with the database that was created for it (is_new): drops it, and the original
  // of a fork, if it is empty and no other request uses it. So refused requests do not use up `databases_max`.
  void DropIfEmpty(ResolvedDatabase created, const RequestedDatabase& requested);

  // Whether the databases of requests to `fork`, empty if it is none, start as copies.
  bool StartsAsCopy(std::string_view fork) const { return options_.has_template || !fork.empty(); }

  // The account, region and fork of the request's database.
  DatabaseName NameFor(const RequestedDatabase& requested) const;
  // The account of the requests with an access key.
  std::string AccountOf(std::string_view access_key_id) const;
  const Engine& engine() const { return *engine_; }
  Isolation isolation() const { return options_.isolation; }

 private:
  struct TextHash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  std::string_view RegionFor(const Caller& caller) const;
  // Sets `*account` to the account of the key and returns true. If the key has none yet, sets it to the account that
  // would be assigned, and returns false.
  bool FindAccount(std::string_view access_key_id, AccountId* account) const;
  // Assigns an account to the key; false if there are too many.
  bool AssignAccount(std::string_view access_key_id, AccountId* account);
  AccountId FreeAccountFor(std::string_view access_key_id) const ABSL_SHARED_LOCKS_REQUIRED(latch_);
  void EraseKeysWithoutDatabases() ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);

  Engine* const engine_;
  const DatabasesOptions options_;
  mutable SharedLatch latch_;
  // Both are used with Isolation::kByAccessKey only, and have at most `databases_max` elements. `accounts_` has the
  // values of `account_by_key_`.
  std::unordered_map<std::string, AccountId, TextHash, std::equal_to<>> account_by_key_ ABSL_GUARDED_BY(latch_);
  std::unordered_set<std::string, TextHash, std::equal_to<>> accounts_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast::server
